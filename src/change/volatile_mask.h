#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "change/sketch.h"
#include "clock/instant.h"
#include "result/result.h"

namespace freshet::change {

// What of a page differs by itself from visit to visit: clocks, counters, tokens, adverts, one of
// two versions at random. Learned from the page's own visits; differences in such places do not
// count.
//
// A place is masked from its third difference more or less in a row on, and only if it differed at
// least once between two visits that were at most kQuick apart: a price that is new every day is
// news, a counter that is new at every request is not. Places that hold only dates need no such
// proof. While it is missing, needs_quick_visit asks for it. A masked place is forgotten when it
// stays the same for some visits. Places are known by their surroundings, not their position, and
// follow when those are edited. What only comes or only goes is never masked, so that a growing
// list stays news, and neither is the first difference in any place.
class VolatileMask {
 public:
  static constexpr size_t kMostPlaces = 32;
  static constexpr Duration kQuick = Duration::minutes(10);

  // Changes in nothing but places that may turn out to differ at every visit. Counted are the last
  // ones in a row.
  struct Doubts {
    bool is_doubtful = false;  // this change is such a one
    uint8_t retracted = 0;     // so many before this visit turned out to be no changes
    uint8_t confirmed = 0;     // so many before this visit turned out to be changes
  };
  struct Verdict {
    // Shares of the blocks that differ and are not masked, 0 to 1.
    double text = 0;
    double links = 0;  // blocks that differ in nothing but the targets of their links
    // Whether another visit, at once, would tell what differs by itself from what was edited. Asked
    // for again and again in vain, this becomes rare.
    bool needs_quick_visit = false;
    bool proves_noise = false;  // a place differed that needed this proof
    Doubts doubts;
  };
  // Compares two versions of which one was seen `gap` after the other, and learns from them. Both
  // are of one level.
  Verdict judge(std::span<const Block> before, std::span<const Block> now, Duration gap);
  // A visit that found the very same bytes.
  Doubts saw_same(Duration gap);

  bool empty() const {
    return places_.empty() && versions_.empty() && requests_ == 0 && doubtful_ == 0;
  }

  // At most 350 bytes; none for an empty mask. docs/formats/change.md describes them.
  std::string encode() const;
  // Bytes that no encode() would write are an error, and so is another version than this one.
  static Result<VolatileMask> decode(std::string_view bytes);

  bool operator==(const VolatileMask&) const = default;

 private:
  enum class Kind : uint8_t { kNumbers = 0, kBlocks = 1, kDates = 2, kLinks = 3 };  // stored
  struct Place {
    Kind kind = Kind::kNumbers;
    bool active = false;     // masked
    bool quick = false;      // it differed between two visits at most kQuick apart
    bool was_wider = false;  // kBlocks: more than `length` differed at the last quick visit
    uint8_t score = 0;       // up with every difference, down without; places at 0 are dropped
    uint8_t length = 1;      // kBlocks: how many blocks are masked
    uint32_t left = 0;       // kBlocks: the words of the block before; else: the block
    uint32_t right = 0;      // kBlocks: the words of the block behind
    bool operator==(const Place&) const = default;
  };
  struct Difference;
  class Comparison;

  static constexpr uint8_t kEnough = 3;     // differences make a place masked
  static constexpr uint8_t kTooLittle = 2;  // below this score it no longer is
  static constexpr uint8_t kMostScore = 6;
  static constexpr uint8_t kLongestRun = 8;
  static constexpr size_t kVersions = 3;
  static constexpr uint8_t kEnoughReturns = 3;
  static constexpr uint8_t kMostReturns = 7;
  static constexpr uint8_t kMostRequests = 6;
  static constexpr uint8_t kMostDoubtful = 3;
  // The `left` of a place that stands for all dates, or all links, of the page.
  static constexpr uint32_t kWholePage = 0;

  static bool needs_proof(const Place& place) {
    return place.kind != Kind::kDates && !place.quick && place.score >= kEnough - 1;
  }
  const Place* find(const Difference& difference) const;
  Place* find(const Difference& difference);
  Place* add(const Difference& difference);
  bool is_masked(Kind kind, uint32_t block) const;
  bool returned(uint32_t version, Duration gap);
  struct Settled {
    bool proves_noise = false;  // a place differed that needed this proof
    bool masks_more = false;    // a place is masked that was not before
    bool shows_edit = false;    // a place stayed the same that is not masked
  };
  Settled settle(std::span<const uint8_t> seen, Duration gap);
  Doubts settle_doubts(const Settled& settled, bool changed, bool is_in_places);
  bool wants_proof();

  std::vector<Place> places_;
  std::vector<uint32_t> versions_;  // hashes of the last different ones, the newest last
  uint8_t returns_ = 0;             // how often in a row a change led back to one of them
  bool returned_quickly_ = false;   // one of these returns came at most kQuick after a visit
  uint8_t requests_ = 0;            // for quick visits, since the last one that proved something
  uint8_t skips_ = 0;     // needs for a quick visit that are passed over, because of these
  uint8_t doubtful_ = 0;  // doubtful changes, at most kMostDoubtful
};

}  // namespace freshet::change
