#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "change/history.h"
#include "refresh/found.h"
#include "schedule/policy.h"

namespace freshet::refresh {

// What earlier runs saw of the pages of a collection, so that a policy can be told once more: visit
// by visit, in the order of time over all pages, since it learns of sites from that order. With
// many pages only the last visits of each are told one by one, and those before them in sum: so
// that starting takes seconds whatever there is, and 16 bytes for each visit that is told.
class Recollection {
 public:
  explicit Recollection(size_t most_visits = 4'000'000) : most_visits_(most_visits) {}

  // False if no visit ever succeeded: it is left out. Each page once.
  bool add(schedule::Page page, const schedule::PageFacts& facts, const change::History& history);

  struct Visit {
    schedule::Page page = 0;
    Instant at;
    Found found;
    const schedule::PageFacts* first = nullptr;  // of the page's first visit
  };
  // Forgets all of it.
  void tell(const std::function<void(const Visit&)>& each);

 private:
  struct Told {
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

  static Told told_of(schedule::Page page, const change::Visit& visit);
  size_t sum_up(size_t begin, size_t end);
  void thin_out();

  const size_t most_visits_;
  size_t visits_each_ = change::History::kRecent;
  std::vector<Told> visits_;  // of one page after another, until they are told
  std::vector<Facts> facts_;  // by schedule::Page
};

}  // namespace freshet::refresh
