#pragma once

#include <deque>
#include <map>
#include <optional>

#include "schedule/policy.h"

namespace freshet::simulate {

// Pages that were never visited, in the order in which they came; the order holds among the hosts
// that may be asked. A choice is O(hosts that have any).
class FirstVisits {
 public:
  void push(schedule::Site site, schedule::Page page) {
    by_site_[site].push_back({++numbers_, page});
  }

  // The first whose host `may_be_asked`.
  template <typename MayBeAsked>
  std::optional<schedule::Page> take(MayBeAsked may_be_asked) {
    auto best = by_site_.end();
    for (auto it = by_site_.begin(); it != by_site_.end(); ++it) {
      if (!may_be_asked(it->first)) continue;
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
