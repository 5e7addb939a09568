#include "simulate/measure.h"

#include <algorithm>

namespace freshet::simulate {

Measure::Measure(const World& world, Instant end, double measured_share)
    : world_(world),
      end_(end),
      from_(world.end -
            Duration::from_seconds((world.end - world.start).in_seconds() * measured_share)),
      now_(world.start),
      since_(world.pages.size(), Instant::never()) {}

void Measure::advance(Instant now) {
  now = std::min(now, end_);
  if (now <= now_) return;
  add_time(now_, now);
  // What lies in the measured part only.
  const Instant from = std::max(now_, from_);
  if (now > from) {
    const double seconds = (now - from).in_seconds();
    known_time_ += known_weight_ * seconds;
    current_time_ += current_weight_ * seconds;
    known_pages_time_ += known_pages_ * seconds;
    const double begin = (from - world_.start).in_seconds();
    const double end = (now - world_.start).in_seconds();
    age_time_ += seconds * (stale_pages_ * (begin + end) / 2 - stale_since_);
  }
  now_ = now;
}

void Measure::add_time(Instant from, Instant to) {
  const double all = (world_.end - world_.start).in_seconds();
  const auto part_of = [&](Instant t) {
    const double share = (t - world_.start).in_seconds() / all;
    return std::min(static_cast<size_t>(share * kParts), kParts - 1);
  };
  const double seconds = (to - from).in_seconds();
  const size_t first = part_of(from);
  const size_t last = part_of(to);
  for (size_t part = first; part <= last; ++part) {
    // Nearly always one part; a span over several is divided evenly, which a plot does not show.
    const double share = seconds / static_cast<double>(last - first + 1);
    known_part_[part] += known_weight_ * share;
    current_part_[part] += current_weight_ * share;
  }
}

void Measure::known(schedule::Page page, Instant now) {
  advance(now);
  known_weight_ += world_.pages[page].weight;
  ++known_pages_;
  since_[page] = now;
  ++stale_pages_;
  stale_since_ += (now - world_.start).in_seconds();
}

void Measure::current(schedule::Page page, Instant now) {
  advance(now);
  current_weight_ += world_.pages[page].weight;
  --stale_pages_;
  stale_since_ -= (since_[page] - world_.start).in_seconds();
  since_[page] = Instant::never();
}

void Measure::stale(schedule::Page page, Instant now) {
  advance(now);
  current_weight_ -= world_.pages[page].weight;
  since_[page] = now;
  ++stale_pages_;
  stale_since_ += (now - world_.start).in_seconds();
}

void Measure::gone(schedule::Page page, Instant now) {
  advance(now);
  known_weight_ -= world_.pages[page].weight;
  --known_pages_;
  --stale_pages_;
  stale_since_ -= (since_[page] - world_.start).in_seconds();
  since_[page] = Instant::never();
}

void Measure::changed(Instant now) {
  if (is_measured(now)) ++outcome_.changes_total;
}

void Measure::change_seen(Instant now) {
  if (is_measured(now)) ++outcome_.changes_seen;
}

void Measure::request(Instant) {
  ++outcome_.requests;
}

Outcome Measure::finish() {
  advance(end_);
  outcome_.freshness = known_time_ > 0 ? current_time_ / known_time_ : 0;
  outcome_.age_seconds = known_pages_time_ > 0 ? age_time_ / known_pages_time_ : 0;
  for (size_t part = 0; part < kParts; ++part) {
    outcome_.over_time.push_back(known_part_[part] > 0 ? current_part_[part] / known_part_[part]
                                                       : 0);
  }
  return outcome_;
}

}  // namespace freshet::simulate
