#include "change/rhythm.h"

#include <algorithm>
#include <cmath>

namespace freshet::change {
namespace {

struct Spacing {
  Duration least;
  Duration most;    // exclusive
  double days = 0;  // the usual spacing
};
constexpr std::array<Spacing, 3> kSpacing = {{
    {Duration::hours(3), Duration::hours(18), 0.5},
    {Duration::hours(18), Duration::hours(36), 1},
    {Duration::hours(36), Duration::hours(96), 7.0 / 3},
}};
constexpr int kTicks = 64;
// A bound needs as much time of a spacing. After many days, what is known of this spacing and of
// all smaller ones is halved: a page that has become faster is thus visited more often again.
constexpr double kEnoughDays = 14;
constexpr double kManyDays = 16 * 7;
constexpr int kManyFarApart = 16;
constexpr uint8_t kMostChanges = 255;
constexpr uint8_t kMostInPart = 15;
constexpr int kHoursInPart = 3;
// A change whose time is known no better than this tells nothing about the part of the day.
constexpr Duration kKnownTime = Duration::hours(18);

template <typename Count>
void halve(Count& count) {
  count = static_cast<Count>(count / 2);
}

// The time in the unit of Rhythm.
double ticks(double days, const Spacing& spacing) {
  return days / spacing.days * kTicks;
}

}  // namespace

// Returns kSpacings if it is larger than all, and kSpacings + 1 if it is smaller.
size_t Rhythm::spacing_of(Duration waited) {
  if (waited < kSpacing.front().least) return kSpacings + 1;
  size_t spacing = 0;
  while (spacing < kSpacings && waited >= kSpacing[spacing].most) ++spacing;
  return spacing;
}

// The time of the change is Last-Modified if that lies between the visits; otherwise it is taken to
// be at a third of the time between them. At the middle of the half day before midnight, which is
// 18 o'clock, a day of work and a night meet; at a third, the half days before midnight and before
// noon are by day and by night, also if the visits are some hours late.
std::optional<size_t> Rhythm::part_of_change(const Interval& interval) {
  Instant when = interval.from + (interval.to - interval.from) / 3;
  const auto& date = interval.last_modified;
  if (date && *date > interval.from && *date <= interval.to)
    when = *date;
  else if (interval.to - interval.from > kKnownTime)
    return std::nullopt;
  const int64_t hour = when.unix_seconds() / 3600;
  return static_cast<size_t>((hour % 24 + 24) % 24 / kHoursInPart);
}

void Rhythm::halve_up_to(size_t spacing) {
  for (size_t i = 0; i < kSpacings && i <= spacing; ++i) {
    halve(spaced_[i].time);
    halve(spaced_[i].changes);
  }
}

void Rhythm::count_visit(size_t spacing, Duration waited) {
  if (spacing == kSpacings) {
    if (++far_apart_ < kManyFarApart) return;
    halve(far_apart_);
  } else {
    uint16_t& time = spaced_[spacing].time;
    time += static_cast<uint16_t>(ticks(waited.in_days(), kSpacing[spacing]));
    if (time < ticks(kManyDays, kSpacing[spacing])) return;
  }
  halve_up_to(spacing);
}

void Rhythm::add(const Interval& interval) {
  const Duration waited = interval.to - interval.from;
  const size_t spacing = spacing_of(waited);
  if (interval.changed && spacing < kSpacings && spaced_[spacing].changes < kMostChanges) {
    ++spaced_[spacing].changes;
  }
  if (spacing <= kSpacings) count_visit(spacing, waited);
  if (!interval.changed) return;
  const auto part = part_of_change(interval);
  if (!part) return;
  if (parts_[*part] == kMostInPart) std::for_each(parts_.begin(), parts_.end(), halve<uint8_t>);
  ++parts_[*part];
}

void Rhythm::retract(const Interval& interval) {
  const auto take_one = [](uint8_t& count) { count -= count > 0 ? 1 : 0; };
  const size_t spacing = spacing_of(interval.to - interval.from);
  if (spacing < kSpacings) take_one(spaced_[spacing].changes);
  if (const auto part = part_of_change(interval)) take_one(parts_[*part]);
}

// The rate at which as many visits at the usual spacing would find a change, if changes were
// independent (Cho and Garcia-Molina, "Estimating frequency of change", 2003, 4.2).
std::optional<double> Rhythm::most_changes_a_day() const {
  std::optional<double> most;
  for (size_t i = 0; i < kSpacings; ++i) {
    const auto [time, changes] = spaced_[i];
    const double visits = static_cast<double>(time) / kTicks;
    if (visits * kSpacing[i].days < kEnoughDays) continue;
    const double unchanged = std::max(visits - changes, 0.0);
    const double rate = -std::log((unchanged + 0.5) / (visits + 0.5)) / kSpacing[i].days;
    most = std::min(most.value_or(rate), rate);
  }
  return most;
}

double Rhythm::changes_between(int from, int to, Duration east) const {
  const double begin = from - east.in_seconds() / 3600;
  const double end = to - east.in_seconds() / 3600;
  double sum = 0;
  for (size_t i = 0; i < kParts; ++i) {
    const double part = static_cast<double>(i) * kHoursInPart;
    for (const double day : {-48.0, -24.0, 0.0, 24.0, 48.0}) {
      const double overlap = std::min(end, day + part + kHoursInPart) - std::max(begin, day + part);
      sum += std::max(overlap, 0.0) / kHoursInPart * parts_[i];
    }
  }
  return sum;
}

Rhythm::Bytes Rhythm::bytes() const {
  Bytes bytes{};
  size_t at = 0;
  for (const auto [time, changes] : spaced_) {
    bytes[at++] = static_cast<uint8_t>(time & 0xFF);
    bytes[at++] = static_cast<uint8_t>(time >> 8);
    bytes[at++] = changes;
  }
  bytes[at++] = far_apart_;
  for (size_t i = 0; i < kParts; i += 2) {
    bytes[at++] = static_cast<uint8_t>(parts_[i] | parts_[i + 1] << 4);
  }
  return bytes;
}

std::optional<Rhythm> Rhythm::from_bytes(const Bytes& bytes) {
  Rhythm rhythm;
  size_t at = 0;
  for (size_t i = 0; i < kSpacings; ++i) {
    Spaced& spaced = rhythm.spaced_[i];
    spaced.time = static_cast<uint16_t>(bytes[at] | bytes[at + 1] << 8);
    spaced.changes = bytes[at + 2];
    at += 3;
    if (spaced.time >= ticks(kManyDays, kSpacing[i])) return std::nullopt;
  }
  rhythm.far_apart_ = bytes[at++];
  if (rhythm.far_apart_ >= kManyFarApart) return std::nullopt;
  for (size_t i = 0; i < kParts; i += 2) {
    rhythm.parts_[i] = bytes[at] & kMostInPart;
    rhythm.parts_[i + 1] = static_cast<uint8_t>(bytes[at++] >> 4);
  }
  return rhythm;
}

}  // namespace freshet::change
