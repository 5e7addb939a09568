#pragma once

#include <cstdint>
#include <optional>
#include <queue>
#include <unordered_map>
#include <vector>

#include "clock/instant.h"
#include "schedule/policy.h"

namespace freshet::refresh {

// Pages that are held back from a policy, each until a time of its own. Operations are O(log pages)
// on average. The memory is proportional to the pages that are held now.
class HeldPages {
 public:
  // The page must not be held.
  void hold(schedule::Page page, uint32_t until);  // Unix seconds
  // Releases a page before its time. Returns false if it is not held.
  bool release(schedule::Page page);
  // Releases and returns a page whose time has come.
  std::optional<schedule::Page> take_due(Instant now);

  std::optional<uint32_t> until(schedule::Page page) const;
  // Returns when the first page is due.
  Instant wake() const;
  size_t size() const { return until_.size(); }

 private:
  struct Entry {
    uint32_t until;
    schedule::Page page;
    bool operator<(const Entry& other) const { return until > other.until; }
  };

  bool is_current(const Entry& entry) const;
  void drop_outdated();

  std::unordered_map<schedule::Page, uint32_t> until_;
  std::priority_queue<Entry> queue_;  // may have outdated entries, but the top entry is current
};

}  // namespace freshet::refresh
