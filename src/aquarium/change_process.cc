#include "aquarium/change_process.h"

#include <algorithm>

#include "aquarium/random.h"

namespace freshet::aquarium {
namespace {

constexpr int64_t kEra = int64_t{1} << 46;
// More changes than this in an era would make drawing at the top of the tree slow.
constexpr double kMaxChangesInEra = 1 << 20;
// A change that is more eras away than this is regarded as one that never comes.
constexpr uint64_t kMaxEras = 64;

constexpr int64_t kHour = Duration::hours(1).in_microseconds();
constexpr int64_t kDay = Duration::days(1).in_microseconds();
constexpr int64_t kWeek = Duration::days(7).in_microseconds();
constexpr int64_t kFirstMonday = 4 * kDay;  // 1970-01-05
constexpr int64_t kOpening = 9 * kHour;
constexpr int64_t kOfficeDay = 9 * kHour;
constexpr int64_t kOfficeWeek = 5 * kOfficeDay;

constexpr int64_t floor_div(int64_t a, int64_t b) {
  return a / b - (a % b < 0 ? 1 : 0);
}

// Microseconds of office hours since the first Monday of 1970.
int64_t office_time(int64_t unix_us) {
  const int64_t since = unix_us - kFirstMonday;
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
  return kFirstMonday + week * kWeek + of_week / kOfficeDay * kDay + kOpening +
         of_week % kOfficeDay;
}

// A node in the tree of an era. Its events are in [begin, begin + length).
struct Node {
  uint64_t seed;  // of the era
  uint64_t events;
  uint64_t id = 1;
  int64_t begin = 0;
  int64_t length = kEra;

  uint64_t random() const { return mix(seed, id); }
  bool is_leaf() const { return events <= 1 || length == 1; }
  // The time of all events of a leaf.
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
    const uint64_t left = count_heads(node.random(), node.events);
    if (before < node.begin + node.length / 2) {
      node.go_left(left);
    } else {
      passed += left;
      node.go_right(left);
    }
  }
  return passed + (node.events > 0 && node.position() < before ? node.events : 0);
}

// The time of the n-th event (from 0) of the era; n < node.events.
int64_t find_in_era(Node node, uint64_t n) {
  while (!node.is_leaf()) {
    const uint64_t left = count_heads(node.random(), node.events);
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

ChangeProcess::ChangeProcess(const Parameters& parameters) : parameters_(parameters) {
  double running_share = 1;  // the share of real time in which the process's clock runs
  if (parameters.kind == ChangeKind::kOfficeHours) {
    running_share = static_cast<double>(kOfficeWeek) / static_cast<double>(kWeek);
  } else if (parameters.kind == ChangeKind::kBursts) {
    running_share = parameters.burst.in_days() / parameters.cycle.in_days();
  }
  const double era_days = static_cast<double>(kEra) / static_cast<double>(kDay);
  era_mean_ = std::min(parameters.per_day / running_share * era_days, kMaxChangesInEra);
}

int64_t ChangeProcess::to_process_time(Instant t) const {
  const int64_t since = (t - parameters_.origin).in_microseconds();
  switch (parameters_.kind) {
    case ChangeKind::kOfficeHours:
      return office_time(t.unix_microseconds()) -
             office_time(parameters_.origin.unix_microseconds());
    case ChangeKind::kBursts: {
      const int64_t cycle = parameters_.cycle.in_microseconds();
      const int64_t burst = parameters_.burst.in_microseconds();
      const int64_t number = since / cycle;
      const auto start =
          static_cast<int64_t>(below(mix(parameters_.seed, static_cast<uint64_t>(number)),
                                     static_cast<uint64_t>(cycle - burst) + 1));
      return number * burst + std::clamp<int64_t>(since - number * cycle - start, 0, burst);
    }
    default: return since;
  }
}

Instant ChangeProcess::from_process_time(int64_t process_us) const {
  switch (parameters_.kind) {
    case ChangeKind::kOfficeHours:
      return Instant::from_unix_microseconds(
          from_office_time(process_us + office_time(parameters_.origin.unix_microseconds())));
    case ChangeKind::kBursts: {
      const int64_t cycle = parameters_.cycle.in_microseconds();
      const int64_t burst = parameters_.burst.in_microseconds();
      const int64_t number = process_us / burst;
      const auto start =
          static_cast<int64_t>(below(mix(parameters_.seed, static_cast<uint64_t>(number)),
                                     static_cast<uint64_t>(cycle - burst) + 1));
      return parameters_.origin +
             Duration::microseconds(number * cycle + start + (process_us - number * burst));
    }
    default: return parameters_.origin + Duration::microseconds(process_us);
  }
}

uint64_t ChangeProcess::era_count(uint64_t era) const {
  return poisson(mix(parameters_.seed, ~era), era_mean_);
}

uint64_t ChangeProcess::count_before(int64_t process_us) const {
  const auto last = static_cast<uint64_t>(process_us / kEra);
  uint64_t count = 0;
  for (uint64_t era = 0; era < last; ++era) count += era_count(era);
  const uint64_t seed = mix(parameters_.seed, ~last);
  return count + count_in_era({.seed = seed, .events = era_count(last)}, process_us % kEra);
}

int64_t ChangeProcess::batches_until(Instant t) const {
  return floor_div(t.unix_microseconds() - parameters_.batch_at.in_microseconds(),
                   parameters_.nights * kDay);
}

uint64_t ChangeProcess::edits_until(Instant t) const {
  if (t < parameters_.origin || parameters_.kind == ChangeKind::kNever) return 0;
  if (parameters_.kind == ChangeKind::kNightly) {
    return static_cast<uint64_t>(batches_until(t) - batches_until(parameters_.origin));
  }
  // t is included, so this counts the changes before the next microsecond.
  return count_before(to_process_time(t + Duration::microseconds(1)));
}

Instant ChangeProcess::edit_time(uint64_t number) const {
  if (number == 0 || parameters_.kind == ChangeKind::kNever) return Instant::never();
  if (parameters_.kind == ChangeKind::kNightly) {
    const int64_t batch = batches_until(parameters_.origin) + static_cast<int64_t>(number);
    return Instant::from_unix_microseconds(batch * parameters_.nights * kDay +
                                           parameters_.batch_at.in_microseconds());
  }
  uint64_t n = number - 1;
  for (uint64_t era = 0; era < kMaxEras; ++era) {
    const uint64_t events = era_count(era);
    if (n < events) {
      const int64_t position =
          find_in_era({.seed = mix(parameters_.seed, ~era), .events = events}, n);
      return from_process_time(static_cast<int64_t>(era) * kEra + position);
    }
    n -= events;
  }
  return Instant::never();
}

uint64_t ChangeProcess::version_at(Instant t) const {
  return edits_until(t) + (parameters_.redesign && *parameters_.redesign <= t ? 1 : 0);
}

Instant ChangeProcess::change_time(uint64_t number) const {
  if (!parameters_.redesign) return edit_time(number);
  // An edit in the same microsecond comes before the redesign.
  const uint64_t redesign = edits_until(*parameters_.redesign) + 1;
  if (number == redesign) return *parameters_.redesign;
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
