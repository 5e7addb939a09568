#pragma once

#include <cstdint>

#include "aquarium/kinds.h"
#include "aquarium/world_options.h"
#include "clock/instant.h"

namespace freshet::aquarium {

// The properties of a host that never change. They depend only on the options and the host's
// number.
struct HostFacts {
  uint64_t seed = 0;
  uint32_t pages = 1;
  // Pages 0 .. interior-1 are ordinary and have children; the other pages are leaves.
  uint32_t interior = 1;

  ChangeKind changes = ChangeKind::kNever;
  double changes_per_day = 0;  // the median of its pages
  int nights = 1;              // kNightly: a batch every so many nights
  Duration batch_at;           // kNightly: the batch's offset in each period of `nights` days

  bool has_redesign = false;  // at WorldOptions::redesign_at

  ValidatorKind validators = ValidatorKind::kHonest;
  RobotsKind robots = RobotsKind::kRules;
  SitemapKind sitemap = SitemapKind::kNone;
  LastmodKind lastmod = LastmodKind::kHonest;
  HostFault fault = HostFault::kNone;
  Writing writing = Writing::kEnglish;
  PlaceSet places;
  bool has_feed = false;
  bool gzips = false;
  bool chunks = false;
  Duration crawl_delay;  // in robots.txt; zero: none

  Duration latency;
  int busiest_hour = 0;  // hour of the day, UTC
  bool slow_by_day = false;
  // kBusy429 and kBusy503: the phase in the period. kOutage: its beginning, since the world's
  // start.
  Duration fault_phase;

  // Whether robots.txt has rules that a crawler can get, possibly after a delay or a redirect.
  bool has_rules() const {
    return robots == RobotsKind::kRules || robots == RobotsKind::kSlow ||
           robots == RobotsKind::kHuge || robots == RobotsKind::kRedirect;
  }
  // Whether a crawler may fetch nothing, because it cannot get the rules.
  bool is_held_back() const {
    return robots == RobotsKind::kServerError || robots == RobotsKind::kTooMany;
  }
};

// How many children a page has in the tree that makes every page reachable from its host's home
// page: page i links to pages i * branching + 1 to i * branching + branching.
uint32_t branching(const WorldOptions& options);

HostFacts host_facts(const WorldOptions& options, uint32_t host);

}  // namespace freshet::aquarium
