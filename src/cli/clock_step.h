#pragma once

#include "clock/clock.h"
#include "crawl/crawl.h"
#include "telemetry/log.h"

namespace freshet::cli {

// Whether somebody set the clock while a crawl was open. A crawl goes by the time that has passed
// and ends soon; a run without end takes the new time over: it ends and is opened again. Steps of
// less than a minute are not followed, and no two within ten minutes.
class ClockStep {
 public:
  // When a step was followed last, on the machine's steady clock; zero: never.
  explicit ClockStep(Duration& last_followed) : last_followed_(last_followed) {}

  // True once, when it is time to end and to begin again.
  bool is_to_be_followed(const crawl::Crawl& crawl, bool is_run, telemetry::Log& log) {
    if (was_told_) return false;
    const Duration step = crawl.clock_set_by();
    if (step < kLeast && step > -kLeast) return false;
    was_told_ = true;
    const Duration now = SystemClock().steady().value_or(Duration());
    is_followed_ = is_run && (last_followed_ == Duration() || now - last_followed_ > kBetween);
    if (is_followed_) {
      last_followed_ = now;
      log.warning("the clock was set: the run begins again with the new time", {{"seconds", step}});
    } else {
      log.warning("the clock was set: the time of the start goes on until the next start",
                  {{"seconds", step}});
    }
    return is_followed_;
  }
  // After the thread of the calls above has ended.
  bool is_followed() const { return is_followed_; }

 private:
  static constexpr Duration kLeast = Duration::minutes(1);
  static constexpr Duration kBetween = Duration::minutes(10);

  Duration& last_followed_;
  bool was_told_ = false;
  bool is_followed_ = false;
};

}  // namespace freshet::cli
