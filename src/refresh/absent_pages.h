#pragma once

#include <algorithm>
#include <optional>
#include <queue>
#include <unordered_map>
#include <vector>

#include "clock/instant.h"
#include "store/types.h"

namespace freshet::refresh {

// The absent pages: pages that were visited and are not in the collection, because they left it or
// their visits never found them. No policy has them. A page is visited again after as long as it
// has been absent, but at least a day and at most 30 days. A link or listing that names it brings
// this forward.
class AbsentPages {
 public:
  static constexpr Duration kShortest = Duration::days(1);
  static constexpr Duration kLongest = Duration::days(30);

  struct Absent {
    store::PageKey key;
    Instant since;
    Instant last_visit;
    bool operator==(const Absent&) const = default;
  };
  // Adds a page, or replaces it.
  void put(const Absent& page);
  // Adds a page that could not be visited; it is not due before `until`.
  void postpone(const Absent& page, Instant until);
  // A link leads to the page, or a listing says that it changed at `changed`. Returns true if the
  // page becomes due earlier.
  bool bring_forward(store::PageId page, std::optional<Instant> changed, Instant now);

  // Removes and returns the most overdue page, if one is due. The caller must put() or postpone()
  // it again.
  std::optional<Absent> take(Instant now);
  std::optional<Instant> due(store::PageId page) const;
  // Returns when the first page is due.
  Instant wake() const { return queue_.empty() ? Instant::never() : queue_.top().at; }
  bool empty() const { return pages_.empty(); }

  // Absent pages of one site are visited one at a time. Returns true if another one of the site is
  // being visited. Then the page, which was taken, is kept and becomes due when that visit ends.
  bool waits_for_another(const Absent& page);
  void begin_visit(const Absent& page);
  void end_visit(store::SiteId site, Instant now);

  // While there are other pages to visit, absent pages have a small share of the visits.
  void count_other_visit() { credit_ = std::min(credit_ + kShare, 1.0); }
  bool has_turn() const { return credit_ >= 1; }

 private:
  static constexpr double kShare = 0.02;
  struct Waiting {
    Absent page;
    Instant due;
  };
  struct Entry {
    Instant at;
    store::PageId page;
    bool operator<(const Entry& other) const { return at > other.at; }
  };

  std::unordered_map<uint64_t, Waiting> pages_;  // by PageId
  std::priority_queue<Entry> queue_;             // may have outdated entries
  // By SiteId, for sites with an absent page being visited: the pages that wait for its end.
  std::unordered_map<uint64_t, std::vector<Absent>> being_visited_;
  double credit_ = 0;  // visits that absent pages may have
};

}  // namespace freshet::refresh
