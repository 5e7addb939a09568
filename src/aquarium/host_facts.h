#pragma once

#include <cstdint>

#include "aquarium/kinds.h"
#include "aquarium/world_options.h"
#include "clock/instant.h"

namespace freshet::aquarium {

// What is true of a host at all times. A function of the options and the host's number.
struct HostFacts {
  uint64_t seed = 0;
  uint32_t pages = 1;
  // Pages 0 .. interior-1 have children and are ordinary; the others hang from them.
  uint32_t interior = 1;

  ChangeKind changes = ChangeKind::kNever;
  double changes_per_day = 0;  // median of its pages
  int nights = 1;              // kNightly: between two batches
  Duration batch_at;           // since midnight of a batch's day (phase of `nights` included)

  bool has_redesign = false;  // at the time that the options name

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
  Duration crawl_delay;  // in robots.txt; none if zero

  Duration latency;
  int busiest_hour = 0;  // of the day, UTC
  bool slow_by_day = false;
  // For busy hosts the phase of the period; for an outage its beginning, since the world's start.
  Duration fault_phase;

  // Whether there are rules in robots.txt that a crawler will find, if it is patient.
  bool has_rules() const {
    return robots == RobotsKind::kRules || robots == RobotsKind::kSlow ||
           robots == RobotsKind::kHuge || robots == RobotsKind::kRedirect;
  }
  // Whether a crawler must hold back because it cannot know the rules.
  bool is_held_back() const {
    return robots == RobotsKind::kServerError || robots == RobotsKind::kTooMany;
  }
};

// Children of a page in the tree that makes every page reachable from its host's home page: page i
// links to i * branching + 1 and the following.
uint32_t branching(const WorldOptions& options);

HostFacts host_facts(const WorldOptions& options, uint32_t host);

}  // namespace freshet::aquarium
