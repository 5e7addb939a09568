#include "schedule/policies/waiting_classes.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "result/check.h"

namespace freshet::schedule {
namespace {

constexpr double kRatio = 1.25;
// 1.25^150 is 3e14: factors further from 1 count as that.
constexpr int kSteps = 150;
constexpr uint16_t kNoClass = std::numeric_limits<uint16_t>::max();

// 0..2 kSteps; the factor 1 stands in the middle.
size_t step_of(double factor) {
  if (!(factor > 0)) return 0;
  const double step = std::round(std::log(factor) / std::log(kRatio));
  return static_cast<size_t>(std::clamp(step + kSteps, 0.0, 2.0 * kSteps));
}

double factor_of(size_t step) {
  return std::pow(kRatio, static_cast<double>(step) - kSteps);
}

}  // namespace

uint16_t WaitingClasses::class_of(double factor) {
  class_of_step_.resize(2 * kSteps + 1, kNoClass);
  const size_t step = step_of(factor);
  uint16_t& number = class_of_step_[step];
  if (number == kNoClass) {
    number = static_cast<uint16_t>(classes_.size());
    classes_.push_back({.factor = factor_of(step)});
  }
  return number;
}

void WaitingClasses::wait(Page page, double factor, Instant now) {
  const uint16_t live = class_of(factor);
  places_[page] = {.last_visit = now, .live = live, .state = State::kWaiting};
  links_.push_back(classes_[live].pages, page);
}

void WaitingClasses::add(Page page, double factor, Instant now) {
  if (page >= places_.size()) places_.resize(page + size_t{1});
  FRESHET_CHECK(places_[page].state == State::kAbsent, "a page was added twice");
  wait(page, factor, now);
}

std::optional<Page> WaitingClasses::take(Instant now) {
  Class* best = nullptr;
  double largest = -1;
  for (Class& candidate : classes_) {
    if (candidate.pages.empty()) continue;
    const Duration waited = now - places_[candidate.pages.front].last_visit;
    const double product = candidate.factor * static_cast<double>(waited.in_microseconds());
    if (product <= largest) continue;
    largest = product;
    best = &candidate;
  }
  if (best == nullptr) return std::nullopt;
  const Page page = links_.pop_front(best->pages);
  places_[page].state = State::kTaken;
  return page;
}

void WaitingClasses::take(Page page) {
  Place& place = places_[page];
  FRESHET_CHECK(place.state == State::kWaiting, "a page was taken that does not wait");
  links_.unlink(classes_[place.live].pages, page);
  place.state = State::kTaken;
}

void WaitingClasses::put_back(Page page, double factor, Instant now) {
  FRESHET_CHECK(places_[page].state == State::kTaken, "a page was visited that was not given out");
  wait(page, factor, now);
}

void WaitingClasses::remove(Page page) {
  Place& place = places_[page];
  FRESHET_CHECK(place.state != State::kAbsent, "a page was removed that is not there");
  if (place.state == State::kWaiting) links_.unlink(classes_[place.live].pages, page);
  place.state = State::kAbsent;
}

}  // namespace freshet::schedule
