#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "result/result.h"
#include "store/store.h"

namespace freshet::crawl {

struct Readmission {
  // Whether the rules allow the URL now.
  std::function<bool(const store::UnadmittedUrl&)> allows;
  // Takes URLs of one site, those that are nearer to the seeds first, then in the order in which
  // they were found.
  std::function<Status(const std::vector<store::UnadmittedUrl>&)> admit;
  // So many of a site are in memory at a time; of a site with more the order holds in parts.
  size_t most_at_once = 100'000;
};

// Goes once through the URLs that were not admitted. `admit` may commit to the store.
Status readmit(const store::Store& store, const Readmission& readmission);

}  // namespace freshet::crawl
