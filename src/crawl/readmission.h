#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "result/result.h"
#include "store/store.h"

namespace freshet::crawl {

struct Readmission {
  store::ShardSet shards = store::ShardSet::all();
  // Returns whether the current rules allow the URL.
  std::function<bool(const store::UnadmittedUrl&)> allows;
  // Admits URLs of one site, ordered by depth, then by when they were found.
  std::function<Status(const std::vector<store::UnadmittedUrl>&)> admit;
  // At most this many URLs of a site are in memory at a time; a larger site is admitted in parts,
  // each in this order.
  size_t most_at_once = 100'000;
};

// Reads all URLs that were refused, and admits those that are allowed. `admit` may commit to the
// store.
Status readmit(const store::Store& store, const Readmission& readmission);

}  // namespace freshet::crawl
