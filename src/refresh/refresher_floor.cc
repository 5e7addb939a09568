// Which pages are not worth a request now, and when they will be.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "refresh/refresher.h"

namespace freshet::refresh {
namespace {

using schedule::Page;

// The moment at which a belief passes the floor is found to this share of the wait.
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

// Of a page that fails, the time for which it has failed counts instead of that without a change.
GainFloor::Watched Refresher::watched(const Known& known) {
  return {.same_since = known.last == Last::kFailed ? known.last_visit : known.same_since,
          .last_look = known.last_look};
}

// What is believed says nothing of when a page that is gone comes back, or one that fails recovers.
double Refresher::chance_of_change(Page page, Instant policy_time) const {
  const Known& known = pages_[page];
  if (known.last != Last::kThere) {
    return GainFloor::vague_chance(watched(known), unix_seconds_of(policy_time));
  }
  return 1 - experience_.corrected(current(page, policy_time));
}

// The second from which on a visit is worth a request; not before now.
uint32_t Refresher::worth_a_request_at(Page page, Instant policy_time) const {
  const Known& known = pages_[page];
  const uint32_t now = unix_seconds_of(policy_time);
  if (!floor_.is_on() || known.announced) return now;
  const uint32_t latest = floor_.passes_at(watched(known));
  if (latest <= now) return now;
  const auto passes = [&](uint32_t second) {
    return chance_of_change(page, Instant::from_unix_seconds(second)) >= floor_.min_gain;
  };
  if (known.last != Last::kThere || !passes(latest)) return latest;
  if (passes(now)) return now;
  uint32_t below = now;
  uint32_t above = latest;
  const uint32_t close = std::max<uint32_t>((latest - now) / kParts, 1);
  while (above - below > close) {
    const uint32_t middle = below + (above - below) / 2;
    (passes(middle) ? above : below) = middle;
  }
  return above;
}

// A page that the policy gave: true if it is not worth a request and was kept.
bool Refresher::hold_below_floor(Page page, Instant now) {
  const uint32_t at = worth_a_request_at(page, now);
  if (at <= unix_seconds_of(now)) return false;
  held_.hold(page, at);
  return true;
}

void Refresher::release_due(Instant now) {
  while (const auto page = held_.take_due(now)) polite_.put_back(*page, now);
}

// Somebody says that it has changed.
void Refresher::release_announced(Page page, Instant now) {
  pages_[page].announced = true;
  if (held_.release(page)) polite_.put_back(page, now);
}

std::optional<Refresher::BelowFloor> Refresher::below_floor(store::PageId id, Instant now) const {
  const auto known = find(id);
  if (!known || !pages_[*known].alive) return std::nullopt;
  const Instant then = policy_time(now);
  const auto held = held_.until(*known);
  const uint32_t at = held ? *held : worth_a_request_at(*known, then);
  if (at <= unix_seconds_of(then)) return std::nullopt;
  const bool is_there = pages_[*known].last == Last::kThere;
  std::array<char, 200> words{};
  std::snprintf(
      words.data(), words.size(),
      "a visit now would find a change with a chance of %.2g %%; it is visited again when "
      "that reaches %.2g %%, or after %s",
      chance_of_change(*known, then) * 100,
      (is_there ? floor_.min_gain : floor_.min_vague_gain()) * 100,
      wait_in_words(floor_.longest_wait).c_str());
  return BelowFloor{.until = Instant::from_unix_seconds(at) - ahead_, .words = words.data()};
}

}  // namespace freshet::refresh
