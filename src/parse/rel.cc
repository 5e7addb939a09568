#include "parse/rel.h"

namespace freshet::parse {
namespace {

bool has_token(std::string_view list, std::string_view lower) {
  bool found = false;
  for_each_rel_token(
      list, [&](std::string_view token) { found |= text::equals_ignoring_case(token, lower); });
  return found;
}

bool is_feed_type(std::string_view type) {
  type = text::trim(type.substr(0, type.find(';')));
  return text::equals_ignoring_case(type, "application/rss+xml") ||
         text::equals_ignoring_case(type, "application/atom+xml") ||
         text::equals_ignoring_case(type, "application/feed+json") ||
         text::equals_ignoring_case(type, "application/rdf+xml");
}

}  // namespace

std::optional<LinkKind> kind_of_link(std::string_view href, std::string_view rel,
                                     std::string_view type) {
  if (text::trim(href).empty()) return std::nullopt;
  // These are hints to prepare a connection, not addresses of resources.
  if (has_token(rel, "dns-prefetch") || has_token(rel, "preconnect")) return std::nullopt;
  if (has_token(rel, "stylesheet") || has_token(rel, "icon")) return LinkKind::kEmbed;
  if (has_token(rel, "canonical")) return LinkKind::kCanonical;
  if (has_token(rel, "alternate")) {
    return is_feed_type(type) ? LinkKind::kFeed : LinkKind::kAlternate;
  }
  return LinkKind::kRelated;
}

}  // namespace freshet::parse
