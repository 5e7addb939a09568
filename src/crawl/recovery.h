#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "clock/clock.h"
#include "crawl/options.h"
#include "result/result.h"

namespace freshet::crawl {

struct RecoveryOptions {
  bool dry_run = false;  // find out what could be rebuilt, and change nothing
  bool force = false;    // also a state that is not damaged
};

// Written by recover_collection(), read and stopped from any thread.
struct RecoveryProgress {
  std::atomic<uint64_t> bytes = 0;  // of the archive that were read
  std::atomic<uint64_t> all_bytes = 0;
  std::atomic<uint64_t> visits = 0;
  std::atomic<bool> stop = false;
};

struct RecoverySummary {
  std::string why;  // the state had to be rebuilt
  uint64_t visits = 0;
  uint64_t pages = 0;    // visited
  uint64_t waiting = 0;  // found, and not visited
  uint64_t sites = 0;
  uint64_t changes = 0;
  uint64_t bodiless = 0;  // visits whose body cannot be had
  std::vector<std::string> seeds;
  bool seeds_are_known = false;  // else they are the pages that no link leads to, and the scope is
                                 // the one of the options
  bool has_rest = false;         // the old state could be read in part: what was in no record came
                                 // from there
  std::vector<std::string> remarks;  // places of the archive that cannot be read
  std::string set_aside;             // the folder that has the old state now; empty: there was none
};

// Rebuilds the state of a data folder from its archive. The old state, and what stands behind the
// last whole record of the archive, are set aside and kept. An error if another process works on
// the folder, if there is no archive, or, without `force`, if the state is not damaged. After an
// error, and if it was stopped or killed, it can be done again.
Result<RecoverySummary> recover_collection(CrawlOptions options, const RecoveryOptions& recovery,
                                           const Clock& clock, RecoveryProgress& progress);

}  // namespace freshet::crawl
