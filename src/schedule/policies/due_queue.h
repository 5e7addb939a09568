#pragma once

#include <optional>
#include <queue>
#include <vector>

#include "schedule/policy.h"

namespace freshet::schedule {

// Pages by the time at which they are due, the most overdue first: for policies that give each page
// an interval.
class DueQueue {
 public:
  // Due then; what was said of the page before is forgotten.
  void put(Page page, Instant at) {
    if (page >= due_.size()) due_.resize(page + size_t{1}, Instant::never());
    due_[page] = at;
    queue_.push({at, page});
  }
  void remove(Page page) { due_[page] = Instant::never(); }

  std::optional<Page> take(Instant now) {
    while (!queue_.empty() && queue_.top().at <= now) {
      const Entry first = queue_.top();
      queue_.pop();
      if (due_[first.page] == first.at) return first.page;
    }
    return std::nullopt;
  }

  Instant due(Page page) const { return due_[page]; }
  std::optional<Instant> expected(Page page, Instant now) const {
    if (due_[page] == Instant::never()) return std::nullopt;  // it is out
    return std::max(due_[page], now);
  }
  Instant first() const { return queue_.empty() ? Instant::never() : queue_.top().at; }

 private:
  struct Entry {
    Instant at;
    Page page;
    bool operator<(const Entry& other) const { return at > other.at; }
  };
  std::vector<Instant> due_;  // by page; an entry that says otherwise is old
  std::priority_queue<Entry> queue_;
};

}  // namespace freshet::schedule
