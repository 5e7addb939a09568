#pragma once

#include <deque>
#include <map>
#include <optional>

#include "schedule/policy.h"

namespace freshet::simulate {

// A queue of pages that were never visited, first in, first out. Pages of hosts that must not be
// requested now are skipped. take() is O(number of hosts in the queue).
class FirstVisits {
 public:
  void push(schedule::Site site, schedule::Page page) {
    by_site_[site].push_back({++numbers_, page});
  }

  // Removes and returns the first page for whose host `may_be_requested` returns true.
  template <typename MayBeRequested>
  std::optional<schedule::Page> take(MayBeRequested may_be_requested) {
    auto best = by_site_.end();
    for (auto it = by_site_.begin(); it != by_site_.end(); ++it) {
      if (!may_be_requested(it->first)) continue;
      if (best == by_site_.end() || it->second.front().number < best->second.front().number) {
        best = it;
      }
    }
    if (best == by_site_.end()) return std::nullopt;
    const schedule::Page page = best->second.front().page;
    best->second.pop_front();
    if (best->second.empty()) by_site_.erase(best);
    return page;
  }

 private:
  struct Entry {
    uint64_t number;
    schedule::Page page;
  };
  std::map<schedule::Site, std::deque<Entry>> by_site_;
  uint64_t numbers_ = 0;
};

}  // namespace freshet::simulate
