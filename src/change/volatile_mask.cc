#include "change/volatile_mask.h"

#include <algorithm>

#include "change/diff.h"
#include "change/pieces.h"

namespace freshet::change {
namespace {

using internal::Match;
using internal::mix;

// The ends of a text, as neighbours of its first and last block.
constexpr uint32_t kEdge = 0;

// What became of a place at this visit.
enum Seen : uint8_t { kAbsent, kStayed, kDiffered };

// The words of a block that has none.
uint32_t only_numbers() {
  static const uint32_t kWords = sketch_at("0", 0).blocks.at(0).words;
  return kWords;
}

// A block of numbers alone could be any of many; the one before tells which.
uint32_t numbers_key(std::span<const Block> blocks, size_t at) {
  const uint32_t words = blocks[at].words;
  if (words != only_numbers() || at == 0) return words;
  return static_cast<uint32_t>(mix(blocks[at - 1].words, words) >> 32);
}

}  // namespace

struct VolatileMask::Difference {
  Kind kind = Kind::kNumbers;
  uint32_t left = 0;
  uint32_t right = 0;
  size_t gone = 0;   // blocks
  size_t added = 0;  // blocks

  size_t blocks() const { return std::max(gone, added); }
  bool replaced() const { return gone > 0 && added > 0 && blocks() <= kLongestRun; }
};

// One comparison of two versions.
class VolatileMask::Judgement {
 public:
  Judgement(VolatileMask& mask, std::span<const Block> before, std::span<const Block> now)
      : mask_(mask), before_(before), now_(now), matches_(internal::matches(before, now)) {
    find_differences();
  }

  // Blocks that differ and are not masked.
  size_t unmasked() const;
  void learn();
  uint64_t version(std::span<const Block> blocks) const;

 private:
  void find_differences();
  void add_gap(Match from, Match to);
  bool rest_stayed() const;
  void follow_edit(Match from, const Difference& gap, std::vector<uint8_t>& seen);
  void mark_stayed(std::vector<uint8_t>& seen) const;

  VolatileMask& mask_;
  std::span<const Block> before_;
  std::span<const Block> now_;
  std::vector<Match> matches_;
  std::vector<Difference> differences_;
  std::vector<Match> gap_starts_;  // of the differences in blocks, in their order
};

void VolatileMask::Judgement::add_gap(Match from, Match to) {
  if (from == to) return;
  Difference gap{.kind = Kind::kBlocks,
                 .left = from.new_at == 0 ? kEdge : now_[from.new_at - 1].words,
                 .right = to.new_at == now_.size() ? kEdge : now_[to.new_at].words,
                 .gone = to.old_at - from.old_at,
                 .added = to.new_at - from.new_at};
  differences_.push_back(gap);
  gap_starts_.push_back(from);
}

void VolatileMask::Judgement::find_differences() {
  Match from;
  for (const Match& match : matches_) {
    add_gap(from, match);
    if (before_[match.old_at].numbers != now_[match.new_at].numbers) {
      differences_.push_back({.kind = Kind::kNumbers,
                              .left = numbers_key(now_, match.new_at),
                              .right = 0,
                              .gone = 1,
                              .added = 1});
    }
    from = {.old_at = match.old_at + 1, .new_at = match.new_at + 1};
  }
  add_gap(from, {.old_at = before_.size(), .new_at = now_.size()});
}

size_t VolatileMask::Judgement::unmasked() const {
  // A block that moved is gone in one place and added in another: it counts once.
  size_t gone = 0;
  size_t added = 0;
  for (const Difference& difference : differences_) {
    const Place* place = mask_.find(difference);
    const size_t masked = place != nullptr && place->active ? place->length : 0;
    gone += difference.gone - std::min(difference.gone, masked);
    added += difference.added - std::min(difference.added, masked);
  }
  return std::max(gone, added);
}

bool VolatileMask::Judgement::rest_stayed() const {
  size_t differing = 0;
  for (const Difference& difference : differences_) differing += difference.blocks();
  const size_t all = std::max(before_.size(), now_.size());
  return differing <= std::max<size_t>(2, all / 5) && 2 * differing <= all;
}

// Places whose surroundings are there and that did not differ.
void VolatileMask::Judgement::mark_stayed(std::vector<uint8_t>& seen) const {
  for (const Match& match : matches_) {
    const uint32_t words = now_[match.new_at].words;
    const uint32_t key = numbers_key(now_, match.new_at);
    for (size_t i = 0; i < mask_.places_.size(); ++i) {
      const Place& place = mask_.places_[i];
      const bool here = place.kind == Kind::kNumbers ? place.left == key
                                                     : place.left == words || place.right == words;
      if (here && seen[i] == kAbsent) seen[i] = kStayed;
    }
  }
}

// Where a block with a clock was itself edited, the clock is in the block that took its place.
void VolatileMask::Judgement::follow_edit(Match from, const Difference& gap,
                                          std::vector<uint8_t>& seen) {
  if (gap.gone != gap.added) return;
  for (size_t i = 0; i < gap.gone; ++i) {
    const uint32_t key = numbers_key(before_, from.old_at + i);
    for (size_t p = 0; p < mask_.places_.size(); ++p) {
      Place& place = mask_.places_[p];
      if (place.kind != Kind::kNumbers || !place.active || place.left != key) continue;
      if (now_[from.new_at + i].numbers == 0) continue;
      place.left = numbers_key(now_, from.new_at + i);
      seen[p] = kDiffered;
    }
  }
}

void VolatileMask::Judgement::learn() {
  std::vector<uint8_t> seen(kMostPlaces, kAbsent);
  const bool may_add = rest_stayed();
  size_t gaps = 0;
  for (const Difference& difference : differences_) {
    if (difference.kind == Kind::kBlocks) follow_edit(gap_starts_[gaps++], difference, seen);
    Place* place = mask_.find(difference);
    if (place == nullptr && may_add && difference.replaced()) place = mask_.add(difference);
    if (place == nullptr) continue;
    seen[static_cast<size_t>(place - mask_.places_.data())] = kDiffered;
    if (place->kind == Kind::kNumbers || !difference.replaced()) continue;
    place->left = difference.left;
    place->right = difference.right;
    if (!place->active) {
      place->length = std::max(place->length, static_cast<uint8_t>(difference.blocks()));
    }
  }
  mark_stayed(seen);
  mask_.settle(seen);
}

uint64_t VolatileMask::Judgement::version(std::span<const Block> blocks) const {
  uint64_t hash = blocks.size();
  for (size_t i = 0; i < blocks.size(); ++i) {
    hash = mix(hash, blocks[i].words);
    const Place* place =
        mask_.find({.kind = Kind::kNumbers, .left = numbers_key(blocks, i), .right = 0});
    if (place == nullptr || !place->active) hash = mix(hash, blocks[i].numbers);
  }
  return hash;
}

VolatileMask::Verdict VolatileMask::judge(std::span<const Block> before,
                                          std::span<const Block> now) {
  Judgement judgement(*this, before, now);
  const size_t unmasked = judgement.unmasked();
  if (versions_.empty()) versions_.push_back(static_cast<uint32_t>(judgement.version(before)));
  const uint64_t version = judgement.version(now);
  Verdict verdict{.same = unmasked == 0, .share = 0};
  if (verdict.same && versions_.size() == 1) {
    versions_.clear();  // nothing to return to: most pages, at most visits
  } else if (verdict.same) {
    versions_.back() = static_cast<uint32_t>(version);
  } else if (returned(version)) {
    verdict.same = true;
  } else {
    const auto all = static_cast<double>(std::max(before.size(), now.size()));
    verdict.share = std::min(1.0, static_cast<double>(unmasked) / all);
  }
  judgement.learn();
  return verdict;
}

// Whether a changed page alternates between versions that were all seen before.
bool VolatileMask::returned(uint64_t version) {
  const auto hash = static_cast<uint32_t>(version);
  const auto known = std::find(versions_.begin(), versions_.end(), hash);
  if (known == versions_.end()) {
    returns_ = 0;
    if (versions_.size() == kVersions) versions_.erase(versions_.begin());
    versions_.push_back(hash);
    return false;
  }
  std::rotate(known, known + 1, versions_.end());
  returns_ = std::min<uint8_t>(returns_ + 1, kMostReturns);
  return returns_ >= kEnoughReturns;
}

VolatileMask::Place* VolatileMask::find(const Difference& difference) {
  const auto at = std::find_if(places_.begin(), places_.end(), [&](const Place& place) {
    if (place.kind != difference.kind) return false;
    if (place.kind == Kind::kNumbers) return place.left == difference.left;
    const bool left = place.left == difference.left;
    const bool right = place.right == difference.right;
    return difference.replaced() ? left || right : left && right;
  });
  return at == places_.end() ? nullptr : &*at;
}

// Null if all places are taken.
VolatileMask::Place* VolatileMask::add(const Difference& difference) {
  const Place place{.kind = difference.kind,
                    .active = false,
                    .score = 0,
                    .length = 1,
                    .left = difference.left,
                    .right = difference.right};
  if (places_.size() < kMostPlaces) return &places_.emplace_back(place);
  return nullptr;
}

void VolatileMask::settle(std::span<const uint8_t> seen) {
  for (size_t i = 0; i < places_.size(); ++i) {
    Place& place = places_[i];
    if (seen[i] == kDiffered) {
      place.score = std::min<uint8_t>(place.score + 1, kMostScore);
    } else {
      const uint8_t less = seen[i] == kStayed ? 2 : 1;
      place.score = place.score > less ? place.score - less : 0;
    }
    place.active = place.score >= (place.active ? kTooLittle : enough(place.kind));
  }
  std::erase_if(places_, [](const Place& place) { return place.score == 0; });
}

void VolatileMask::saw_same() {
  settle(std::vector<uint8_t>(kMostPlaces, kStayed));
}

}  // namespace freshet::change
