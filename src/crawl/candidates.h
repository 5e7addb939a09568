#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "collection/keys.h"
#include "store/types.h"
#include "url/canonical.h"

namespace freshet::crawl {

// A URL in canonical form that a page, sitemap or feed refers to.
struct Candidate {
  store::PageKey key;
  std::string_view url;
  bool nofollow = false;
  bool sitemap = false;  // another sitemap or a feed, not a page
  // Of its last change, as a sitemap or feed has it.
  std::optional<Instant> date;
};

// The links of a page, with their texts in one string: a page has dozens of links, nearly all of
// them known already, and a string for each would cost more than the look-up.
class Candidates {
 public:
  void reserve(size_t count) {
    entries_.reserve(count);
    text_.reserve(count * 64);
  }
  struct Marks {
    bool nofollow = false;
    bool sitemap = false;
    std::optional<Instant> date;
  };
  // Returns false, and adds nothing, unless the URL is http or https.
  bool add(const url::Canonicalizer& canonicalizer, const url::Url& url, const Marks& marks) {
    const size_t start = text_.size();
    if (!canonicalizer.append(text_, url)) return false;
    const std::string_view text = std::string_view(text_).substr(start);
    entries_.push_back({.key = collection::page_key(text),
                        .start = start,
                        .date = marks.date,
                        .length = static_cast<uint32_t>(text.size()),
                        .nofollow = marks.nofollow,
                        .sitemap = marks.sitemap});
    return true;
  }

  // Removes those whose URL `is_wanted` refuses.
  template <typename IsWanted>
  void keep_if(const IsWanted& is_wanted) {
    std::erase_if(entries_, [&](const Entry& entry) {
      return !is_wanted(std::string_view(text_).substr(entry.start, entry.length));
    });
  }

  // The key of the URL that was added last.
  const store::PageKey& back_key() const { return entries_.back().key; }
  bool empty() const { return entries_.empty(); }
  size_t memory() const { return text_.capacity() + entries_.capacity() * sizeof(Entry); }
  size_t size() const { return entries_.size(); }
  // The url of the result is valid until this list is changed or moved.
  Candidate operator[](size_t i) const {
    const Entry& entry = entries_[i];
    return {.key = entry.key,
            .url = std::string_view(text_).substr(entry.start, entry.length),
            .nofollow = entry.nofollow,
            .sitemap = entry.sitemap,
            .date = entry.date};
  }

 private:
  // Has the fields of Marks in an order that needs less memory.
  struct Entry {
    store::PageKey key;
    size_t start;
    std::optional<Instant> date;
    uint32_t length;
    bool nofollow;
    bool sitemap;
  };
  std::string text_;
  std::vector<Entry> entries_;
};

}  // namespace freshet::crawl
