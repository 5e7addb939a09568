#include "collection/wall.h"

#include <algorithm>

#include "collection/fixed_bytes.h"

namespace freshet::collection {
namespace {

constexpr size_t kFixedBytes = 8 + 8 + 4 + 1 + 1 + 3 * 8;
constexpr int kMostDoublings = 20;
constexpr size_t kMostTakenIn = 16;

}  // namespace

std::string Wall::words() const {
  if (mark.empty()) return "one and the same content for all pages";
  const bool has_vowel = std::string_view("aeiouAEIO").find(mark[0]) != std::string_view::npos;
  return (has_vowel ? "an " : "a ") + mark;
}

Duration Wall::rest(Duration first, Duration longest) const {
  Duration rest = first;
  for (int i = 1; i < std::min<int>(rests, kMostDoublings) && rest < longest; ++i) rest = rest * 2;
  return std::min(rest, longest);
}

// The format is in docs/formats/state.md.
std::string Wall::encode() const {
  std::string out;
  write_number(out, static_cast<uint64_t>(since.unix_microseconds()), 8);
  write_number(out, static_cast<uint64_t>(last.unix_microseconds()), 8);
  write_number(out, visits, 4);
  write_number(out, rests, 1);
  write_number(out, likeness ? 1 : 0, 1);
  const Likeness kept = likeness.value_or(Likeness());
  write_number(out, kept.content, 8);
  write_number(out, kept.title, 8);
  write_number(out, kept.text.bits, 8);
  return out.append(mark, 0, kLongestMark);
}

std::optional<Wall> Wall::decode(std::string_view bytes) {
  if (bytes.size() < kFixedBytes) return std::nullopt;
  Wall wall;
  wall.since = read_time(bytes);
  wall.last = read_time(bytes);
  wall.visits = static_cast<uint32_t>(read_number(bytes, 4));
  wall.rests = static_cast<uint8_t>(read_number(bytes, 1));
  const bool has_likeness = read_number(bytes, 1) != 0;
  Likeness likeness;
  likeness.content = read_number(bytes, 8);
  likeness.title = read_number(bytes, 8);
  likeness.text.bits = read_number(bytes, 8);
  if (has_likeness) wall.likeness = likeness;
  wall.mark = bytes.substr(0, kLongestMark);
  return wall;
}

void WallWatch::take_in(const store::PageKey& page) {
  if (taken_in.size() == kMostTakenIn) taken_in.erase(taken_in.begin());
  taken_in.push_back(page);
}

bool WallWatch::is_in_row(const store::PageKey& page) const {
  return std::find(row_.begin(), row_.end(), page) != row_.end();
}

void WallWatch::begin_row(const WallSight& sight, Instant now) {
  row_.assign(1, sight.page);
  before_.clear();
  if (sight.before) before_.push_back(*sight.before);
  shown_ = sight.mark.empty() ? sight.shown : std::nullopt;
  since_ = now;
}

WallWatch::Verdict WallWatch::saw(const WallSight& sight, uint64_t pages, Instant now,
                                  std::optional<Wall>& wall) {
  if (!sight.mark.empty()) return saw_mark(sight, now, wall);
  if (!sight.shown) return Verdict::kOpen;
  if (wall && wall->likeness && wall->likeness->is_like(*sight.shown)) {
    if (!wall->stands(now)) return Verdict::kOpen;
    ++wall->visits;
    wall->last = now;
    return Verdict::kBlocked;
  }
  const bool has_turned = sight.before && !sight.before->is_like(*sight.shown);
  if (has_turned || sight.refused) return saw_turned(sight, pages, now, wall);
  const bool is_new_and_like_row = !sight.before && shown_ && shown_->is_like(*sight.shown);
  if (is_new_and_like_row) return Verdict::kOpen;
  row_.clear();
  before_.clear();
  shown_.reset();
  wall.reset();
  return Verdict::kOpen;
}

WallWatch::Verdict WallWatch::saw_mark(const WallSight& sight, Instant now,
                                       std::optional<Wall>& wall) {
  if (row_.empty() || shown_)
    begin_row(sight, now);
  else if (!is_in_row(sight.page) && row_.size() < kMarked)
    row_.push_back(sight.page);
  if (!wall && row_.size() >= kMarked) wall = Wall{.since = since_, .visits = kMarked - 1};
  if (wall) {
    ++wall->visits;
    wall->last = now;
    wall->mark = sight.mark.substr(0, Wall::kLongestMark);
    wall->likeness.reset();
  }
  return Verdict::kBlocked;
}

WallWatch::Verdict WallWatch::saw_turned(const WallSight& sight, uint64_t pages, Instant now,
                                         std::optional<Wall>& wall) {
  if (!sight.before) return Verdict::kOpen;
  if (!shown_ || !shown_->is_like(*sight.shown)) {
    // A single page that turned is no evidence that the others are back.
    begin_row(sight, now);
    return Verdict::kOpen;
  }
  const bool was_as_another = std::any_of(before_.begin(), before_.end(), [&](const Likeness& one) {
    return one.is_like(*sight.before);
  });
  if (is_in_row(sight.page) || sight.was_blocked || was_as_another) return Verdict::kOpen;
  row_.push_back(sight.page);
  before_.push_back(*sight.before);
  if (row_.size() < std::clamp<uint64_t>(pages, kFewest, kEnough)) {
    return sight.refused ? Verdict::kOpen : Verdict::kSuspect;
  }
  wall = Wall{.since = since_,
              .last = now,
              .visits = static_cast<uint32_t>(row_.size()),
              .likeness = sight.shown};
  return Verdict::kBlocked;
}

}  // namespace freshet::collection
