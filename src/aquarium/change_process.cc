#include "aquarium/change_process.h"

#include <algorithm>

#include "aquarium/chance.h"

namespace freshet::aquarium {
namespace {

constexpr int64_t kEra = int64_t{1} << 46;
// More changes than this in an era would make the top of the tree slow.
constexpr double kMostInEra = 1 << 20;
// Looking for a change further off than this is looking for one that will not come.
constexpr uint64_t kMostEras = 64;

constexpr int64_t kHour = Duration::hours(1).in_microseconds();
constexpr int64_t kDay = Duration::days(1).in_microseconds();
constexpr int64_t kWeek = Duration::days(7).in_microseconds();
constexpr int64_t kMonday = 4 * kDay;  // 1970-01-05
constexpr int64_t kOpening = 9 * kHour;
constexpr int64_t kOfficeDay = 9 * kHour;
constexpr int64_t kOfficeWeek = 5 * kOfficeDay;

constexpr int64_t floor_div(int64_t a, int64_t b) {
  return a / b - (a % b < 0 ? 1 : 0);
}

// Office time since the first Monday of 1970.
int64_t office_time(int64_t unix_us) {
  const int64_t since = unix_us - kMonday;
  const int64_t week = floor_div(since, kWeek);
  const int64_t of_week = since - week * kWeek;
  const int64_t day = of_week / kDay;
  const int64_t today =
      day < 5 ? std::clamp<int64_t>(of_week - day * kDay - kOpening, 0, kOfficeDay) : 0;
  return week * kOfficeWeek + std::min<int64_t>(day, 5) * kOfficeDay + today;
}
int64_t from_office_time(int64_t office) {
  const int64_t week = floor_div(office, kOfficeWeek);
  const int64_t of_week = office - week * kOfficeWeek;
  return kMonday + week * kWeek + of_week / kOfficeDay * kDay + kOpening + of_week % kOfficeDay;
}

// Walks down the tree of an era. The events of a node lie in [begin, begin + length).
struct Node {
  uint64_t seed;  // of the era
  uint64_t events;
  uint64_t id = 1;
  int64_t begin = 0;
  int64_t length = kEra;

  uint64_t random() const { return mix(seed, id); }
  bool is_leaf() const { return events <= 1 || length == 1; }
  // Of a leaf; all its events are here.
  int64_t position() const {
    return begin + static_cast<int64_t>(below(random(), static_cast<uint64_t>(length)));
  }
  void go_left(uint64_t left_events) {
    events = left_events;
    id = 2 * id;
    length /= 2;
  }
  void go_right(uint64_t left_events) {
    events -= left_events;
    id = 2 * id + 1;
    length /= 2;
    begin += length;
  }
};

uint64_t count_in_era(Node node, int64_t before) {
  uint64_t passed = 0;
  while (!node.is_leaf()) {
    const uint64_t left = heads(node.random(), node.events);
    if (before < node.begin + node.length / 2) {
      node.go_left(left);
    } else {
      passed += left;
      node.go_right(left);
    }
  }
  return passed + (node.events > 0 && node.position() < before ? node.events : 0);
}

// Where the n-th event (from 0) of the era lies; n < node.events.
int64_t find_in_era(Node node, uint64_t n) {
  while (!node.is_leaf()) {
    const uint64_t left = heads(node.random(), node.events);
    if (n < left) {
      node.go_left(left);
    } else {
      n -= left;
      node.go_right(left);
    }
  }
  return node.position();
}

}  // namespace

ChangeProcess::ChangeProcess(const Nature& nature) : nature_(nature) {
  double own_per_real = 1;  // how much of all time the own clock runs
  if (nature.kind == ChangeKind::kOfficeHours) {
    own_per_real = static_cast<double>(kOfficeWeek) / static_cast<double>(kWeek);
  } else if (nature.kind == ChangeKind::kBursts) {
    own_per_real = nature.burst.in_days() / nature.cycle.in_days();
  }
  const double era_days = static_cast<double>(kEra) / static_cast<double>(kDay);
  era_mean_ = std::min(nature.per_day / own_per_real * era_days, kMostInEra);
}

int64_t ChangeProcess::to_own(Instant t) const {
  const int64_t since = (t - nature_.origin).in_microseconds();
  switch (nature_.kind) {
    case ChangeKind::kOfficeHours:
      return office_time(t.unix_microseconds()) - office_time(nature_.origin.unix_microseconds());
    case ChangeKind::kBursts: {
      const int64_t cycle = nature_.cycle.in_microseconds();
      const int64_t burst = nature_.burst.in_microseconds();
      const int64_t number = since / cycle;
      const auto start =
          static_cast<int64_t>(below(mix(nature_.seed, static_cast<uint64_t>(number)),
                                     static_cast<uint64_t>(cycle - burst) + 1));
      return number * burst + std::clamp<int64_t>(since - number * cycle - start, 0, burst);
    }
    default: return since;
  }
}

Instant ChangeProcess::from_own(int64_t own) const {
  switch (nature_.kind) {
    case ChangeKind::kOfficeHours:
      return Instant::from_unix_microseconds(
          from_office_time(own + office_time(nature_.origin.unix_microseconds())));
    case ChangeKind::kBursts: {
      const int64_t cycle = nature_.cycle.in_microseconds();
      const int64_t burst = nature_.burst.in_microseconds();
      const int64_t number = own / burst;
      const auto start =
          static_cast<int64_t>(below(mix(nature_.seed, static_cast<uint64_t>(number)),
                                     static_cast<uint64_t>(cycle - burst) + 1));
      return nature_.origin +
             Duration::microseconds(number * cycle + start + (own - number * burst));
    }
    default: return nature_.origin + Duration::microseconds(own);
  }
}

uint64_t ChangeProcess::era_count(uint64_t era) const {
  return poisson(mix(nature_.seed, ~era), era_mean_);
}

uint64_t ChangeProcess::count_before(int64_t own) const {
  const auto last = static_cast<uint64_t>(own / kEra);
  uint64_t count = 0;
  for (uint64_t era = 0; era < last; ++era) count += era_count(era);
  const uint64_t seed = mix(nature_.seed, ~last);
  return count + count_in_era({.seed = seed, .events = era_count(last)}, own % kEra);
}

int64_t ChangeProcess::batches_until(Instant t) const {
  return floor_div(t.unix_microseconds() - nature_.batch_at.in_microseconds(),
                   nature_.nights * kDay);
}

uint64_t ChangeProcess::edits_until(Instant t) const {
  if (t < nature_.origin || nature_.kind == ChangeKind::kNever) return 0;
  if (nature_.kind == ChangeKind::kNightly) {
    return static_cast<uint64_t>(batches_until(t) - batches_until(nature_.origin));
  }
  // Up to and with t: before the next microsecond.
  return count_before(to_own(t + Duration::microseconds(1)));
}

Instant ChangeProcess::edit_time(uint64_t number) const {
  if (number == 0 || nature_.kind == ChangeKind::kNever) return Instant::never();
  if (nature_.kind == ChangeKind::kNightly) {
    const int64_t batch = batches_until(nature_.origin) + static_cast<int64_t>(number);
    return Instant::from_unix_microseconds(batch * nature_.nights * kDay +
                                           nature_.batch_at.in_microseconds());
  }
  uint64_t n = number - 1;
  for (uint64_t era = 0; era < kMostEras; ++era) {
    const uint64_t events = era_count(era);
    if (n < events) {
      const int64_t position = find_in_era({.seed = mix(nature_.seed, ~era), .events = events}, n);
      return from_own(static_cast<int64_t>(era) * kEra + position);
    }
    n -= events;
  }
  return Instant::never();
}

uint64_t ChangeProcess::version_at(Instant t) const {
  return edits_until(t) + (nature_.redesign && *nature_.redesign <= t ? 1 : 0);
}

Instant ChangeProcess::change_time(uint64_t number) const {
  if (!nature_.redesign) return edit_time(number);
  // What is edited in the same microsecond comes before the redesign.
  const uint64_t redesign = edits_until(*nature_.redesign) + 1;
  if (number == redesign) return *nature_.redesign;
  return edit_time(number < redesign ? number : number - 1);
}

std::vector<Instant> ChangeProcess::changes(Instant after, Instant until, size_t limit) const {
  std::vector<Instant> times;
  if (until <= after) return times;
  const uint64_t first = version_at(after) + 1;
  const uint64_t last = version_at(until);
  for (uint64_t number = first; number <= last && times.size() < limit; ++number) {
    times.push_back(change_time(number));
  }
  return times;
}

}  // namespace freshet::aquarium
