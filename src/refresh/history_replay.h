#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "change/history.h"
#include "refresh/found.h"
#include "schedule/policy.h"

namespace freshet::refresh {

// Replays the visits of earlier runs to a policy, in the order of time over all pages, because the
// policy learns about sites from that order. With many pages, only the last visits of each page are
// replayed one by one, and the visits before them as sums. So a start takes seconds for any
// collection, and the memory is 16 bytes for each visit that is replayed.
class HistoryReplay {
 public:
  explicit HistoryReplay(size_t most_visits = 4'000'000) : most_visits_(most_visits) {}

  // Adds the history of a page. It must be called once for each page. Returns false, and adds
  // nothing, if no visit ever succeeded.
  bool add(schedule::Page page, const schedule::PageFacts& facts, const change::History& history);

  struct Visit {
    schedule::Page page = 0;
    Instant at;
    Found found;
    const schedule::PageFacts* first = nullptr;  // set for the first visit of a page
  };
  // Calls `each` for all visits, and then frees them.
  void replay(const std::function<void(const Visit&)>& each);

 private:
  struct Entry {
    uint32_t at;  // Unix seconds
    schedule::Page page;
    uint32_t last_modified;  // Unix seconds; 0: none
    uint32_t size : 29;
    uint32_t kind : 2;
    uint32_t first : 1;

    bool succeeded() const;
    bool changed() const;
  };
  struct Facts {
    schedule::Site site = 0;
    schedule::Section section = 0;
    float weight = 1;
    uint32_t size : 31 = 0;
    uint32_t is_listing : 1 = 0;
    float past_changes = 0;
    float past_days = 0;
  };

  static Entry entry_of(schedule::Page page, const change::Visit& visit);
  size_t sum_up(size_t begin, size_t end);
  void thin_out();

  const size_t most_visits_;
  size_t visits_each_ = change::History::kRecent;
  std::vector<Entry> visits_;  // page by page; replay() sorts them by time
  std::vector<Facts> facts_;   // by schedule::Page
};

}  // namespace freshet::refresh
