#include "telemetry/registry.h"

#include <algorithm>

#include "result/check.h"
#include "text/ascii.h"

namespace freshet::telemetry {
namespace {

bool is_metric_name(std::string_view name) {
  return !name.empty() && !text::is_digit(name[0]) &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || text::is_digit(c) || c == '_';
         });
}

struct Quantile {
  const char* prometheus;
  const char* json;
  double share;
};
constexpr Quantile kQuantiles[] = {
    {"0.5", "p50", 0.5}, {"0.9", "p90", 0.9}, {"0.99", "p99", 0.99}, {"1", "max", 1}};

// In HELP lines a backslash and a line feed are escaped.
std::string escape_help(std::string_view help) {
  std::string out;
  for (const char c : help) {
    if (c == '\\')
      out += "\\\\";
    else if (c == '\n')
      out += "\\n";
    else
      out += c;
  }
  return out;
}

}  // namespace

Registry::Metric& Registry::metric(std::string_view name, std::string_view help) {
  FRESHET_CHECK(is_metric_name(name), name);
  const auto found = metrics_.find(name);
  if (found != metrics_.end()) return found->second;
  return metrics_.emplace(name, Metric{std::string(help), nullptr, nullptr}).first->second;
}

Counter& Registry::counter(std::string_view name, std::string_view help) {
  const std::lock_guard lock(mutex_);
  Metric& named = metric(name, help);
  FRESHET_CHECK(named.histogram == nullptr, name);
  if (named.counter == nullptr) named.counter = std::make_unique<Counter>();
  return *named.counter;
}

Histogram& Registry::histogram(std::string_view name, std::string_view help) {
  const std::lock_guard lock(mutex_);
  Metric& named = metric(name, help);
  FRESHET_CHECK(named.counter == nullptr, name);
  if (named.histogram == nullptr) named.histogram = std::make_unique<Histogram>();
  return *named.histogram;
}

void Registry::write_json(json::Writer& writer) const {
  const std::lock_guard lock(mutex_);
  writer.begin_object();
  for (const auto& [name, metric] : metrics_) {
    if (metric.counter != nullptr) {
      writer.member(name, metric.counter->value());
      continue;
    }
    const HistogramSnapshot now = metric.histogram->snapshot();
    writer.key(name).begin_object();
    writer.member("count", now.count()).member("sum", now.sum()).member("mean", now.mean());
    for (const Quantile& q : kQuantiles) writer.member(q.json, now.quantile(q.share));
    writer.end_object();
  }
  writer.end_object();
}

std::string Registry::prometheus() const {
  const std::lock_guard lock(mutex_);
  std::string out;
  for (const auto& [short_name, metric] : metrics_) {
    const std::string name = "freshet_" + short_name;
    out += "# HELP " + name + " " + escape_help(metric.help) + "\n";
    if (metric.counter != nullptr) {
      out += "# TYPE " + name + " counter\n";
      out += name + " " + std::to_string(metric.counter->value()) + "\n";
      continue;
    }
    const HistogramSnapshot now = metric.histogram->snapshot();
    out += "# TYPE " + name + " summary\n";
    for (const Quantile& q : kQuantiles) {
      out += name + "{quantile=\"" + q.prometheus + "\"} " + std::to_string(now.quantile(q.share)) +
             "\n";
    }
    out += name + "_sum " + std::to_string(now.sum()) + "\n";
    out += name + "_count " + std::to_string(now.count()) + "\n";
  }
  return out;
}

}  // namespace freshet::telemetry
