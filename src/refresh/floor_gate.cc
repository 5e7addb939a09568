#include "refresh/floor_gate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "refresh/found.h"

namespace freshet::refresh {
namespace {

using schedule::Page;

// The time at which a belief passes the floor is found within 1/kParts of the wait.
constexpr uint32_t kParts = 64;

std::string wait_in_words(Duration wait) {
  const auto seconds = static_cast<long long>(wait.in_seconds());
  struct Unit {
    long long seconds;
    const char* name;
  };
  constexpr std::array<Unit, 4> kUnits = {
      {{86'400, "day"}, {3'600, "hour"}, {60, "minute"}, {1, "second"}}};
  for (const Unit& unit : kUnits) {
    if (seconds < unit.seconds || seconds % unit.seconds != 0) continue;
    const long long count = seconds / unit.seconds;
    return std::to_string(count) + " " + unit.name + (count == 1 ? "" : "s");
  }
  return std::to_string(seconds) + " seconds";
}

}  // namespace

// The belief about changes does not say when a page that is gone comes back, or when one that fails
// recovers. For these, the vague estimate is used.
double FloorGate::chance_of_change(Page page, Instant now) const {
  const Known& known = table_[page];
  if (known.last != Known::Last::kThere) {
    return GainFloor::vague_chance(known.watched(), unix_seconds_of(now));
  }
  return 1 - beliefs_.current(page, now);
}

// Returns the second from which on a visit is worth a request, but not before now.
uint32_t FloorGate::worth_a_request_at(Page page, Instant now) const {
  const Known& known = table_[page];
  const uint32_t first = unix_seconds_of(now);
  if (!floor_.is_on() || known.announced) return first;
  const uint32_t latest = floor_.passes_at(known.watched());
  if (latest <= first) return first;
  const auto passes = [&](uint32_t second) {
    return chance_of_change(page, Instant::from_unix_seconds(second)) >= floor_.min_gain;
  };
  if (known.last != Known::Last::kThere || !passes(latest)) return latest;
  if (passes(first)) return first;
  uint32_t below = first;
  uint32_t above = latest;
  const uint32_t close = std::max<uint32_t>((latest - first) / kParts, 1);
  while (above - below > close) {
    const uint32_t middle = below + (above - below) / 2;
    (passes(middle) ? above : below) = middle;
  }
  return above;
}

bool FloorGate::hold_if_below(Page page, Instant now) {
  const uint32_t at = worth_a_request_at(page, now);
  if (at <= unix_seconds_of(now)) return false;
  held_.hold(page, at);
  return true;
}

std::optional<BelowFloor> FloorGate::below(Page page, Instant now) const {
  const auto held = held_.until(page);
  const uint32_t at = held ? *held : worth_a_request_at(page, now);
  if (at <= unix_seconds_of(now)) return std::nullopt;
  const bool is_there = table_[page].last == Known::Last::kThere;
  std::array<char, 200> words{};
  std::snprintf(
      words.data(), words.size(),
      "a visit now would find a change with a probability of %.2g %%; the page is visited again "
      "when that reaches %.2g %%, or after %s",
      chance_of_change(page, now) * 100,
      (is_there ? floor_.min_gain : floor_.min_vague_gain()) * 100,
      wait_in_words(floor_.longest_wait).c_str());
  return BelowFloor{.until = Instant::from_unix_seconds(at), .words = words.data()};
}

}  // namespace freshet::refresh
