#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clock/instant.h"
#include "collection/alias.h"
#include "collection/events.h"
#include "collection/obstacle.h"
#include "collection/recipe_health.h"
#include "collection/seed_report.h"
#include "collection/site_failure.h"
#include "collection/wall.h"
#include "refresh/calibration.h"
#include "schedule/policy.h"
#include "warc/upload_mark.h"

namespace freshet::collection {

enum class RobotsState : uint8_t {
  kUnknown,      // not fetched yet
  kRules,        // it has rules
  kNone,         // there is none
  kUnavailable,  // it could not be fetched; the site is not crawled
};
std::string_view name_of(RobotsState state);  // "rules"

struct SiteReport {
  std::string site;
  uint64_t pages = 0;
  uint64_t waiting = 0;
  std::optional<double> freshness;
  double stale_weight = 0;                  // only for the order of sites
  std::optional<double> error_share;        // of recent visits
  uint16_t failures = 0;                    // in a row
  std::optional<SiteFailure> last_failure;  // none: the site answered at the last attempt
  std::optional<Wall> wall;                 // none: the site answers with its pages
  std::vector<RecipeHealth> recipes;        // those that have item pages at the site
  std::vector<schedule::Rewrite> rewrites;  // recent ones, in the order of time
  Obstacle obstacle;
  RobotsState robots = RobotsState::kUnknown;
  uint16_t robots_status = 0;
  Duration crawl_delay;
};

// Returns whether the pages of the site do not match a recipe any more.
bool has_alarm(const SiteReport& site);

struct StatusReport {
  bool running = false;
  bool paused = false;
  bool out_of_room = false;
  Instant at;
  std::optional<Instant> since;  // start of the run, from which the following counts begin
  std::vector<std::string> seeds;
  uint64_t pages = 0;
  uint64_t gone = 0;  // of these, gone at their last visit
  uint64_t left = 0;  // pages that left the collection; they are revisited rarely
  std::optional<double> freshness;
  std::optional<double> age_seconds;
  uint64_t waiting = 0;
  uint64_t in_flight = 0;
  struct Sites {
    uint64_t known = 0, in_scope = 0, resting = 0, held = 0, walled = 0, rewritten = 0, aliases = 0,
             unmatched = 0;
  } sites;
  std::optional<double> requests_per_second;
  std::optional<Instant> next_request;  // next time that the budget allows a request
  std::optional<double> known_share;    // share of the budget for known pages
  uint64_t below_floor = 0;             // known pages whose value is too low for a request now
  std::optional<Instant> idle_until;    // no page reaches enough value before this
  struct Spent {
    uint64_t minute = 0, hour = 0, day = 0, run = 0;
    uint64_t all = 0;              // of all runs since `since`
    std::optional<Instant> since;  // nullopt: no run yet
  } spent;
  EventCounts errors;                     // failed attempts, by kind
  std::vector<std::string> archive_lost;  // archive files that were removed while they were written
  std::optional<warc::UploadStatus> uploads;  // none: nothing is uploaded
  refresh::Calibration calibration;
  std::vector<FailedSeed> seeds_failed;
  std::vector<SiteReport> failing;    // with a last_failure, at most StatusQuery::sites
  std::vector<SiteReport> walled;     // with a wall, at most StatusQuery::sites
  std::vector<SiteReport> rewritten;  // with rewrites, at most StatusQuery::sites
  // With a recipe that its pages match no longer, at most StatusQuery::sites.
  std::vector<SiteReport> unmatched;
  struct AliasOfSite {
    std::string site;
    Alias alias;
  };
  std::vector<AliasOfSite> aliases;  // by site, at most StatusQuery::sites
  // Sites that are held back or delayed after failures, at most StatusQuery::sites.
  std::vector<SiteReport> held;
  std::vector<SiteReport> by_site;
};

}  // namespace freshet::collection
