#pragma once

#include <cstdint>
#include <optional>
#include <queue>
#include <unordered_map>
#include <vector>

#include "clock/instant.h"
#include "schedule/policy.h"

namespace freshet::refresh {

// Pages that are kept out of a policy's hands until a time of their own. Operations are
// O(log pages) on average; the memory is that of the pages that are held now.
class HeldPages {
 public:
  // A page that is not held.
  void hold(schedule::Page page, uint32_t until);  // Unix seconds
  // Before its time. False if it is not held.
  bool release(schedule::Page page);
  // One whose time has come, which is then no longer held.
  std::optional<schedule::Page> take_due(Instant now);

  std::optional<uint32_t> until(schedule::Page page) const;
  // When the first is due.
  Instant wake() const;
  size_t size() const { return until_.size(); }

 private:
  struct Entry {
    uint32_t until;
    schedule::Page page;
    bool operator<(const Entry& other) const { return until > other.until; }
  };

  bool is_current(const Entry& entry) const;
  void drop_old();

  std::unordered_map<schedule::Page, uint32_t> until_;
  std::priority_queue<Entry> queue_;  // with old entries, but never in the first place
};

}  // namespace freshet::refresh
