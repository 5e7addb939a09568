#include "parse/found_links.h"

#include <functional>

#include "charset/decode.h"
#include "parse/rel.h"

namespace freshet::parse {
namespace {

// A set of links by (url, tag, rel). A hash table with open addressing that stores only indexes
// into the list of links.
class LinkSet {
 public:
  explicit LinkSet(size_t max_links) : slots_(slot_count(max_links), 0) {}

  // Adds the last one of `links`, unless the set contains an equal one. Returns the index of the
  // link in the set.
  uint32_t add_last(const std::vector<Link>& links) {
    const Link& link = links.back();
    size_t slot = (std::hash<std::string_view>{}(link.url.href()) + static_cast<size_t>(link.tag)) &
                  (slots_.size() - 1);
    for (; slots_[slot] != 0; slot = (slot + 1) & (slots_.size() - 1)) {
      const Link& other = links[slots_[slot] - 1];
      if (other.url == link.url && other.tag == link.tag && other.rel == link.rel) {
        return slots_[slot] - 1;
      }
    }
    slots_[slot] = static_cast<uint32_t>(links.size());
    return slots_[slot] - 1;
  }

 private:
  static size_t slot_count(size_t max_links) {
    size_t slots = 16;
    while (slots < max_links * 2) slots *= 2;
    return slots;
  }
  std::vector<uint32_t> slots_;  // index + 1, or 0
};

}  // namespace

FoundLinks::FoundLinks(const PageOptions& options) : options_(options) {
  // Enough for most pages, so that nothing is reallocated.
  found_.reserve(128);
  strings_.reserve(4096);
}

void FoundLinks::set_base(std::string_view href) {
  if (!base_href_) base_href_ = href;
}

void FoundLinks::add_headers(const PageContext& context, uint32_t line) {
  for (const http::LinkValue& value : context.header_links) {
    if (!value.anchor.empty()) {
      const auto start = url::resolve(value.anchor, context.url);
      if (!start || start->href() != context.url.without_fragment()) continue;
    }
    if (value.rel.empty()) continue;
    const auto kind = kind_of_link(value.target, value.rel, value.type);
    if (!kind) continue;
    add({.href = value.target,
         .rel = value.rel,
         .hreflang = value.hreflang,
         .kind = *kind,
         .line = line,
         .in_header = true});
  }
}

void FoundLinks::add(const Source& source) {
  if (options_.only_alternates && source.kind != LinkKind::kAlternate) return;
  if (found_.size() >= options_.max_links) {
    ++dropped_;
    return;
  }
  const auto store = [&](std::string_view stored) {
    const auto start = static_cast<uint32_t>(strings_.size());
    strings_ += stored;
    return start;
  };
  Found link{
      .line = source.line, .tag = source.tag, .kind = source.kind, .in_header = source.in_header};
  link.href = store(source.href);
  link.href_size = static_cast<uint32_t>(source.href.size());
  if (source.rel && source.rel->size() <= options_.max_title_bytes) {
    link.rel = static_cast<uint32_t>(strings_.size());
    for_each_rel_token(*source.rel, [&](std::string_view token) {
      if (strings_.size() > link.rel) strings_ += ' ';
      const size_t start = strings_.size();
      for (const char c : token) strings_ += text::to_lower(c);
      const std::string_view lower = std::string_view(strings_).substr(start);
      link.nofollow |= lower == "nofollow" || lower == "ugc" || lower == "sponsored";
    });
    link.rel_size = static_cast<uint32_t>(strings_.size()) - link.rel;
  }
  if (link.kind == LinkKind::kAlternate && source.hreflang && source.hreflang->size() < 64) {
    const std::string_view lang = text::trim(*source.hreflang);
    link.hreflang = store(lang);
    link.hreflang_size = static_cast<uint32_t>(lang.size());
  }
  found_.push_back(link);
}

void FoundLinks::resolve_base(const PageContext& context, ParsedPage& page) const {
  if (!base_href_) return;
  // 4.2.3: a base that is invalid, or has the scheme data: or javascript:, is ignored.
  auto base = url::resolve(*base_href_, context.url);
  if (base && base->is_web()) page.base = std::move(*base);
}

void FoundLinks::resolve(const PageContext& context, ParsedPage& page) {
  const url::Url& base = page.base ? *page.base : context.url;
  // Without evidence for the encoding, queries are encoded in UTF-8.
  const bool known = page.charset.evidence != charset::Evidence::kDefault;
  const url::QueryEncoder encoder =
      known ? charset::query_encoder(page.charset.encoding) : url::QueryEncoder();
  const url::ParseOptions options{.query_encoder = encoder ? &encoder : nullptr};
  const std::string_view strings = strings_;

  LinkSet seen(found_.size());
  uint64_t invalid = 0;
  uint64_t other_scheme = 0;
  page.links.reserve(found_.size());
  page.link_places.reserve(found_.size());
  for (const Found& found : found_) {
    const std::string_view href = strings.substr(found.href, found.href_size);
    // Base and encoding of the body do not apply to links of the header (RFC 8288, section 3.2).
    auto resolved =
        found.in_header ? url::resolve(href, context.url) : url::resolve(href, base, options);
    if (!resolved) {
      ++invalid;
      continue;
    }
    if (!resolved->is_web()) {
      ++other_scheme;
      continue;
    }
    Link& link = page.links.emplace_back();
    link.url = std::move(*resolved);
    link.url.remove_fragment();
    link.tag = found.tag;
    link.kind = found.kind;
    link.rel = strings.substr(found.rel, found.rel_size);
    link.hreflang = strings.substr(found.hreflang, found.hreflang_size);
    link.nofollow = found.nofollow;
    const uint32_t index = seen.add_last(page.links);
    if (found.kind == LinkKind::kHyperlink || found.kind == LinkKind::kFrame) {
      page.link_places.push_back({.line = found.line, .link = index});
    }
    if (index + 1 < page.links.size())
      page.links.pop_back();
    else if (link.kind == LinkKind::kCanonical && !page.canonical)
      page.canonical = link.url;
  }

  if (page.refresh && refresh_href_) {
    auto target = url::resolve(*refresh_href_, base, options);
    if (target && target->is_web()) page.refresh->target = std::move(*target);
  }
  if (invalid > 0) page.remarks.push_back(std::to_string(invalid) + " links are not valid URLs");
  if (other_scheme > 0) {
    page.remarks.push_back(std::to_string(other_scheme) + " links are neither http nor https");
  }
  if (dropped_ > 0) {
    page.remarks.push_back(std::to_string(dropped_) + " links beyond the limit of " +
                           std::to_string(options_.max_links) + " were left out");
  }
}

}  // namespace freshet::parse
