#include "change/volatile_mask.h"

#include <algorithm>
#include <utility>

#include "change/diff.h"
#include "change/pieces.h"

namespace freshet::change {
namespace {

using internal::Match;
using internal::mix;

// Stands for the start and the end of a text, as neighbours of its first and last block.
constexpr uint32_t kEdge = 0;

// If the dates of this number of blocks differ, all dates of the page become one place. For links
// see differences_to_learn().
constexpr size_t kManyDates = 4;
constexpr size_t kManyLinks = 4;

// What happened to a place at this visit.
enum Seen : uint8_t { kAbsent, kStayed, kDiffered };

uint32_t words_of(std::string_view text) {
  const Line line{.text = text, .links = 1};
  return sketch_at(internal::pieces_of({&line, 1}), 0).blocks.at(0).words;
}

// Whether a block has no words to identify it.
bool has_no_words(uint32_t words) {
  static const uint32_t kOnlyNumbers = words_of("0");
  static const uint32_t kOnlyLinks = words_of("");
  return words == kOnlyNumbers || words == kOnlyLinks;
}

// Returns a name that identifies a block. The name of a block without words also depends on the
// block before it.
uint32_t name_of(std::span<const Block> blocks, size_t at) {
  const uint32_t words = blocks[at].words;
  if (!has_no_words(words) || at == 0) return words;
  return static_cast<uint32_t>(mix(blocks[at - 1].words, words) >> 32);
}

}  // namespace

struct VolatileMask::Difference {
  Kind kind = Kind::kNumbers;
  uint32_t left = 0;
  uint32_t right = 0;
  size_t gone = 1;   // blocks
  size_t added = 1;  // blocks
  Match at;          // where it begins
  // For a block that is in both versions: the gap that it would be in if its words differed too.
  uint32_t gap_left = 0;
  uint32_t gap_right = 0;

  Difference as_gap() const {
    return {.kind = Kind::kBlocks, .left = gap_left, .right = gap_right, .at = at};
  }
  size_t blocks() const { return std::max(gone, added); }
  bool replaced() const { return gone > 0 && added > 0 && blocks() <= kLongestRun; }
};

// One comparison of two versions.
class VolatileMask::Comparison {
 public:
  Comparison(VolatileMask& mask, std::span<const Block> before, std::span<const Block> now)
      : mask_(mask), before_(before), now_(now), matches_(internal::matches(before, now)) {
    find_differences();
  }

  Settled learn(Duration gap);
  void learn_lengths(Duration gap);
  Verdict unmasked() const;
  // Whether all differences lie in known places. Valid after learn().
  bool is_in_places() const { return is_in_places_; }
  uint32_t version(std::span<const Block> blocks) const;

 private:
  void find_differences();
  void add_gap(Match from, Match to);
  uint32_t words_before(size_t at) const { return at == 0 ? kEdge : now_[at - 1].words; }
  uint32_t words_at(size_t at) const { return at == now_.size() ? kEdge : now_[at].words; }
  size_t count(Kind kind) const;
  bool is_masked(const Difference& difference) const;
  bool rest_stayed() const;
  std::vector<Difference> differences_to_learn() const;
  void follow_edit(const Difference& gap, std::vector<uint8_t>& seen);
  void mark_stayed(std::vector<uint8_t>& seen) const;

  VolatileMask& mask_;
  std::span<const Block> before_;
  std::span<const Block> now_;
  std::vector<Match> matches_;
  std::vector<Difference> differences_;
  bool is_in_places_ = true;
};

void VolatileMask::Comparison::add_gap(Match from, Match to) {
  if (from == to) return;
  differences_.push_back({.kind = Kind::kBlocks,
                          .left = words_before(from.new_at),
                          .right = words_at(to.new_at),
                          .gone = to.old_at - from.old_at,
                          .added = to.new_at - from.new_at,
                          .at = from});
}

void VolatileMask::Comparison::find_differences() {
  Match from;
  for (const Match& match : matches_) {
    add_gap(from, match);
    const Block& old_block = before_[match.old_at];
    const Block& block = now_[match.new_at];
    const auto compare = [&](Kind kind, uint32_t was, uint32_t is) {
      if (was == is) return;
      differences_.push_back({.kind = kind,
                              .left = name_of(now_, match.new_at),
                              .at = match,
                              .gap_left = words_before(match.new_at),
                              .gap_right = words_at(match.new_at + 1)});
    };
    compare(Kind::kNumbers, old_block.numbers, block.numbers);
    compare(Kind::kDates, old_block.dates, block.dates);
    compare(Kind::kLinks, old_block.links, block.links);
    from = {.old_at = match.old_at + 1, .new_at = match.new_at + 1};
  }
  add_gap(from, {.old_at = before_.size(), .new_at = now_.size()});
}

size_t VolatileMask::Comparison::count(Kind kind) const {
  return static_cast<size_t>(
      std::count_if(differences_.begin(), differences_.end(),
                    [kind](const Difference& difference) { return difference.kind == kind; }));
}

VolatileMask::Verdict VolatileMask::Comparison::unmasked() const {
  // A block that moved is gone in one place and added in another. The maximum of both counts it
  // once.
  size_t gone = 0;
  size_t added = 0;
  size_t text = 0;
  size_t links = 0;
  size_t counted = now_.size();  // the last matched block that was counted
  for (const Difference& difference : differences_) {
    const bool is_gap = difference.kind == Kind::kBlocks;
    if (is_gap) {
      const Place* place = mask_.find(difference);
      const size_t masked = place != nullptr && place->active ? place->length : 0;
      gone += difference.gone - std::min(difference.gone, masked);
      added += difference.added - std::min(difference.added, masked);
      continue;
    }
    // The differences of one block are neighbours in the list, and that of its links is the last.
    if (counted == difference.at.new_at || is_masked(difference)) continue;
    counted = difference.at.new_at;
    ++(difference.kind == Kind::kLinks ? links : text);
  }
  const auto all = static_cast<double>(std::max<size_t>({before_.size(), now_.size(), 1}));
  return {.text = std::min(1.0, static_cast<double>(std::max(gone, added) + text) / all),
          .links = std::min(1.0, static_cast<double>(links) / all)};
}

// A difference inside a block is also masked if the gap around the block is: an advert may come
// back with another link or number.
bool VolatileMask::Comparison::is_masked(const Difference& difference) const {
  if (mask_.is_masked(difference.kind, difference.left)) return true;
  const Place* gap = mask_.find(difference.as_gap());
  return gap != nullptr && gap->active;
}

bool VolatileMask::Comparison::rest_stayed() const {
  size_t differing = 0;
  for (const Difference& difference : differences_) {
    if (difference.kind != Kind::kDates) differing += difference.blocks();
  }
  const size_t all = std::max(before_.size(), now_.size());
  return differing <= std::max<size_t>(8, all / 3) && 2 * differing <= all;
}

// Marks places whose surroundings are on the page and that did not differ.
void VolatileMask::Comparison::mark_stayed(std::vector<uint8_t>& seen) const {
  for (size_t i = 0; i < mask_.places_.size(); ++i) {
    const Place& place = mask_.places_[i];
    const bool whole_page = place.kind != Kind::kBlocks && place.left == kWholePage;
    if (whole_page && seen[i] == kAbsent) seen[i] = kStayed;
  }
  for (const Match& match : matches_) {
    const uint32_t words = now_[match.new_at].words;
    const uint32_t name = name_of(now_, match.new_at);
    for (size_t i = 0; i < mask_.places_.size(); ++i) {
      const Place& place = mask_.places_[i];
      const bool here = place.kind == Kind::kBlocks ? place.left == words || place.right == words
                                                    : place.left == name;
      if (here && seen[i] == kAbsent) seen[i] = kStayed;
    }
  }
}

// If a block with a masked clock was edited, moves the place to the block that replaced it.
void VolatileMask::Comparison::follow_edit(const Difference& gap, std::vector<uint8_t>& seen) {
  if (gap.gone != gap.added) return;
  for (size_t i = 0; i < gap.gone; ++i) {
    const uint32_t name = name_of(before_, gap.at.old_at + i);
    const Block& edited = now_[gap.at.new_at + i];
    for (size_t p = 0; p < mask_.places_.size(); ++p) {
      Place& place = mask_.places_[p];
      if (place.kind == Kind::kBlocks || !place.active || place.left != name) continue;
      const uint32_t part = place.kind == Kind::kNumbers ? edited.numbers
                            : place.kind == Kind::kDates ? edited.dates
                                                         : edited.links;
      if (part == 0) continue;
      place.left = name_of(now_, gap.at.new_at + i);
      seen[p] = kDiffered;
    }
  }
}

// Returns the differences, with one place for all dates of the page if the dates of many blocks
// differ, and one for all links if the links of at least half of the blocks that have some differ.
std::vector<VolatileMask::Difference> VolatileMask::Comparison::differences_to_learn() const {
  const auto with_links = static_cast<size_t>(
      std::count_if(now_.begin(), now_.end(), [](const Block& block) { return block.links != 0; }));
  const bool all_dates = count(Kind::kDates) >= kManyDates;
  const bool all_links = count(Kind::kLinks) >= std::max(kManyLinks, (with_links + 1) / 2);
  std::vector<Difference> learned;
  if (all_dates) learned.push_back({.kind = Kind::kDates, .left = kWholePage});
  if (all_links) learned.push_back({.kind = Kind::kLinks, .left = kWholePage});
  for (const Difference& difference : differences_) {
    const bool is_covered = (difference.kind == Kind::kDates && all_dates) ||
                            (difference.kind == Kind::kLinks && all_links);
    if (!is_covered) learned.push_back(difference);
  }
  return learned;
}

VolatileMask::Settled VolatileMask::Comparison::learn(Duration gap) {
  std::vector<uint8_t> seen(kMostPlaces, kAbsent);
  const bool may_add = rest_stayed();
  for (const Difference& difference : differences_to_learn()) {
    const bool is_gap = difference.kind == Kind::kBlocks;
    if (is_gap) follow_edit(difference, seen);
    Place* place = mask_.find(difference);
    const bool whole_page = !is_gap && difference.left == kWholePage;
    if (place == nullptr && !is_gap && !whole_page) place = mask_.find(difference.as_gap());
    const bool addable = may_add || whole_page || difference.kind == Kind::kDates;
    if (place == nullptr && addable && difference.replaced()) place = mask_.add(difference);
    if (place == nullptr || (is_gap && difference.blocks() > place->length)) is_in_places_ = false;
    if (place == nullptr) continue;
    seen[static_cast<size_t>(place - mask_.places_.data())] = kDiffered;
    // If the gap is wider than the place, it is not known on which side of the gap the place is.
    if (!is_gap || !difference.replaced() || difference.blocks() > place->length) continue;
    place->left = difference.left;
    place->right = difference.right;
  }
  mark_stayed(seen);
  return mask_.settle(seen, gap);
}

// An edit beside an advert must not become part of the masked place. So a place grows only after
// two quick visits in a row, with effect from the next visit. Any visit can make it smaller.
void VolatileMask::Comparison::learn_lengths(Duration gap) {
  for (const Difference& difference : differences_) {
    if (difference.kind != Kind::kBlocks || !difference.replaced()) continue;
    Place* place = mask_.find(difference);
    if (place == nullptr) continue;
    const auto blocks = static_cast<uint8_t>(difference.blocks());
    place->length = std::min(place->length, blocks);
    if (gap > kQuick) continue;
    const bool is_wider = blocks > place->length;
    if (is_wider && place->was_wider) place->length = blocks;
    place->was_wider = is_wider;
  }
}

// Returns a hash of the blocks without the masked numbers, dates and links.
uint32_t VolatileMask::Comparison::version(std::span<const Block> blocks) const {
  uint64_t hash = blocks.size();
  for (size_t i = 0; i < blocks.size(); ++i) {
    const uint32_t name = name_of(blocks, i);
    hash = mix(hash, blocks[i].words);
    if (!mask_.is_masked(Kind::kNumbers, name)) hash = mix(hash, blocks[i].numbers);
    if (!mask_.is_masked(Kind::kDates, name)) hash = mix(hash, blocks[i].dates);
    if (!mask_.is_masked(Kind::kLinks, name)) hash = mix(hash, blocks[i].links);
  }
  return static_cast<uint32_t>(hash);
}

VolatileMask::Verdict VolatileMask::judge(std::span<const Block> before, std::span<const Block> now,
                                          Duration gap) {
  Comparison comparison(*this, before, now);
  const Settled settled = comparison.learn(gap);
  const bool returned_quickly = returned_quickly_;
  Verdict verdict = comparison.unmasked();
  verdict.proves_noise = settled.proves_noise;
  verdict.needs_quick_visit = should_request_quick_visit();
  comparison.learn_lengths(gap);
  const bool same = verdict.text == 0 && verdict.links == 0;
  if (versions_.empty()) versions_.push_back(comparison.version(before));
  const uint32_t version = comparison.version(now);
  if (same && versions_.size() == 1) {
    versions_.clear();  // there is no other version to return to, as for most pages at most visits
  } else if (same) {
    versions_.back() = version;
  } else if (returned(version, gap)) {
    verdict.text = verdict.links = 0;
  } else if (returns_ > 0 && returns_ % 2 == 0 && !returned_quickly_) {
    verdict.needs_quick_visit = true;
  }
  verdict.proves_noise |= returned_quickly_ && !returned_quickly;
  const bool changed = verdict.text > 0 || verdict.links > 0;
  verdict.doubts = settle_doubts(settled, changed, comparison.is_in_places());
  return verdict;
}

// Records the version of a changed page. Returns whether the page alternates between versions that
// were all seen before.
bool VolatileMask::returned(uint32_t version, Duration gap) {
  const auto known = std::find(versions_.begin(), versions_.end(), version);
  if (known == versions_.end()) {
    returns_ = 0;
    returned_quickly_ = false;
    if (versions_.size() == kVersions) versions_.erase(versions_.begin());
    versions_.push_back(version);
    return false;
  }
  std::rotate(known, known + 1, versions_.end());
  returns_ = std::min<uint8_t>(returns_ + 1, kMostReturns);
  returned_quickly_ |= gap <= kQuick;
  return returns_ >= kEnoughReturns && returned_quickly_;
}

const VolatileMask::Place* VolatileMask::find(const Difference& difference) const {
  const auto at = std::find_if(places_.begin(), places_.end(), [&](const Place& place) {
    if (place.kind != difference.kind) return false;
    if (place.kind != Kind::kBlocks) return place.left == difference.left;
    const bool left = place.left == difference.left;
    const bool right = place.right == difference.right;
    return difference.replaced() ? left || right : left && right;
  });
  return at == places_.end() ? nullptr : &*at;
}

VolatileMask::Place* VolatileMask::find(const Difference& difference) {
  return const_cast<Place*>(static_cast<const VolatileMask*>(this)->find(difference));
}

bool VolatileMask::is_masked(Kind kind, uint32_t block) const {
  return std::any_of(places_.begin(), places_.end(), [&](const Place& place) {
    const bool may_stand_for_all = kind == Kind::kDates || kind == Kind::kLinks;
    return place.active && place.kind == kind &&
           (place.left == block || (may_stand_for_all && place.left == kWholePage));
  });
}

// Returns null if there are already kMostPlaces.
VolatileMask::Place* VolatileMask::add(const Difference& difference) {
  if (places_.size() == kMostPlaces) return nullptr;
  return &places_.emplace_back(Place{.kind = difference.kind,
                                     .length = static_cast<uint8_t>(difference.blocks()),
                                     .left = difference.left,
                                     .right = difference.right});
}

VolatileMask::Settled VolatileMask::settle(std::span<const uint8_t> seen, Duration gap) {
  const bool quick = gap <= kQuick;
  Settled settled;
  for (size_t i = 0; i < places_.size(); ++i) {
    Place& place = places_[i];
    if (seen[i] == kDiffered) {
      place.score = std::min<uint8_t>(place.score + 1, kMostScore);
      settled.proves_noise |= quick && needs_proof(place);
      if (quick && !place.quick) requests_ = skips_ = 0;
      place.quick |= quick;
    } else if (place.kind == Kind::kDates && quick) {
      continue;  // a clock that shows minutes may stay the same between quick visits
    } else {
      settled.shows_edit |= !place.active;
      const bool is_established = place.score > kScoreToMask;
      const uint8_t less = seen[i] == kStayed && !is_established ? 2 : 1;
      place.score = place.score > less ? place.score - less : 0;
    }
    const bool is_proven = place.kind == Kind::kDates || place.quick;
    const bool was_active = place.active;
    place.active = is_proven && place.score >= (was_active ? kScoreToStayMasked : kScoreToMask);
    settled.masks_more |= place.active && !was_active;
  }
  std::erase_if(places_, [](const Place& place) { return place.score == 0; });
  return settled;
}

VolatileMask::Doubts VolatileMask::settle_doubts(const Settled& settled, bool changed,
                                                 bool is_in_places) {
  Doubts doubts{.is_doubtful = changed && is_in_places};
  const bool has_doubts =
      std::any_of(places_.begin(), places_.end(), [](const Place& place) { return !place.active; });
  if (settled.shows_edit || (changed && !is_in_places)) {
    doubts.confirmed = std::exchange(doubtful_, 0);
  } else if (settled.masks_more && !has_doubts) {
    doubts.retracted = std::exchange(doubtful_, 0);
  }
  if (doubts.is_doubtful) doubtful_ = std::min<uint8_t>(doubtful_ + 1, kMostDoubtful);
  return doubts;
}

bool VolatileMask::should_request_quick_visit() {
  if (std::none_of(places_.begin(), places_.end(), needs_proof)) return false;
  if (skips_ > 0) {
    --skips_;
    return false;
  }
  requests_ = std::min<uint8_t>(requests_ + 1, kMostRequests);
  skips_ = static_cast<uint8_t>((1 << requests_) - 1);
  return true;
}

VolatileMask::Doubts VolatileMask::saw_same(Duration gap) {
  const Settled settled = settle(std::vector<uint8_t>(kMostPlaces, kStayed), gap);
  return settle_doubts(settled, /*changed=*/false, /*is_in_places=*/true);
}

}  // namespace freshet::change
