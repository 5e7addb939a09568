#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clock/instant.h"
#include "collection/events.h"
#include "collection/seed_report.h"

namespace freshet::crawl {

// The progress of a crawl. Counts are of this run unless stated otherwise.
struct Progress {
  uint64_t pages = 0;     // collected: answered with content
  uint64_t bytes = 0;     // of their bodies, as received
  uint64_t requests = 0;  // of every kind
  uint64_t waiting = 0;   // pages admitted and not visited, also of earlier runs
  // Waiting pages that are not fetched because the scope has become narrower. The count is complete
  // when everything else is collected.
  uint64_t outside_scope = 0;
  uint64_t at_aliases = 0;  // waiting pages of sites that are aliases; they are not fetched
  uint64_t in_flight = 0;
  uint64_t active_sites = 0;
  uint64_t duplicates = 0;
  uint64_t new_sites = 0;  // found in links, inside and outside the scope
  uint64_t errors = 0;     // failed attempts of any kind; error_kinds has the reasons
  collection::EventCounts error_kinds;
  collection::EventCounts outcomes;  // results of all visits
  // In a run without end: known pages, and the estimated share of them, by weight, that is current.
  uint64_t known = 0;
  std::optional<double> believed_freshness;
  Duration elapsed;
  // How long a commit takes to be written to the state, on average over the last ones.
  Duration commit_time;
  bool out_of_room = false;  // nothing is fetched because writing failed (disk full)
  // Why the crawl ended.
  std::string ended;
  std::vector<std::string> warc_files;
  // Set at the end, unless the crawl was stopped: the seeds that could not be fetched, and whether
  // these are all seeds and nothing else was collected.
  std::vector<collection::FailedSeed> seeds_failed;
  bool no_seed_fetched = false;
};

// Adds the counts of an earlier part of a run to those of a later one.
void add_counts(const Progress& before, Progress& now);

}  // namespace freshet::crawl
