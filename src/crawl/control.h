#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "change/history.h"
#include "clock/instant.h"
#include "crawl/importance.h"
#include "crawl/page_date.h"
#include "crawl/seed_report.h"
#include "crawl/site_failure.h"
#include "crawl/wall.h"
#include "refresh/calibration.h"
#include "store/types.h"

// What people may ask of a crawl that is going on, or tell it, and what it answers.
namespace freshet::crawl {

struct AskStatus {
  size_t sites = 20;   // of which each is told, at most
  bool worst = false;  // those with most that is out of date, instead of the largest
};

struct AskWhy {
  std::string url;
};

// A place in the list of changes, which is in the order of time, then of pages.
struct ChangePlace {
  Instant at;
  std::optional<store::PageKey> page;  // with one: what comes after it
  bool operator==(const ChangePlace&) const = default;
};

struct AskChanges {
  ChangePlace from;
  std::optional<Duration> ago;  // instead of `from`: so long before now
  size_t most = 1000;
  // Only what no later commit can come before: for those who go on from where they were.
  bool settled = false;
};

struct Pause {};
struct Resume {};
struct SetBudget {
  double requests_per_second = 0;
};
struct AskSeeds {};
struct AddSeed {
  std::string url;
};
// Its pages stay in the collection. What no other seed brings into the scope is not asked for any
// more.
struct RemoveSeed {
  std::string url;
};
struct Stop {};
// Pages that somebody says have changed. Those that are not known are queued, if they belong to the
// scope.
struct Ping {
  std::vector<std::string> urls;
  std::optional<Instant> changed;  // none: now
};

using Command = std::variant<AskStatus, AskWhy, AskChanges, Pause, Resume, SetBudget, AskSeeds,
                             AddSeed, RemoveSeed, Stop, Ping>;

// What keeps a page or a site from being asked now.
struct Obstacle {
  // "none", "not_running", "paused", "scope", "trap", "robots", "robots_unavailable", "address",
  // "back_off", "politeness", "under_way", "gain", "budget", "order", "gone", "nofollow",
  // "site_budget", "redirects"
  std::string kind = "none";
  std::string words;
  std::optional<Instant> until;  // never(): only a person can change it
};

struct SiteReport {
  std::string site;
  uint64_t pages = 0;
  uint64_t waiting = 0;
  std::optional<double> freshness;
  double stale_weight = 0;                  // for the order
  std::optional<double> error_share;        // of recent visits
  uint16_t failures = 0;                    // in a row
  std::optional<SiteFailure> last_failure;  // none: it answered at the last attempt
  std::optional<Wall> wall;                 // none: it answers with its pages
  std::vector<schedule::Rewrite> rewrites;  // of late, in the order of time
  Obstacle obstacle;
  std::string robots;  // "unknown", "rules", "none", "unavailable"
  uint16_t robots_status = 0;
  Duration crawl_delay;
};

struct StatusReport {
  bool running = false;
  bool paused = false;
  bool out_of_room = false;
  Instant at;
  std::optional<Instant> since;  // the run; counts below are since then
  std::vector<std::string> seeds;
  uint64_t pages = 0;
  uint64_t gone = 0;  // of these, at their last visit
  uint64_t left = 0;  // the collection, and are looked at again rarely
  std::optional<double> freshness;
  std::optional<double> age_seconds;
  uint64_t waiting = 0;
  uint64_t in_flight = 0;
  struct Sites {
    uint64_t known = 0, in_scope = 0, resting = 0, held = 0, walled = 0, rewritten = 0;
  } sites;
  std::optional<double> requests_per_second;
  std::optional<Instant> next_request;  // that the budget allows
  std::optional<double> known_share;    // of the budget, for pages that are known
  uint64_t below_floor = 0;             // known pages that are not worth a request now
  std::optional<Instant> idle_until;    // nothing is worth a request before
  struct Spent {
    uint64_t minute = 0, hour = 0, day = 0, run = 0;
    uint64_t all = 0;  // runs, since:
    Instant since;     // epoch: there was none
  } spent;
  std::map<std::string, uint64_t> errors;  // attempts that failed, by kind
  std::vector<std::string> archive_lost;   // files that were removed while they were written
  refresh::Calibration calibration;
  std::vector<FailedSeed> seeds_failed;
  std::vector<SiteReport> failing;    // with a last_failure, at most AskStatus::sites
  std::vector<SiteReport> walled;     // with a wall, at most AskStatus::sites
  std::vector<SiteReport> rewritten;  // with rewrites, at most AskStatus::sites
  std::vector<SiteReport> held;       // back, and resting after failures; at most AskStatus::sites
  std::vector<SiteReport> by_site;
};

struct PageReport {
  std::string url;  // canonical
  Instant at;
  // Of a page: "kept", "left", "waiting", "visited" (and not kept), "disallowed". Of a URL that is
  // none: "outside_scope", "excluded_by_pattern", "too_deep", "trap", "site_budget", "nofollow",
  // "similar_pages", "too_many_redirects", "disallowed", "admissible", "linked", "never_seen".
  std::string standing;
  std::string words;
  std::optional<store::PageState> page;
  std::string duplicate_of;  // URL
  std::string archived_in;   // file name
  PageDate date;             // of the page's last change
  std::vector<change::Visit> visits;
  change::History::Totals totals;
  std::optional<double> probability_current;
  std::optional<Duration> expected_age;
  std::string belief;  // belief, value and price, in a sentence
  struct Weight {
    double value = 1;
    WeightSource from = WeightSource::kEqual;
    uint32_t in_links = 0;
  };
  std::optional<Weight> weight;  // beside other pages
  struct Robots {
    bool allowed = true;
    int line = 0;
    std::string text;  // of the line
  };
  std::optional<Robots> robots;
  // Of a URL that is no page: where it was found.
  struct Found {
    std::string on;  // URL of the page with the link; empty: none, or not known any more
    std::optional<uint16_t> depth;
    std::optional<Instant> at;
    std::string reason;  // why it was not admitted then; empty: not recorded
  };
  std::optional<Found> found;
  Obstacle obstacle;
  std::optional<Instant> next_visit;    // expected, as things are; where it can be told
  std::optional<Instant> leaves_after;  // of a page that is gone: if it is gone then, too
};

struct ChangesReport {
  struct Line {
    store::Change change;
    std::string url;
  };
  std::vector<Line> changes;
  bool more = false;
  ChangePlace next;  // where to go on
};

// What a person has laid down, now in force.
struct SteeringReport {
  bool running = false;
  bool stopping = false;
  bool paused = false;
  std::optional<double> requests_per_second;
  std::vector<std::string> seeds;
};

// What was made of a Ping, URL by URL.
struct PingReport {
  size_t announced = 0;  // known, and looked at when the policy thinks it worth that
  size_t queued = 0;     // not known before
  struct Ignored {
    std::string url;
    std::string why;
  };
  std::vector<Ignored> ignored;
};

using Answer = std::variant<StatusReport, PageReport, ChangesReport, SteeringReport, PingReport>;

}  // namespace freshet::crawl
