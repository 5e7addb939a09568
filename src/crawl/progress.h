#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "clock/instant.h"
#include "crawl/seed_report.h"

namespace freshet::crawl {

// How far a crawl has come. Counts are of this run, unless said otherwise.
struct Progress {
  uint64_t pages = 0;     // collected: answered with content
  uint64_t bytes = 0;     // of their bodies, as received
  uint64_t requests = 0;  // of every kind
  uint64_t waiting = 0;   // pages admitted and not visited, from earlier runs too
  // Pages that wait likewise, and are not fetched because the scope is narrower than when they were
  // admitted. All are counted when everything else is collected.
  uint64_t outside_scope = 0;
  uint64_t in_flight = 0;
  uint64_t active_sites = 0;
  uint64_t duplicates = 0;
  uint64_t new_sites = 0;  // seen in links, outside the scope or inside
  uint64_t errors = 0;     // attempts that failed: names, robots.txt, pages; below: why
  std::map<std::string, uint64_t> error_kinds;
  // How every visit ended: "new", "unchanged", "gone", "timed_out", ...
  std::map<std::string, uint64_t, std::less<>> outcomes;
  // Of a run without end: pages that are visited again, and how many of them, by weight, are
  // thought to be current.
  uint64_t known = 0;
  std::optional<double> believed_freshness;
  Duration elapsed;
  bool out_of_room = false;  // the disk is full: nothing is fetched until there is room
  // Why the crawl ended, and what is left.
  std::string ended;
  std::vector<std::string> warc_files;
  // At the end: the seeds that could not be fetched, and whether those are all seeds and nothing
  // else was collected. Not when the crawl was stopped by a person.
  std::vector<FailedSeed> seeds_failed;
  bool no_seed_fetched = false;
};

}  // namespace freshet::crawl
