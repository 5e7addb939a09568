#pragma once

#include <vector>

#include "simulate/engine.h"

namespace freshet::simulate {

// Adds up what an Outcome says, from what happens in order of time. A page is known, then current
// or stale in turns, and in the end gone.
class Measure {
 public:
  Measure(const World& world, Instant end, double measured_share);

  void known(schedule::Page page, Instant now);  // and not current
  void current(schedule::Page page, Instant now);
  void stale(schedule::Page page, Instant now);  // it was current
  void gone(schedule::Page page, Instant now);   // it was not current
  void changed(Instant now);
  void change_seen(Instant now);
  void request(Instant now);
  Outcome finish();

 private:
  static constexpr size_t kParts = 200;

  void advance(Instant now);
  void add_time(Instant from, Instant to);
  bool is_measured(Instant now) const { return now >= from_; }

  const World& world_;
  const Instant end_;
  const Instant from_;  // the measured part begins
  Instant now_;
  double known_weight_ = 0;
  double current_weight_ = 0;
  // Integrals over time, in weight x seconds, of the measured part.
  double known_time_ = 0;
  double current_time_ = 0;
  double age_time_ = 0;
  double known_pages_time_ = 0;
  double known_pages_ = 0;
  // Ages grow with time: their sum is that of (now - since) over stale pages.
  double stale_pages_ = 0;
  double stale_since_ = 0;      // sum, in seconds from the start
  std::vector<Instant> since_;  // by page; never() where it is current or unknown
  std::vector<double> known_part_ = std::vector<double>(kParts);
  std::vector<double> current_part_ = std::vector<double>(kParts);
  Outcome outcome_;
};

}  // namespace freshet::simulate
