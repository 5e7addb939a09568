#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clock/instant.h"
#include "collection/page_weight.h"
#include "frontier/traps.h"
#include "refresh/refresher.h"
#include "robots/robots.h"
#include "url/canonical.h"

namespace freshet::collection {

// Which links are followed, relative to the seeds.
enum class ScopeKind : uint8_t {
  kPage,    // only the seeds
  kPrefix,  // URLs that begin as a seed does, up to its last '/'
  kHost,    // the seeds' hosts, at the seeds' ports
  kDomain,  // the seeds' registrable domains, at the seeds' ports and those of http and https
  kAny,
};

struct ScopeOptions {
  ScopeKind kind = ScopeKind::kHost;
  std::vector<std::string> include;  // RE2; if there are any, one must match the URL
  std::vector<std::string> exclude;  // RE2; none may match
  std::optional<uint16_t> max_depth;
  // Recipes, as TOML. If there are any, only the seeds and the lists and items of the recipes are
  // pages of the crawl, and `kind` is ignored.
  std::vector<std::string> recipes;
  // If true, kHost and kDomain ignore ports. If false, a page that links to a thousand ports of its
  // host cannot cause requests to them.
  bool any_port = false;
};

// Which sitemaps are read, in addition to what the scope says.
struct SitemapLimits {
  uint8_t max_depth = 2;  // indexes in a row that may lead to one; at most 10
  // Sitemaps that one site may name in one run: in robots.txt, in its indexes, and as feeds.
  uint32_t max_per_site = 10'000;
};

// When a page that is gone leaves the collection: when both conditions hold.
struct Leaving {
  int visits = 3;                      // visits in a row that found it gone
  Duration after = Duration::days(7);  // since the first of them
};

// Settings that hold for a collection whether it is being crawled or at rest.
struct Options {
  std::string data_folder;
  bool follow_links = false;  // parts of the data folder may be links out of it
  ScopeOptions scope;
  std::optional<uint64_t> max_pages_per_site;
  frontier::TrapLimits traps;
  SitemapLimits sitemaps;
  std::string agent = "freshet";  // the name for which rules of robots.txt are looked up
  robots::RobotsLimits robots;
  url::CanonicalRules canonical = url::CanonicalRules::defaults();
  Importance importance = Importance::kLinks;
  refresh::RefreshOptions refresh;
  Leaving leaving;
  bool aliases = true;  // whether sites that are the same as others are recognised
};

}  // namespace freshet::collection
