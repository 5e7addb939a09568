#include "simulate/measure.h"

#include <algorithm>

namespace freshet::simulate {

Measure::Measure(const World& world, Instant end, double measured_share)
    : world_(world),
      end_(end),
      from_(world.end -
            Duration::from_seconds((world.end - world.start).in_seconds() * measured_share)),
      now_(world.start),
      ages_(world.pages.size(), world.start),
      curve_(world.start, world.end) {}

void Measure::advance(Instant now) {
  now = std::min(now, end_);
  if (now <= now_) return;
  curve_.add_time(now_, now, weights_);
  // Only the measured part of the time counts.
  const Instant from = std::max(now_, from_);
  if (now > from) {
    const double seconds = (now - from).in_seconds();
    known_time_ += weights_.known * seconds;
    current_time_ += weights_.current * seconds;
    known_pages_time_ += known_pages_ * seconds;
    ages_.add_time(from, now);
  }
  now_ = now;
}

void Measure::known(schedule::Page page, Instant now) {
  advance(now);
  weights_.known += world_.pages[page].weight;
  ++known_pages_;
  ages_.begin(page, now);
}

void Measure::current(schedule::Page page, Instant now) {
  advance(now);
  weights_.current += world_.pages[page].weight;
  ages_.end(page);
}

void Measure::stale(schedule::Page page, Instant now) {
  advance(now);
  weights_.current -= world_.pages[page].weight;
  ages_.begin(page, now);
}

void Measure::gone(schedule::Page page, Instant now) {
  advance(now);
  weights_.known -= world_.pages[page].weight;
  --known_pages_;
  ages_.end(page);
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
  outcome_.age_seconds = known_pages_time_ > 0 ? ages_.integral() / known_pages_time_ : 0;
  outcome_.over_time = curve_.values();
  return outcome_;
}

}  // namespace freshet::simulate
