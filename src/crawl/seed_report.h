#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "crawl/options.h"
#include "store/store.h"

namespace freshet::crawl {

struct FailedSeed {
  std::string url;
  std::string reason;  // for a person
};

// What the state says of a seed.
struct SeedReport {
  enum class Standing {
    kCollected,  // it, or where it leads, was answered with content at some time
    kWaiting,    // no attempt was made, or none is known
    kFailed,
  };
  Standing standing = Standing::kWaiting;
  std::string reason;  // of kFailed
};

// `url` is canonical. Redirects are followed as far as the state knows them.
SeedReport report_seed(const store::Store& store, const CrawlOptions& options,
                       std::string_view url);

// Those that failed, in the order of `urls`, which need not be canonical.
std::vector<FailedSeed> failed_seeds(const store::Store& store, const CrawlOptions& options,
                                     const std::vector<std::string>& urls);

}  // namespace freshet::crawl
