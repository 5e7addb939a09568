// The second half of PageBuilder: once the page is read and its base is known, addresses become
// URLs.
#include <functional>

#include "charset/decode.h"
#include "parse/page_builder.h"

namespace freshet::parse {
namespace {

// Finds links that are there already, by (url, tag, rel). Open addressing over indices into the
// list of links, so that nothing is copied.
class Seen {
 public:
  explicit Seen(size_t most) : slots_(slot_count(most), 0) {}

  // The index of the link that equals the last one of `links`: its own if it is new.
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
  static size_t slot_count(size_t most) {
    size_t slots = 16;
    while (slots < most * 2) slots *= 2;
    return slots;
  }
  std::vector<uint32_t> slots_;
};

}  // namespace

void PageBuilder::resolve_base(const PageContext& context, ParsedPage& page) const {
  if (!base_href_) return;
  // 4.2.3: a base that does not parse, or is data: or javascript:, does not count.
  auto base = url::resolve(*base_href_, context.url);
  if (base && base->is_web()) page.base = std::move(*base);
}

void PageBuilder::resolve_links(const PageContext& context, ParsedPage& page) {
  const url::Url& base = page.base ? *page.base : context.url;
  // Where nothing tells the encoding, nothing speaks for a legacy one in queries either.
  const bool known = page.charset.evidence != charset::Evidence::kDefault;
  const url::QueryEncoder encoder =
      known ? charset::query_encoder(page.charset.encoding) : url::QueryEncoder();
  const url::ParseOptions options{.query_encoder = encoder ? &encoder : nullptr};
  const std::string_view strings = strings_;

  Seen seen(found_.size());
  uint64_t invalid = 0;
  uint64_t other_scheme = 0;
  page.links.reserve(found_.size());
  page.link_places.reserve(found_.size());
  for (const Found& found : found_) {
    auto resolved = url::resolve(strings.substr(found.href, found.href_size), base, options);
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
  if (links_dropped_ > 0) {
    page.remarks.push_back(std::to_string(links_dropped_) + " links beyond the limit of " +
                           std::to_string(options_.max_links) + " were left out");
  }
}

ParsedPage PageBuilder::finish(const PageContext& context, const charset::Decision& charset) {
  ParsedPage page = std::move(page_);
  page.charset = charset;
  if (page.title) trim_to(*page.title, options_.max_title_bytes);
  if (!has_html_lang_) page.language = content_language_;
  dates_.end_script();  // where the page ends in it
  page.modified = dates_.modified();
  page.published = dates_.published();
  resolve_base(context, page);
  resolve_links(context, page);
  if (text_.truncated()) {
    page.remarks.push_back("text beyond " + std::to_string(options_.max_text_bytes) +
                           " bytes was left out");
  }
  text_.finish(page);
  return page;
}

}  // namespace freshet::parse
