#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "json/write.h"
#include "telemetry/metrics.h"

namespace freshet::telemetry {

// Names the counters and histograms of a program. Names are those of Prometheus ([a-z_][a-z0-9_]*)
// and carry the unit: "fetches_total", "fetch_microseconds". Asking for a name again gives the same
// metric; asking for it as the other kind is a bug. Safe from any thread; references stay good as
// long as the Registry lives, so hot code asks once and keeps them.
class Registry {
 public:
  Counter& counter(std::string_view name, std::string_view help);
  Histogram& histogram(std::string_view name, std::string_view help);

  // One object, a member a metric, in order of name: a counter is its value, a histogram an object
  // of count, sum, mean, p50, p90, p99 and max.
  void write_json(json::Writer& writer) const;

  // Prometheus text format 0.0.4, every name prefixed with "freshet_"; histograms as summaries.
  std::string prometheus() const;

 private:
  // Exactly one of the two is set.
  struct Metric {
    std::string help;
    std::unique_ptr<Counter> counter;
    std::unique_ptr<Histogram> histogram;
  };
  Metric& metric(std::string_view name, std::string_view help);

  mutable std::mutex mutex_;
  std::map<std::string, Metric, std::less<>> metrics_;  // guarded by mutex_; never shrinks
};

}  // namespace freshet::telemetry
