#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "change/compare.h"
#include "clock/instant.h"
#include "crawl/importance.h"
#include "fetch/fetcher.h"
#include "frontier/frontier.h"
#include "frontier/traps.h"
#include "parse/page.h"
#include "parse/sitemap.h"
#include "refresh/division.h"
#include "refresh/refresher.h"
#include "robots/robots.h"
#include "url/canonical.h"
#include "warc/archive.h"

namespace freshet::crawl {

// Which links are followed, measured from the seeds.
enum class ScopeKind : uint8_t {
  kPage,    // the seeds alone
  kPrefix,  // what begins as a seed does, up to its last '/'
  kHost,    // the seeds' hosts, at the seeds' ports
  kDomain,  // the seeds' registrable domains, at the seeds' ports and those of http and https
  kAny,
};

struct ScopeOptions {
  ScopeKind kind = ScopeKind::kHost;
  std::vector<std::string> include;  // RE2; if there are any, one must match the URL
  std::vector<std::string> exclude;  // RE2; none may match
  std::optional<uint16_t> max_depth;
  // Of kHost and kDomain: whatever the port. Else a page that links to a thousand ports of its host
  // would have them all asked.
  bool any_port = false;
};

// When to stop although more could be fetched.
struct Limits {
  std::optional<uint64_t> max_pages;  // with content; sitemaps and feeds count, whatever they have
  std::optional<uint64_t> max_bytes;
  std::optional<Duration> max_time;
  std::optional<uint64_t> max_pages_per_site;
};

// Which sitemaps are read, beside what the scope says.
struct SitemapLimits {
  uint8_t max_depth = 2;  // indexes, one after another, that may lead to one; 10 at most
  // That one site may name, by robots.txt, in its indexes and as feeds of its pages, in one run.
  uint32_t max_per_site = 10'000;
};

struct Retry {
  int attempts = 3;
  Duration first = Duration::seconds(10);  // then three times as long each time
  int put_off = 10;  // times that a server may ask to come back later for one page
  // With nothing to fetch for longer than this, because hosts rest or do not answer, the crawl ends
  // and leaves their pages for another time.
  Duration patience = Duration::minutes(2);
};

// When a page that is gone leaves the collection: not before both.
struct Leaving {
  int visits = 3;                      // in a row that found it gone
  Duration after = Duration::days(7);  // since the first of them
};

// A crawl without end: what is known is visited again.
struct RunOptions {
  refresh::RefreshOptions refresh;
  // Of every kind; none: as it was left, or 1.
  std::optional<double> requests_per_second;
  bool keep_scope = false;                       // as it was left, instead of CrawlOptions::scope
  Duration saved_up_for = Duration::seconds(1);  // after a pause, at most what comes in so long
  Importance importance = Importance::kLinks;
  refresh::DivisionOptions division;  // of the budget, between what is new and what is known
};

struct CrawlOptions {
  std::string data_folder;
  bool follow_links = false;  // parts of the data folder may be links that lead out of it
  std::vector<std::string> seeds;
  ScopeOptions scope;
  Limits limits;
  Retry retry;
  frontier::Politeness politeness;
  frontier::FrontierLimits frontier;
  frontier::TrapLimits traps;
  fetch::FetchOptions fetch;
  std::string agent = "freshet";
  robots::RobotsLimits robots;
  Duration robots_lifetime = Duration::hours(24);
  bool sitemaps = true;
  SitemapLimits sitemap_limits;
  parse::PageOptions page;
  parse::SitemapOptions sitemap;
  url::CanonicalRules canonical = url::CanonicalRules::defaults();
  warc::ArchiveOptions archive;
  size_t shards = 1;
  size_t max_bytes_in_flight = 256 << 20;  // of bodies, from the first byte to the archive
  // Crawl::open() lowers these two, and makes fetch.max_connections, of all shards, that of one, as
  // there are descriptors.
  size_t in_flight_per_shard = 2000;
  std::optional<RunOptions> run;
  Leaving leaving;                        // in a run
  change::CompareRule compare;            // what counts as a change, in a run
  bool warn_of_failing_seeds = true;      // in the log, at the first failure of each
  Duration grace = Duration::seconds(5);  // at the end, for what is under way
  Duration commit_interval = Duration::milliseconds(250);
  Duration sync_interval = Duration::seconds(2);  // state and archive are forced to the disk
};

}  // namespace freshet::crawl
