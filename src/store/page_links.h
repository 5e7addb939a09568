#pragma once

#include <vector>

#include "store/page_key.h"

namespace freshet::store {

// The links of a page to other pages, for ranking.
struct PageLinks {
  PageKey from;
  struct Target {
    PageKey key;
    bool nofollow = false;
    bool operator==(const Target&) const = default;
  };
  std::vector<Target> to;
  bool operator==(const PageLinks&) const = default;
};

}  // namespace freshet::store
