#pragma once

#include <optional>
#include <queue>
#include <unordered_map>

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

 private:
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
};

}  // namespace freshet::refresh
