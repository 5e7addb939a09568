#pragma once

#include "simulate/engine.h"
#include "simulate/freshness_curve.h"
#include "simulate/stale_ages.h"

namespace freshet::simulate {

// Computes an Outcome. It must be called for all events in the order of time. A page becomes known,
// then alternates between current and stale, and may be gone in the end.
class Measure {
 public:
  Measure(const World& world, Instant end, double measured_share);

  void known(schedule::Page page, Instant now);  // the page is stale then
  void current(schedule::Page page, Instant now);
  void stale(schedule::Page page, Instant now);  // must have been current
  void gone(schedule::Page page, Instant now);   // must have been stale
  void changed(Instant now);
  void change_seen(Instant now);
  void request(Instant now);
  Outcome finish();

 private:
  void advance(Instant now);
  bool is_measured(Instant now) const { return now >= from_; }

  const World& world_;
  const Instant end_;
  const Instant from_;  // when the measured part begins
  Instant now_;
  FreshnessCurve::Weights weights_;
  double known_pages_ = 0;
  // Integrals over the measured time, in weight x seconds, and in seconds.
  double known_time_ = 0;
  double current_time_ = 0;
  double known_pages_time_ = 0;
  StaleAges ages_;
  FreshnessCurve curve_;
  Outcome outcome_;
};

}  // namespace freshet::simulate
