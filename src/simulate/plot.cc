#include "simulate/plot.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>

#include "simulate/chart.h"
#include "simulate/time_axis.h"

namespace freshet::simulate {
namespace {

// Eight colours that differ in hue and in lightness, so that people with colour blindness can
// distinguish them. In dark mode they are lighter.
constexpr std::string_view kHead = R"(<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" lang="en">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta name="color-scheme" content="light dark"/>
<title>Freshness by policy</title>
<style>
:root { --ground: #fff; --ink: #1b1b1b; --soft: #5f6368; --grid: #e3e5e8; --shade: #f3f4f6;
  --c0: #0b5fa5; --c1: #c8500a; --c2: #0a8a64; --c3: #a13d86; --c4: #b07d00; --c5: #3aa0dd;
  --c6: #5b3fb5; --c7: #a82020; --other: #a7abb1; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #15171a; --ink: #e8eaed; --soft: #a3a9b0; --grid: #2d3137; --shade: #1d2025;
  --c0: #5aa9f0; --c1: #f58a4b; --c2: #3fcf9f; --c3: #e38ac8; --c4: #e6b93c; --c5: #a5d8f7;
  --c6: #a893ff; --c7: #ff7a73; --other: #686e76; } }
body { background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, sans-serif;
  max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
svg { width: 100%; height: auto; margin: 1rem 0; font: 12px system-ui, sans-serif; }
svg text { fill: var(--soft); }
svg text.title { fill: var(--ink); font-size: 14px; font-weight: 600; }
svg text.label { fill: var(--ink); }
svg text.name { font-weight: 600; stroke: none; }
.grid { stroke: var(--grid); } .axis { stroke: var(--soft); } .shade { fill: var(--shade); }
.leader { stroke: var(--grid); }
.line { fill: none; stroke-width: 2; stroke-linejoin: round; } .line.other { stroke-width: 1; }
)";

constexpr std::string_view kTail = R"(.line.other { stroke: var(--other); }
.dot.other, .bar.other { fill: var(--other); } svg text.name.other { fill: var(--soft); font-weight: 400; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: .15rem .8rem .15rem 0; border-bottom: 1px solid var(--grid); }
th:first-child, td:first-child { text-align: left; }
</style>
</head>
<body>
<h1>Freshness by policy</h1>
<p>Share of the known pages, by weight, whose copy is current. Budgets are visits a page and day.</p>
)";

// The distinct values in the order of their first occurrence.
template <typename Value, typename Of>
std::vector<Value> distinct(const std::vector<const PlotRow*>& rows, Of of) {
  std::vector<Value> values;
  for (const PlotRow* row : rows) {
    if (std::find(values.begin(), values.end(), of(*row)) == values.end()) {
      values.push_back(of(*row));
    }
  }
  return values;
}

std::string short_number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

class HostPlots {
 public:
  HostPlots(std::vector<const PlotRow*> rows, const std::vector<std::string>& policies)
      : rows_(std::move(rows)), policies_(policies) {
    budgets_ = distinct<double>(rows_, [](const PlotRow& row) { return row.budget; });
    std::sort(budgets_.begin(), budgets_.end());
  }

  std::string html() const {
    std::string out = budgets_.size() > 1 ? by_budget() : bars();
    for (const double budget : budgets_) out += over_time(budget) + lowest(budget);
    return out + figures();
  }

 private:
  const PlotRow* find(const std::string& policy, double budget) const {
    const auto found = std::find_if(rows_.begin(), rows_.end(), [&](const PlotRow* row) {
      return row->policy == policy && row->budget == budget;
    });
    return found == rows_.end() ? nullptr : *found;
  }

  std::string by_budget() const {
    LineChart chart{.title = "Freshness by budget",
                    .x_label = "visits a page and day",
                    .y_label = "freshness",
                    .log_x = budgets_.front() > 0,
                    .x_from = budgets_.front(),
                    .x_to = budgets_.back(),
                    .x_ticks = ticks_at(budgets_)};
    double least = 1;
    for (size_t i = 0; i < policies_.size(); ++i) {
      Line& line = chart.lines.emplace_back(Line{policies_[i], static_cast<int>(i), {}});
      for (const double budget : budgets_) {
        const PlotRow* row = find(policies_[i], budget);
        if (row == nullptr) continue;
        line.points.push_back({budget, row->outcome.freshness});
        least = std::min(least, row->outcome.freshness);
      }
    }
    chart.y_from = std::floor(least * 10) / 10;
    return svg_of(chart);
  }

  std::string bars() const {
    BarChart chart{
        .title = "Freshness at " + short_number(budgets_.front()) + " visits a page and day",
        .x_label = "freshness",
        .bars = {}};
    for (size_t i = 0; i < policies_.size(); ++i) {
      const PlotRow* row = find(policies_[i], budgets_.front());
      if (row != nullptr) {
        chart.bars.push_back({policies_[i], static_cast<int>(i), row->outcome.freshness});
      }
    }
    std::stable_sort(chart.bars.begin(), chart.bars.end(),
                     [](const Bar& a, const Bar& b) { return a.value > b.value; });
    return svg_of(chart);
  }

  std::string over_time(double budget) const {
    const PlotRow& any = *rows_.front();
    LineChart chart{
        .title = "Freshness over time at " + short_number(budget) + " visits a page and day",
        .x_label =
            std::string(any.has_dates ? "date" : "days") + " (shaded: for learning, not measured)",
        .y_label = "freshness",
        .x_to = days(),
        .x_ticks =
            any.has_dates ? date_ticks(any.start, any.end) : ticks_at(round_ticks(0, days())),
        .shaded_until = any.learning * days()};
    double least = 1;
    for (size_t i = 0; i < policies_.size(); ++i) {
      const PlotRow* row = find(policies_[i], budget);
      if (row == nullptr) continue;
      chart.lines.push_back({policies_[i], static_cast<int>(i), points_of(*row)});
      if (const auto low = lowest_of(*row)) least = std::min(least, low->y);
    }
    // If freshness collapses, the axis begins at zero, so that the depth is drawn to scale.
    chart.y_from = least < 0.5 ? 0 : std::floor(least * 10) / 10;
    return svg_of(chart);
  }

  double days() const {
    const double days = (rows_.front()->end - rows_.front()->start).in_days();
    return days > 0 ? days : 1;
  }

  std::vector<Point> points_of(const PlotRow& row) const {
    const auto& parts = row.outcome.over_time;
    std::vector<Point> points;
    for (size_t part = 0; part < parts.size(); ++part) {
      const double share = (static_cast<double>(part) + 0.5) / static_cast<double>(parts.size());
      points.push_back({share * days(), parts[part]});
    }
    return points;
  }

  // The lowest freshness after the time for learning.
  std::optional<Point> lowest_of(const PlotRow& row) const {
    std::optional<Point> lowest;
    for (const Point& point : points_of(row)) {
      if (point.x <= row.learning * days()) continue;
      if (!lowest || point.y < lowest->y) lowest = point;
    }
    return lowest;
  }

  std::string lowest(double budget) const {
    std::string out;
    for (const std::string& policy : policies_) {
      const PlotRow* row = find(policy, budget);
      const auto low = row == nullptr ? std::nullopt : lowest_of(*row);
      if (!low) continue;
      const std::string when = row->has_dates
                                   ? date_of(row->start + Duration::from_seconds(low->x * 86'400))
                                   : "day " + short_number(std::floor(low->x));
      char value[32];
      std::snprintf(value, sizeof value, "%.3f", low->y);
      ((out += "<tr><td>") += escaped(policy)) += "</td><td>";
      ((out += value) += "</td><td>" + when) += "</td></tr>\n";
    }
    if (out.empty()) return out;
    return "<table><tr><th>policy</th><th>lowest</th><th>when</th></tr>\n" + out + "</table>\n";
  }

  std::string figures() const {
    std::string out = "<table><tr><th>policy</th>";
    for (const double budget : budgets_) {
      ((out += "<th>") += short_number(budget)) += "</th>";
    }
    out += "</tr>\n";
    for (const std::string& policy : policies_) {
      ((out += "<tr><td>") += escaped(policy)) += "</td>";
      for (const double budget : budgets_) {
        char text[32] = "<td></td>";
        const PlotRow* row = find(policy, budget);
        if (row != nullptr) {
          std::snprintf(text, sizeof text, "<td>%.4f</td>", row->outcome.freshness);
        }
        out += text;
      }
      out += "</tr>\n";
    }
    return out + "</table>\n";
  }

  const std::vector<const PlotRow*> rows_;
  const std::vector<std::string>& policies_;
  std::vector<double> budgets_;
};

}  // namespace

std::string plot(const std::vector<PlotRow>& rows) {
  std::vector<const PlotRow*> all;
  all.reserve(rows.size());
  for (const PlotRow& row : rows) all.push_back(&row);
  const auto policies = distinct<std::string>(all, [](const PlotRow& row) { return row.policy; });
  const auto hosts = distinct<std::string>(all, [](const PlotRow& row) { return row.host; });

  std::string out(kHead);
  for (int i = 0; i < kColours; ++i) {
    char rule[192];
    std::snprintf(rule, sizeof rule,
                  ".line.c%d { stroke: var(--c%d); } .dot.c%d, .bar.c%d, svg text.name.c%d "
                  "{ fill: var(--c%d); }\n",
                  i, i, i, i, i, i);
    out += rule;
  }
  out += kTail;
  for (const std::string& host : hosts) {
    std::vector<const PlotRow*> its;
    std::copy_if(all.begin(), all.end(), std::back_inserter(its),
                 [&](const PlotRow* row) { return row->host == host; });
    ((out += "<h2>") += host == "*" ? "All hosts" : escaped(host)) += "</h2>\n";
    out += HostPlots(std::move(its), policies).html();
  }
  return out += "</body>\n</html>\n";
}

}  // namespace freshet::simulate
