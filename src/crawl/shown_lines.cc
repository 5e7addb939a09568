#include "crawl/shown_lines.h"

#include <algorithm>

#include "digest/fingerprint.h"

namespace freshet::crawl {
namespace {

bool stands_in_head(parse::LinkKind kind) {
  return kind == parse::LinkKind::kCanonical || kind == parse::LinkKind::kAlternate ||
         kind == parse::LinkKind::kFeed || kind == parse::LinkKind::kRelated ||
         kind == parse::LinkKind::kRefresh;
}

}  // namespace

std::vector<change::Line> shown_lines(const parse::ParsedPage& page,
                                      std::span<const uint64_t> targets) {
  std::vector<change::Line> lines;
  lines.reserve(page.lines.size() + 2);
  lines.push_back({.text = page.title ? std::string_view(*page.title) : std::string_view()});
  for (const parse::TextLine& line : page.lines) {
    lines.push_back(
        {.text = std::string_view(page.text).substr(line.begin, line.end - line.begin)});
  }
  lines.emplace_back();  // for links after the last line
  for (const parse::LinkPlace& place : page.link_places) {
    change::add_link(lines[place.line + 1], targets[place.link]);
  }
  if (!page.truncated_text_hash.empty()) lines.push_back({.text = page.truncated_text_hash});
  return lines;
}

uint64_t metadata_of(const parse::ParsedPage& page) {
  std::string all = page.description + '\0' + page.language + '\0';
  all += page.robots.noindex ? 'i' : '-';
  all += page.robots.nofollow ? 'f' : '-';
  all += page.robots.noarchive ? 'a' : '-';
  for (const parse::Link& link : page.links) {
    if (stands_in_head(link.kind)) (all += '\0').append(link.url.href());
  }
  return std::max<uint64_t>(1, digest::fingerprint(all).value);
}

}  // namespace freshet::crawl
