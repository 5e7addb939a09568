#include "importance/collection_graph.h"

#include <algorithm>
#include <unordered_map>

#include "collection/keys.h"

namespace freshet::importance {
namespace {

using store::PageKey;
using store::VisitResult;

constexpr uint32_t kNone = ~0u;
// The limit of redirects and duplicates in a row. A crawl follows fewer redirects.
constexpr int kMostSteps = 16;

uint32_t position(const std::vector<PageKey>& sorted, const PageKey& key) {
  const auto at = std::lower_bound(sorted.begin(), sorted.end(), key);
  return at != sorted.end() && *at == key ? static_cast<uint32_t>(at - sorted.begin()) : kNone;
}

bool is_gone(VisitResult result) {
  return result == VisitResult::kGone || result == VisitResult::kSoftGone;
}

std::optional<PageKey> stands_for(const store::PageState& page) {
  if (page.result == VisitResult::kRedirected) return collection::page_key(page.redirect_to);
  return page.duplicate_of;
}

class Reading {
 public:
  explicit Reading(const store::Store& store) : store_(store) {}

  Status read_pages() {
    Status read = store_.each_page([this](const store::PageState& page) {
      if (keys_.size() == rank::kMostPages) return false;
      const auto number = static_cast<uint32_t>(keys_.size());
      keys_.push_back(page.key);
      if (const auto other = stands_for(page))
        others_.emplace(number, *other);
      else if (page.sitemap || is_gone(page.result))
        left_out_.push_back(number);
      return true;
    });
    if (read && keys_.size() == rank::kMostPages)
      return fail("the collection has too many pages to be ranked: more than " +
                  std::to_string(rank::kMostPages));
    return read;
  }

  // Numbers the pages of the graph. A page that stands for another gets the number of that page.
  std::vector<PageKey> number_pages() {
    std::vector<bool> is_page(keys_.size(), true);
    for (const uint32_t key : left_out_) is_page[key] = false;
    for (const auto& [key, other] : others_) is_page[key] = false;
    std::vector<PageKey> pages;
    number_.assign(keys_.size(), kNone);
    for (uint32_t key = 0; key < keys_.size(); ++key) {
      if (!is_page[key]) continue;
      number_[key] = static_cast<uint32_t>(pages.size());
      pages.push_back(keys_[key]);
    }
    for (const auto& [key, other] : others_) number_[key] = number_[end_of(key)];
    return pages;
  }

  Result<rank::Graph> read_links(size_t pages) {
    rank::GraphBuilder builder;
    const Status read = store_.each_links([&](const store::PageLinks& links) {
      const uint32_t from = number_of(links.from);
      if (from == kNone) return true;
      for (const auto& target : links.to) {
        if (target.nofollow) continue;
        const uint32_t to = number_of(target.key);
        if (to != kNone && to != from) builder.add(from, to);
      }
      return true;
    });
    if (!read) return Unexpected(read.error());
    return std::move(builder).build(static_cast<uint32_t>(pages));
  }

 private:
  uint32_t number_of(const PageKey& key) const {
    const uint32_t at = position(keys_, key);
    return at == kNone ? kNone : number_[at];
  }

  // Follows redirects and duplicates and returns the last page. If they form a cycle or lead to an
  // unknown page, it returns the page itself, which has no number.
  uint32_t end_of(uint32_t key) const {
    uint32_t at = key;
    for (int step = 0; step < kMostSteps; ++step) {
      const auto other = others_.find(at);
      if (other == others_.end()) return at;
      at = position(keys_, other->second);
      if (at == kNone) return key;
    }
    return key;
  }

  const store::Store& store_;
  std::vector<PageKey> keys_;                     // of all pages of the store, ascending
  std::unordered_map<uint32_t, PageKey> others_;  // by index in keys_: the page that it stands for
  std::vector<uint32_t> left_out_;
  std::vector<uint32_t> number_;
};

}  // namespace

std::optional<uint32_t> CollectionGraph::number_of(const PageKey& key) const {
  const uint32_t at = position(page, key);
  return at == kNone ? std::nullopt : std::optional(at);
}

Result<CollectionGraph> read_collection_graph(const store::Store& store) {
  Reading reading(store);
  if (Status read = reading.read_pages(); !read) return Unexpected(read.error());
  CollectionGraph result;
  result.page = reading.number_pages();
  auto graph = reading.read_links(result.page.size());
  if (!graph) return Unexpected(graph.error());
  result.graph = std::move(*graph);
  return result;
}

}  // namespace freshet::importance
