#pragma once

#include "crawl/crawl.h"
#include "systemclock/system_clock.h"
#include "telemetry/log.h"

namespace freshet::cli {

// Notices when the system clock is set while a crawl is open. A crawl keeps counting from the time
// of its start, since it ends soon. A run, which never ends, is closed and opened again with the
// new time. Steps of less than a minute are ignored, and a run restarts at most once in ten
// minutes.
class ClockStep {
 public:
  // `last_restart` is the time of the last restart because of a clock step, on the steady clock;
  // zero: never. It must outlive this object, which updates it.
  explicit ClockStep(Duration& last_restart) : last_restart_(last_restart) {}

  // Returns true once, when the run has to be closed and opened again.
  bool requires_restart(const crawl::Crawl& crawl, bool is_run, telemetry::Log& log) {
    if (was_reported_) return false;
    const Duration step = crawl.clock_set_by();
    if (step < kSmallestStep && step > -kSmallestStep) return false;
    was_reported_ = true;
    const Duration now = SystemClock().steady().value_or(Duration());
    restarts_ = is_run && (last_restart_ == Duration() || now - last_restart_ > kShortestInterval);
    if (restarts_) {
      last_restart_ = now;
      log.warning("the system clock was set; the run restarts with the new time",
                  {{"seconds", step}});
    } else {
      log.warning(
          "the system clock was set; this process keeps its own time until it is started again",
          {{"seconds", step}});
    }
    return restarts_;
  }
  // Whether requires_restart() has returned true. Call it after the thread that calls
  // requires_restart() has ended.
  bool restarts() const { return restarts_; }

 private:
  static constexpr Duration kSmallestStep = Duration::minutes(1);
  static constexpr Duration kShortestInterval = Duration::minutes(10);

  Duration& last_restart_;
  bool was_reported_ = false;
  bool restarts_ = false;
};

}  // namespace freshet::cli
