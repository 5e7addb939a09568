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
  bool dry_run = false;  // find out what can be rebuilt, and change nothing
  bool force = false;    // rebuild also a state that is not damaged
};

// Written by recover_collection(); read, and stopped, by any thread.
struct RecoveryProgress {
  std::atomic<uint64_t> bytes = 0;  // of the archive that were read
  std::atomic<uint64_t> all_bytes = 0;
  std::atomic<uint64_t> visits = 0;
  std::atomic<bool> stop = false;
};

struct RecoverySummary {
  std::string why;  // why the state had to be rebuilt
  uint64_t visits = 0;
  uint64_t pages = 0;    // pages visited
  uint64_t waiting = 0;  // pages found and not visited
  uint64_t sites = 0;
  uint64_t changes = 0;
  uint64_t bodiless = 0;  // visits whose body cannot be read
  std::vector<std::string> seeds;
  // If false, the seeds are the pages without a link to them, and the scope is that of the options.
  bool seeds_are_known = false;
  // Whether the old state was readable in part, and supplied what the archive does not have.
  bool old_state_readable = false;
  std::vector<std::string> remarks;  // places of the archive that cannot be read
  std::string set_aside;             // folder with the old state; empty: there was none
};

// Rebuilds the state of a data folder from its archive. The old state, and the bytes after the last
// whole record of the archive, are moved to a folder of their own and kept. Returns an error if
// another process works on the folder, if there is no archive, or, without `force`, if the state is
// not damaged. It can be repeated after an error, a stop or a crash.
Result<RecoverySummary> recover_collection(CrawlOptions options, const RecoveryOptions& recovery,
                                           const Clock& clock, RecoveryProgress& progress);

}  // namespace freshet::crawl
