#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "clock/instant.h"
#include "refresh/beliefs.h"
#include "refresh/gain_floor.h"
#include "refresh/held_pages.h"
#include "refresh/page_table.h"

namespace freshet::refresh {

// Says until when a page is not worth a request, and why, in a sentence for a person.
struct BelowFloor {
  Instant until;
  std::string words;
};

// Holds back the pages that a policy chose and that are not worth a request yet. Times are the
// policy's.
class FloorGate {
 public:
  // All must outlive this.
  FloorGate(const GainFloor& floor, const PageTable& table, const Beliefs& beliefs)
      : floor_(floor), table_(table), beliefs_(beliefs) {}

  // Holds a page back that the policy chose, if it is not worth a request now, and returns true
  // then.
  bool hold_if_below(schedule::Page page, Instant now);
  // Releases a page before its time. Returns false if it is not held.
  bool release(schedule::Page page) { return held_.release(page); }
  // Releases and returns a page whose time has come.
  std::optional<schedule::Page> take_due(Instant now) { return held_.take_due(now); }

  // Returns when the first page is due.
  Instant wake() const { return held_.wake(); }
  size_t held() const { return held_.size(); }
  // Returns nullopt if the page is worth a request now.
  std::optional<BelowFloor> below(schedule::Page page, Instant now) const;

 private:
  double chance_of_change(schedule::Page page, Instant now) const;
  uint32_t worth_a_request_at(schedule::Page page, Instant now) const;

  const GainFloor& floor_;
  const PageTable& table_;
  const Beliefs& beliefs_;
  HeldPages held_;
};

}  // namespace freshet::refresh
