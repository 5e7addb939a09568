#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "change/sketch.h"
#include "result/result.h"

namespace freshet::change {

// What of a page is different at nearly every visit although nothing happened: clocks, counters,
// tokens, adverts, one of two versions at random. Learned from visit to visit; differences in such
// places do not count.
//
// A place is learned when it differed at three visits more or less in a row (numbers within a block
// whose words stayed) or at four (blocks between two that stayed), while most of the page stayed
// the same; it is forgotten when it stays the same for some visits. Places are known by their
// surroundings, not their position, and follow when those are edited. What only comes or only goes
// is never learned, so that a growing list stays news.
//
// The text alone cannot tell a headline that is new at every visit from an advert. Such a page is
// taken for unchanged while the rest of it is; whoever minds compares bytes.
class VolatileMask {
 public:
  static constexpr size_t kMostPlaces = 16;

  struct Verdict {
    bool same = false;  // but for what is masked
    double share = 0;   // of the blocks that differ and are not masked, 0 to 1
  };
  // Judges two versions one after another, and learns from them. Both of one level.
  Verdict judge(std::span<const Block> before, std::span<const Block> now);
  // A visit that found the very same bytes, or was told so.
  void saw_same();

  bool empty() const { return places_.empty() && versions_.empty(); }

  // At most 180 bytes; nothing for an empty one. docs/formats/change.md describes them.
  std::string encode() const;
  // Bytes that no encode() would write are an error, and so is a version later than this one.
  static Result<VolatileMask> decode(std::string_view bytes);

  bool operator==(const VolatileMask&) const = default;

 private:
  enum class Kind : uint8_t { kNumbers = 0, kBlocks = 1 };
  struct Place {
    Kind kind = Kind::kNumbers;
    bool active = false;
    uint8_t score = 0;   // up with every difference, down faster without; places at 0 are dropped
    uint8_t length = 0;  // blocks: the most that differed at once
    uint32_t left = 0;   // numbers: the block; blocks: the words of the block before
    uint32_t right = 0;  // blocks: the words of the block behind
    bool operator==(const Place&) const = default;
  };
  struct Difference;
  class Judgement;

  static constexpr uint8_t kMostScore = 6;
  static constexpr uint8_t kTooLittle = 2;  // below this a mask no longer holds
  static constexpr uint8_t enough(Kind kind) { return kind == Kind::kNumbers ? 3 : 4; }
  static constexpr uint8_t kLongestRun = 8;
  static constexpr size_t kVersions = 3;
  static constexpr uint8_t kEnoughReturns = 3;
  static constexpr uint8_t kMostReturns = 7;

  Place* find(const Difference& difference);
  Place* add(const Difference& difference);
  bool returned(uint64_t version);
  void settle(std::span<const uint8_t> seen);

  std::vector<Place> places_;
  std::vector<uint32_t> versions_;  // hashes of the last different ones, the newest last
  uint8_t returns_ = 0;             // how often in a row a change led back to one of them
};

}  // namespace freshet::change
