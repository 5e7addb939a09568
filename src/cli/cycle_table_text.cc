// Formats the table of the policy cycle.
#include <algorithm>
#include <cstdio>
#include <map>
#include <utility>

#include "cli/columns.h"
#include "cli/control_commands.h"
#include "cli/numbers.h"
#include "text/printable.h"

namespace freshet::cli {
namespace {

std::string text(const json::Value& value) {
  return text::printable(value.string().value_or("-"));
}

uint64_t number(const json::Value& value) {
  return static_cast<uint64_t>(std::max<int64_t>(value.integer().value_or(0), 0));
}

std::string decimal(const json::Value& value) {
  char digits[32];
  std::snprintf(digits, sizeof digits, "%.1f", value.number().value_or(0));
  return digits;
}

// "UTC+09:00"
std::string zone(int64_t east_seconds) {
  const auto minutes = static_cast<int>(std::clamp<int64_t>(east_seconds / 60, -1440, 1440));
  char name[32];
  std::snprintf(name, sizeof name, "UTC%c%02d:%02d", minutes < 0 ? '-' : '+',
                std::abs(minutes) / 60, std::abs(minutes) % 60);
  return name;
}

std::string headline(const json::Value& table) {
  const std::string policy = table["policy"].string() ? text(table["policy"]) : "";
  const bool running = table["running"].boolean().value_or(false);
  if (policy == "cycle") {
    return running ? "The run visits pages by this table.\n"
                   : "Not running; the next run with --policy cycle visits pages by this table.\n";
  }
  const std::string other = policy.empty() ? "No run has used this collection"
                            : running      ? "The run uses the policy " + policy
                                           : "The last run used the policy " + policy;
  return other +
         ". This is what the policy cycle would do, by what is known of the pages so far.\n";
}

std::string groups(const json::Value& table) {
  Columns lines;
  lines.add({"group", "pages", "requests a day"});
  for (const json::Value& group : table["groups"].elements()) {
    lines.add(
        {text(group["group"]), grouped(number(group["pages"])), decimal(group["requests_a_day"])});
  }
  return lines.text();
}

struct Row {
  std::string weekday;
  std::string time;
  std::vector<std::string> pages;  // by week
  std::vector<std::string> urls;   // likewise
};

// "http://a.test/1, http://a.test/2 and 4 more"
std::string urls_of(const json::Value& place) {
  std::string words;
  uint64_t shown = 0;
  for (const json::Value& url : place["urls"].elements()) {
    words += (shown++ > 0 ? ", " : "") + text(url);
  }
  const uint64_t pages = number(place["pages"]);
  if (shown > 0 && pages > shown) words += " and " + grouped(pages - shown) + " more";
  return words;
}

// The weekdays and times in the order of a week.
std::vector<Row> rows_of(const json::Value& table) {
  std::vector<Row> rows;
  std::map<std::pair<std::string, std::string>, size_t> places;
  for (const json::Value& place : table["table"].elements()) {
    const std::pair key{text(place["weekday"]), text(place["time"])};
    const auto [at, is_new] = places.try_emplace(key, rows.size());
    if (is_new) rows.push_back({.weekday = key.first, .time = key.second});
    rows[at->second].pages.push_back(grouped(number(place["pages"])));
    rows[at->second].urls.push_back(urls_of(place));
  }
  return rows;
}

void add_urls(const Row& row, std::string& out) {
  const std::string name = "  " + row.weekday + " " + row.time;
  const bool all_the_same = std::all_of(row.urls.begin(), row.urls.end(),
                                        [&](const auto& urls) { return urls == row.urls[0]; });
  for (size_t week = 0; week < row.urls.size(); ++week) {
    if (row.urls[week].empty() || (all_the_same && week > 0)) continue;
    out += name + (all_the_same ? "" : ", week " + std::to_string(week + 1)) + ": " +
           row.urls[week] + "\n";
  }
}

}  // namespace

std::string format_cycle_table(const json::Value& table) {
  std::string out = headline(table);
  Columns facts;
  facts.add({"pages", grouped(number(table["pages"]))});
  facts.add({"requests a day", decimal(table["requests_a_day"])});
  facts.add({"time zone", zone(table["east_of_utc_seconds"].integer().value_or(0))});
  facts.add({"present week", "week " + grouped(number(table["week"])) +
                                 " of the four that began on " + text(table["turn_began"])});
  out += facts.text() + "\nGroups\n" + groups(table) + "\nPages by time of visit\n";
  const std::vector<Row> rows = rows_of(table);
  Columns lines;
  lines.add({"weekday", "time", "week 1", "week 2", "week 3", "week 4"});
  for (const Row& row : rows) {
    std::vector<std::string> cells = {row.weekday, row.time};
    cells.insert(cells.end(), row.pages.begin(), row.pages.end());
    lines.add(std::move(cells));
  }
  out += lines.text();
  std::string urls;
  for (const Row& row : rows) add_urls(row, urls);
  if (!urls.empty()) out += "\nURLs\n" + urls;
  return out;
}

}  // namespace freshet::cli
