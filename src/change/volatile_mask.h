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

// The places of a page that differ by themselves from visit to visit: clocks, counters, tokens,
// adverts, or one of two versions at random. They are learned from the visits to the page, and
// differences in them do not count as changes.
//
// A place is masked at its third difference (with few visits without a difference in between), and
// only if it differed at least once between two visits that were at most kQuick apart: a price that
// is new every day is a change, a counter that is new at every request is not. Places that hold
// only dates need no such proof. While the proof is missing, needs_quick_visit requests it. A
// masked place is dropped when it stays the same for some visits. A place is identified by its
// surroundings, not by its position, and follows when they are edited. Blocks that are only added
// or only removed are never masked, so that a growing list remains a change. The first difference
// in a place is never masked either.
class VolatileMask {
 public:
  static constexpr size_t kMostPlaces = 32;
  static constexpr Duration kQuick = Duration::minutes(10);

  // A change is doubtful if it lies only in places that may turn out to differ at every visit. The
  // mask counts the last doubtful changes.
  struct Doubts {
    bool is_doubtful = false;  // this visit found a doubtful change
    uint8_t retracted = 0;     // this number of changes before this visit turned out to be noise
    uint8_t confirmed = 0;     // this number of changes before this visit turned out to be changes
  };
  struct Verdict {
    // Shares of the blocks that differ and are not masked, 0 to 1.
    double text = 0;
    double links = 0;  // blocks that differ only in the targets of their links
    // A second visit right now would tell a place that differs by itself from an edit. If such
    // visits prove nothing, they are requested less and less often.
    bool needs_quick_visit = false;
    bool proves_noise = false;  // a place that needed the proof differed at a quick visit
    Doubts doubts;
  };
  // Compares two versions, of which the second was seen `gap` after the first, and learns from
  // them. Their sketches must have the same level.
  Verdict judge(std::span<const Block> before, std::span<const Block> now, Duration gap);
  // Learns from a visit that found the same bytes as the visit before.
  Doubts saw_same(Duration gap);

  bool empty() const {
    return places_.empty() && versions_.empty() && requests_ == 0 && doubtful_ == 0;
  }

  // Writes at most 350 bytes, and none for an empty mask. docs/formats/change.md describes the
  // format.
  std::string encode() const;
  // It is an error if encode() would not write such bytes, or if they have another version.
  static Result<VolatileMask> decode(std::string_view bytes);

  bool operator==(const VolatileMask&) const = default;

 private:
  enum class Kind : uint8_t { kNumbers = 0, kBlocks = 1, kDates = 2, kLinks = 3 };  // stored
  struct Place {
    Kind kind = Kind::kNumbers;
    bool active = false;     // masked
    bool quick = false;      // it differed between two visits at most kQuick apart
    bool was_wider = false;  // kBlocks: more than `length` blocks differed at the last quick visit
    uint8_t score = 0;       // rises with every difference, falls without; a place at 0 is dropped
    uint8_t length = 1;      // kBlocks: the number of masked blocks
    uint32_t left = 0;   // kBlocks: the words of the block before; other kinds: name_of() the block
    uint32_t right = 0;  // kBlocks: the words of the block after
    bool operator==(const Place&) const = default;
  };
  struct Difference;
  class Comparison;

  static constexpr uint8_t kScoreToMask = 3;
  static constexpr uint8_t kScoreToStayMasked = 2;
  static constexpr uint8_t kMostScore = 6;
  static constexpr uint8_t kLongestRun = 8;
  static constexpr size_t kVersions = 3;
  static constexpr uint8_t kEnoughReturns = 3;
  static constexpr uint8_t kMostReturns = 7;
  static constexpr uint8_t kMostRequests = 6;
  static constexpr uint8_t kMostDoubtful = 3;
  // The `left` of a place that stands for all dates or all links of the page.
  static constexpr uint32_t kWholePage = 0;

  static bool needs_proof(const Place& place) {
    return place.kind != Kind::kDates && !place.quick && place.score >= kScoreToMask - 1;
  }
  const Place* find(const Difference& difference) const;
  Place* find(const Difference& difference);
  Place* add(const Difference& difference);
  bool is_masked(Kind kind, uint32_t block) const;
  bool returned(uint32_t version, Duration gap);
  struct Settled {
    bool proves_noise = false;  // a place that needed the proof differed at a quick visit
    bool masks_more = false;    // a place became masked
    bool shows_edit = false;    // a place that is not masked stayed the same
  };
  Settled settle(std::span<const uint8_t> seen, Duration gap);
  Doubts settle_doubts(const Settled& settled, bool changed, bool is_in_places);
  bool should_request_quick_visit();

  std::vector<Place> places_;
  std::vector<uint32_t> versions_;  // hashes of the last different versions, the newest last
  uint8_t returns_ = 0;             // changes in a row that led back to one of these versions
  bool returned_quickly_ = false;   // one of these returns came at most kQuick after a visit
  uint8_t requests_ = 0;            // requested quick visits since one proved something
  uint8_t skips_ = 0;               // how many more times a quick visit is not requested
  uint8_t doubtful_ = 0;            // doubtful changes, at most kMostDoubtful
};

}  // namespace freshet::change
