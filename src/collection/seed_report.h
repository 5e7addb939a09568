#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "collection/options.h"
#include "store/store.h"

namespace freshet::collection {

struct FailedSeed {
  std::string url;
  std::string reason;  // for a person
};

// The status of a seed.
struct SeedReport {
  enum class Outcome {
    kCollected,  // the seed, or the target of its redirects, was answered with content at some time
    kWaiting,    // no attempt was made or recorded
    kFailed,
  };
  Outcome outcome = Outcome::kWaiting;
  std::string reason;  // of kFailed
};

// `url` must be canonical. Follows redirects as far as the state has them.
SeedReport report_seed(const store::Store& store, const Options& options, std::string_view url);

// Returns the seeds that failed, in the order of `urls`, which need not be canonical.
std::vector<FailedSeed> failed_seeds(const store::Store& store, const Options& options,
                                     const std::vector<std::string>& urls);

}  // namespace freshet::collection
