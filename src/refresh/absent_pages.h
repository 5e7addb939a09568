#pragma once

#include <algorithm>
#include <optional>
#include <queue>
#include <unordered_map>
#include <vector>

#include "clock/instant.h"
#include "store/types.h"

namespace freshet::refresh {

// Pages that are known and not there: they left the collection, or never were in it, because their
// visits found nothing. No policy has them. Each is looked at again after as long as it has been
// away, a day at least and a month at most; what tells of it brings that forward.
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
  // Replaces what was said of it before.
  void put(const Absent& page);
  // One that could not be looked at: not before then.
  void put_off(const Absent& page, Instant until);
  // A link leads to it, or a listing says that it changed then. True if it comes earlier by that.
  bool heard_of(store::PageId page, std::optional<Instant> changed, Instant now);

  // The most overdue, if one is due: it is then out of these hands until it is put back.
  std::optional<Absent> take(Instant now);
  std::optional<Instant> due(store::PageId page) const;
  // When the first is due.
  Instant wake() const { return queue_.empty() ? Instant::never() : queue_.top().at; }
  bool empty() const { return pages_.empty(); }

  // Pages of one site are looked for one at a time. True if another of its site is being looked
  // for: the page, which was taken, is due again when that is over.
  bool waits_for_another(const Absent& page);
  void begin_visit(const Absent& page);
  void end_visit(store::SiteId site, Instant now);

  // While there are others to visit, these have a small share of the visits.
  void another_was_chosen() { owed_ = std::min(owed_ + kShare, 1.0); }
  bool is_their_turn() const { return owed_ >= 1; }

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
  std::priority_queue<Entry> queue_;             // with old entries, that say otherwise
  // By SiteId, where one is looked for: those that wait for that to be over.
  std::unordered_map<uint64_t, std::vector<Absent>> looked_for_;
  double owed_ = 0;  // visits
};

}  // namespace freshet::refresh
