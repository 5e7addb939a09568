#include "aquarium/route.h"

#include <optional>

#include "aquarium/decimal.h"
#include "digest/fingerprint.h"

namespace freshet::aquarium {
namespace {

constexpr uint32_t kMaxUrlsPerSitemap = 50'000;  // by the sitemap protocol

bool take(std::string_view& from, std::string_view text) {
  if (!from.starts_with(text)) return false;
  from.remove_prefix(text.size());
  return true;
}

// Parses a text that is a number followed by `end`, and nothing else.
std::optional<uint32_t> only_number(std::string_view text, std::string_view end) {
  const auto number = take_decimal(text);
  if (!number || *number > UINT32_MAX || text != end) return std::nullopt;
  return static_cast<uint32_t>(*number);
}

Destination numbered(Route route, std::string_view text, uint32_t count) {
  const auto number = only_number(text, ".html");
  if (!number || *number >= count) return {};
  return {route, *number};
}

Destination calendar(std::string_view rest) {
  if (rest.empty()) return {Route::kCalendar, 2026 * 12};
  const auto year = take_decimal(rest);
  if (!year || *year > 9999 || !take(rest, "/")) return {};
  const auto month = take_decimal(rest);
  if (!month || *month < 1 || *month > 12 || rest != "/") return {};
  return {Route::kCalendar, static_cast<uint32_t>(*year * 12 + *month - 1)};
}

Destination hop(std::string_view rest, Route route, uint32_t pages) {
  const auto number = take_decimal(rest);
  if (!number || *number >= pages || !take(rest, "/")) return {};
  const auto step = only_number(rest, "");
  if (!step || *step > kChainHops) return {};
  return {route, static_cast<uint32_t>(*number), *step};
}

Destination sitemap(const HostFacts& facts, std::string_view rest) {
  if (facts.sitemap == SitemapKind::kNone) return {};
  const uint32_t parts = sitemap_parts(facts);
  const bool gzip = facts.sitemap == SitemapKind::kGzip;
  if (parts == 0) {
    if (rest != (gzip ? ".xml.gz" : ".xml")) return {};
    return {Route::kSitemap, 0, gzip ? 1U : 0U};
  }
  if (rest == ".xml") return {Route::kSitemap, 0, 0};
  if (!take(rest, "-")) return {};
  const auto part = only_number(rest, gzip ? ".xml.gz" : ".xml");
  if (!part || *part == 0 || *part > parts) return {};
  return {Route::kSitemap, *part, gzip ? 1U : 0U};
}

Destination robots(RobotsKind kind, std::string_view path) {
  if (path == "/robots.txt") return {Route::kRobots, 0};
  if (kind == RobotsKind::kRedirect && path == "/robots-moved.txt") return {Route::kRobots, 1};
  if (kind == RobotsKind::kRedirectLoop && path == "/robots-a.txt") return {Route::kRobots, 2};
  if (kind == RobotsKind::kRedirectLoop && path == "/robots-b.txt") return {Route::kRobots, 3};
  return {};
}

}  // namespace

uint32_t sitemap_parts(const HostFacts& facts) {
  if (facts.sitemap == SitemapKind::kNone) return 0;
  if (facts.sitemap != SitemapKind::kIndex && facts.pages <= kMaxUrlsPerSitemap) return 0;
  return (facts.pages + kPagesPerSitemap - 1) / kPagesPerSitemap;
}

Destination find_route(const World& world, uint32_t host, std::string_view target) {
  const HostFacts& facts = world.host(host);
  std::string_view path = target.substr(0, target.find('?'));
  if (facts.places.has(Place::kSessions)) path = path.substr(0, path.find(";jsessionid="));

  if (const auto page = world.find_page(host, path)) return {Route::kPage, page->number};
  if (path.starts_with("/robots")) return robots(facts.robots, path);
  std::string_view rest = path;
  if (take(rest, "/sitemap")) return sitemap(facts, rest);
  if (path == "/feed.xml" && facts.has_feed) return {Route::kFeed};
  if (take(rest, "/directory/") && host == 0) {
    return numbered(Route::kDirectory, rest, world.directory_pages());
  }
  if (take(rest, "/catalogue/item-")) {
    return numbered(Route::kNearDuplicate, rest, world.near_duplicates(host));
  }
  if (take(rest, "/calendar/") && facts.places.has(Place::kCalendar)) return calendar(rest);
  if (path.starts_with("/maze/") && facts.places.has(Place::kMaze)) {
    return {Route::kMaze, static_cast<uint32_t>(digest::fingerprint(path).value)};
  }
  if (take(rest, "/hop/")) return hop(rest, Route::kHop, facts.pages);
  if (take(rest, "/loop/")) return hop(rest, Route::kLoop, facts.pages);
  if (path.starts_with("/img/")) return {Route::kImage};
  return {};
}

}  // namespace freshet::aquarium
