#include "simulate/plot.h"

#include <algorithm>

#include "clock/civil.h"
#include "gtest/gtest.h"
#include "simulate/chart.h"
#include "simulate/time_axis.h"

namespace freshet::simulate {
namespace {

// Returns the first tag that closes an element that is not open, or the elements that are open at
// the end; empty if the page is well-formed. Supports only the XML that the page uses: no comments,
// no sections, and attributes in quotes.
std::string trouble_in(std::string_view page) {
  std::vector<std::string> open;
  for (size_t at = page.find("<html"); at != std::string_view::npos; at = page.find('<', at + 1)) {
    const size_t end = page.find_first_of(" >/", at + 2);
    const size_t close = page.find('>', at);
    if (close == std::string_view::npos) return "a tag without end";
    const std::string_view tag = page.substr(at, close - at);
    if (std::count(tag.begin(), tag.end(), '"') % 2 != 0) return std::string(tag);
    if (tag.substr(1).find('<') != std::string_view::npos) return std::string(tag);
    if (tag.ends_with('/')) continue;
    if (tag[1] != '/') {
      open.emplace_back(page.substr(at + 1, end - at - 1));
    } else {
      if (open.empty() || open.back() != tag.substr(2)) return std::string(tag);
      open.pop_back();
    }
  }
  return open.empty() ? "" : open.back() + " is left open";
}

std::vector<PlotRow> rows_of(int policies, const std::vector<double>& budgets) {
  std::vector<PlotRow> rows;
  for (const double budget : budgets) {
    for (int i = 0; i < policies; ++i) {
      PlotRow row{.policy = "policy-" + std::to_string(i), .host = "h", .budget = budget};
      row.outcome.freshness = 0.5 + budget * i / policies;
      row.outcome.over_time.assign(200, row.outcome.freshness);
      rows.push_back(row);
    }
  }
  return rows;
}

size_t count(std::string_view text, std::string_view what) {
  size_t found = 0;
  for (size_t at = text.find(what); at != std::string_view::npos; at = text.find(what, at + 1)) {
    ++found;
  }
  return found;
}

TEST(Plot, NamesEveryPolicyInEveryChart) {
  const std::string page = plot(rows_of(15, {0.01, 0.05, 0.2}));
  EXPECT_EQ(trouble_in(page), "");
  EXPECT_EQ(count(page, "<svg"), 4u);  // one by budget, and one over time for each budget
  for (int i = 0; i < 15; ++i) {
    const std::string name = ">policy-" + std::to_string(i) + "<";
    EXPECT_EQ(count(page, name), 8u)
        << name;  // also in three tables of lowest values and one of all values
  }
  EXPECT_EQ(count(page, ">visits a page and day<"), 1u);
  EXPECT_EQ(count(page, ">freshness<"), 4u);
}

TEST(Plot, ShowsBarsForOneBudget) {
  const std::string page = plot(rows_of(3, {0.05}));
  EXPECT_EQ(trouble_in(page), "");
  EXPECT_EQ(count(page, "<rect"), 3u + 1u);  // the last one is the time for learning
  EXPECT_NE(page.find("Freshness at 0.05 visits"), std::string::npos);
}

// Two years, with a collapse to 0.1 in the middle, and lower values at the beginning, in the time
// for learning.
std::vector<PlotRow> collapsing() {
  std::vector<PlotRow> rows = rows_of(2, {0.05});
  for (PlotRow& row : rows) {
    row.start = *to_instant({.year = 2022, .month = 3, .day = 10});
    row.end = *to_instant({.year = 2024, .month = 3, .day = 9});
    row.has_dates = true;
    row.outcome.over_time.assign(200, 0.9);
    row.outcome.over_time[5] = 0.02;
  }
  rows[1].outcome.over_time[100] = 0.1;
  return rows;
}

TEST(Plot, ShowsTheDateAndDepthOfACollapse) {
  const std::string page = plot(collapsing());
  EXPECT_EQ(trouble_in(page), "");
  EXPECT_NE(page.find(">2023<"), std::string::npos);
  EXPECT_NE(page.find(">2023-04<"), std::string::npos);
  EXPECT_NE(page.find(">date (shaded"), std::string::npos);
  EXPECT_NE(page.find("<td>policy-1</td><td>0.100</td><td>2023-03-11</td>"), std::string::npos);
  EXPECT_NE(page.find("<td>policy-0</td><td>0.900</td>"), std::string::npos);
  // The collapse is at a tenth of the way from 0 (y = 350) to 1 (y = 34).
  EXPECT_NE(page.find(",318.40 "), std::string::npos);
}

TEST(Plot, ShowsSmallDifferencesIfThereIsNoCollapse) {
  std::vector<PlotRow> rows = collapsing();
  for (PlotRow& row : rows) row.outcome.over_time.assign(200, 0.9);
  const std::string page = plot(rows);
  // The axis begins at 0.9.
  EXPECT_NE(page.find(",350.00 "), std::string::npos);
  EXPECT_NE(page.find(">0.98<"), std::string::npos);
}

TEST(Plot, SyntheticTimeIsCountedInDays) {
  std::vector<PlotRow> rows = collapsing();
  for (PlotRow& row : rows) row.has_dates = false;
  const std::string page = plot(rows);
  EXPECT_NE(page.find(">days (shaded"), std::string::npos);
  EXPECT_NE(page.find("<td>0.100</td><td>day 366</td>"), std::string::npos);
  EXPECT_EQ(page.find("2023-"), std::string::npos);
}

TEST(Plot, IsSelfContained) {
  const std::string page = plot(rows_of(2, {0.05, 0.1}));
  for (const char* way : {"<script", "src=", "href=", "@import", "url("}) {
    EXPECT_EQ(page.find(way), std::string::npos) << way;
  }
}

TEST(Plot, EscapesHostileNames) {
  std::vector<PlotRow> rows = rows_of(1, {0.05});
  rows[0].host = "</h2><script>alert('x')</script>&\"\x01\xFF";
  rows[0].policy = "\"><svg onload=\"x\"";
  const std::string page = plot(rows);
  EXPECT_EQ(trouble_in(page), "");
  EXPECT_EQ(page.find("<script"), std::string::npos);
  EXPECT_EQ(page.find("onload=\"x"), std::string::npos);
  EXPECT_NE(page.find("&lt;script&gt;alert(&#39;x&#39;)"), std::string::npos);
  EXPECT_NE(page.find("&amp;&quot; \xEF\xBF\xBD"), std::string::npos);
}

TEST(Plot, IsAPageEvenWithoutRows) {
  EXPECT_EQ(trouble_in(plot({})), "");
  EXPECT_EQ(trouble_in(plot({{.policy = "p", .host = "h"}})), "");
}

// Five names at the same position are moved 14 units apart.
TEST(Chart, NamesDoNotOverlap) {
  LineChart chart{.title = "t", .x_label = "x", .y_label = "y", .x_ticks = ticks_at({0, 1})};
  for (int i = 0; i < 5; ++i) {
    chart.lines.push_back({"line-" + std::to_string(i), i, {{0, 0.5}, {1, 0}}});
  }
  const std::string svg = svg_of(chart);
  std::vector<double> heights;
  for (int i = 0; i < 5; ++i) {
    const size_t name = svg.find(">line-" + std::to_string(i) + "<");
    ASSERT_NE(name, std::string::npos);
    heights.push_back(std::stod(svg.substr(svg.rfind(" y=\"", name) + 4)));
  }
  std::sort(heights.begin(), heights.end());
  for (size_t i = 1; i < heights.size(); ++i) EXPECT_GE(heights[i] - heights[i - 1], 13.99);
  EXPECT_LE(heights.back(), 400);
}

TEST(TimeAxis, TicksAreAtTheBeginningOfCalendarUnits) {
  const auto from = [](int year, int month, int day) {
    return *to_instant({.year = year, .month = month, .day = day});
  };
  const auto labels = [](const std::vector<Tick>& ticks) {
    std::string all;
    for (const Tick& tick : ticks) all += tick.label + " ";
    return all;
  };
  EXPECT_EQ(labels(date_ticks(from(2022, 11, 20), from(2023, 5, 2))),
            "2022-12 2023 2023-02 2023-03 2023-04 2023-05 ");
  EXPECT_EQ(labels(date_ticks(from(2014, 6, 1), from(2023, 5, 2))),
            "2015 2016 2017 2018 2019 2020 2021 2022 2023 ");
  EXPECT_EQ(labels(date_ticks(from(2023, 2, 26), from(2023, 3, 3))),
            "02-26 02-27 02-28 03-01 03-02 03-03 ");
  EXPECT_EQ(labels(date_ticks(from(2023, 1, 20), from(2023, 3, 3))),
            "01-21 01-26 02-01 02-06 02-11 02-16 02-21 02-26 03-01 ");
  const auto ticks = date_ticks(from(2022, 11, 20) + Duration::hours(12), from(2023, 5, 2));
  EXPECT_DOUBLE_EQ(ticks.front().at, 10.5);
  EXPECT_TRUE(date_ticks(from(2023, 1, 1), from(2023, 1, 1)).empty());
}

// For any length of time, the axis has ticks, and they do not overlap.
TEST(TimeAxis, HasThreeToElevenTicksFromDaysToCenturies) {
  const Instant start = *to_instant({.year = 1999, .month = 8, .day = 17});
  for (double days = 4; days < 40'000; days *= 1.07) {
    const auto ticks = date_ticks(start, start + Duration::from_seconds(days * 86'400));
    EXPECT_GE(ticks.size(), 3u) << days;
    EXPECT_LE(ticks.size(), 11u) << days;
  }
}

TEST(Chart, TicksAreRound) {
  EXPECT_EQ(round_ticks(0, 100), (std::vector<double>{0, 20, 40, 60, 80, 100}));
  const auto ticks = round_ticks(0.7, 1);
  ASSERT_EQ(ticks.size(), 7u);
  EXPECT_DOUBLE_EQ(ticks.front(), 0.7);
  EXPECT_DOUBLE_EQ(ticks.back(), 1);
  EXPECT_EQ(round_ticks(1, 1), std::vector<double>{1});
}

}  // namespace
}  // namespace freshet::simulate
