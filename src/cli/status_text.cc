// Formats the answers of `status` and of the commands that control a run.
#include <cmath>

#include "cli/budget_text.h"
#include "cli/columns.h"
#include "cli/control_commands.h"
#include "cli/numbers.h"
#include "text/printable.h"

namespace freshet::cli {
namespace {

std::string percent(const json::Value& share) {
  const auto number = share.number();
  return number ? cli::percent(*number) : "-";
}

std::string count(const json::Value& value) {
  return grouped(static_cast<uint64_t>(value.integer().value_or(0)));
}

std::string counted(const json::Value& value, std::string_view noun) {
  return cli::counted(static_cast<uint64_t>(value.integer().value_or(0)), noun);
}

std::string text(const json::Value& value) {
  return text::printable(value.string().value_or("-"));
}

std::string when(const json::Value& binds) {
  if (binds["until_told_otherwise"].boolean().value_or(false)) return "this is changed";
  return text(binds["until"]);
}

std::string headline(const json::Value& status) {
  const bool paused = status["paused"].boolean().value_or(false);
  if (!status["running"].boolean().value_or(false)) {
    return paused ? "Not running; the next run will start paused.\n" : "Not running.\n";
  }
  std::string line = "Running since " + text(status["since"]);
  if (paused) line += ", PAUSED";
  if (status["out_of_room"].boolean().value_or(false)) line += ", DISK FULL";
  return line + ".\n";
}

std::string format_errors(const json::Value& errors) {
  std::string words;
  for (const auto& [kind, number] : errors.members()) {
    words += words.empty() ? "" : ", ";
    words += kind;
    words += ' ';
    words += count(number);
  }
  return words.empty() ? "none" : words;
}

std::string format_calibration(const json::Value& calibration) {
  if (calibration["visits"].integer().value_or(0) == 0) return "none yet";
  return counted(calibration["visits"], "visit") + " to check the estimate: estimated " +
         percent(calibration["believed"]) + " current, found " + percent(calibration["found"]) +
         " (standard error " + percent(calibration["expected_error"]) + ")";
}

std::string format_uploads(const json::Value& uploads) {
  const auto bytes = [](const json::Value& value) {
    return short_bytes(static_cast<uint64_t>(value.integer().value_or(0)));
  };
  std::string words = counted(uploads["files"], "archive file") + " (" + bytes(uploads["bytes"]) +
                      ") in object storage; " + count(uploads["waiting_files"]) + " (" +
                      bytes(uploads["waiting_bytes"]) + ") waiting";
  if (uploads["last_error"].string()) words += "; last error: " + text(uploads["last_error"]);
  return words;
}

std::string format_site_counts(const json::Value& sites) {
  return count(sites["in_scope"]) + " in scope of " + count(sites["known"]) + " known; " +
         count(sites["resting"]) + " backing off, " + count(sites["held"]) + " held back" +
         (sites["walled"].integer().value_or(0) > 0
              ? ", " + count(sites["walled"]) + " behind a challenge or block page"
              : "");
}

void add_held(const json::Value& status, std::string& out) {
  Columns held;
  for (const json::Value& site : status["held_back"].elements()) {
    const json::Value binds = site["binds"];
    held.add({text(site["site"]), "until " + when(binds), text(binds["words"])});
  }
  if (!held.empty()) out += "\nSites backing off or held back\n" + held.text();
}

// An agent that has not committed anything has no time.
std::string milliseconds(const json::Value& seconds) {
  const auto value = seconds.number();
  if (!value || *value <= 0) return "-";
  char text[32];
  std::snprintf(text, sizeof text, "%.1f ms", *value * 1e3);
  return text;
}

// The agents of a cluster.
void add_agents(const json::Value& status, std::string& out) {
  if (status["agents"].is_absent()) return;
  Columns table;
  table.add({"agent", "state", "shards", "pages", "requests/s", "heartbeat", "commit", "machine"});
  for (const json::Value& agent : status["agents"].elements()) {
    std::string state = text(agent["state"]);
    if (agent["coordinator"].boolean().value_or(false)) state += ", coordinates";
    if (agent["stalled"].boolean().value_or(false)) state += ", cannot write";
    char rate[32];
    std::snprintf(rate, sizeof rate, "%.1f", agent["requests_per_second"].number().value_or(0));
    table.add({text(agent["name"]), state, count(agent["shards"]), count(agent["pages"]), rate,
               short_time(agent["seconds_since_heartbeat"].number().value_or(0)) + " ago",
               milliseconds(agent["commit_seconds"]), text(agent["host"])});
  }
  uint64_t free = 0;
  uint64_t moves = 0;
  for (const json::Value& shard : status["shards"].elements()) {
    free += shard["agent"].string().value_or("").empty() ? 1 : 0;
    moves += static_cast<uint64_t>(shard["moves"].integer().value_or(0));
  }
  out += "\n" + table.text();
  out += "Shards: " + grouped(status["shards"].elements().size()) + ", " + grouped(free) +
         " without an agent; " + grouped(moves) + " moves since the beginning.\n";
  const json::Value inbox = status["inbox"];
  if (inbox["shards"].integer().value_or(0) == 0) return;
  out += "URLs that agents found for others wait in " + counted(inbox["shards"], "shard") +
         ", the oldest for " + short_time(inbox["oldest_seconds"].number().value_or(0)) + ".\n";
}

void add_failing(const json::Value& status, std::string& out) {
  Columns failing;
  for (const json::Value& site : status["failing"].elements()) {
    const json::Value failure = site["last_failure"];
    failing.add({text(site["site"]), text(failure["at"]), text(failure["words"])});
  }
  if (!failing.empty()) out += "\nSites that failed at the last attempt\n" + failing.text();
}

void add_walled(const json::Value& status, std::string& out) {
  Columns walled;
  for (const json::Value& site : status["walled"].elements()) {
    const json::Value wall = site["wall"];
    walled.add({text(site["site"]), "since " + text(wall["since"]),
                counted(wall["visits"], "visit") + ", the last at " + text(wall["last"]),
                text(wall["words"])});
  }
  if (!walled.empty())
    out += "\nSites that answer with a challenge or block page\n" + walled.text();
}

std::string alias_table(const json::Value& aliases) {
  Columns table;
  for (const json::Value& alias : aliases.elements()) {
    table.add({text(alias["site"]), "= " + text(alias["alias_of"]), "since " + text(alias["since"]),
               text(alias["words"])});
  }
  return table.empty() ? "" : table.text();
}

void add_aliases(const json::Value& status, std::string& out) {
  const std::string table = alias_table(status["aliases"]);
  if (!table.empty()) {
    out += "\nAliases: sites that are not visited because they are the same as another\n" + table;
  }
}

void add_rewritten(const json::Value& status, std::string& out) {
  Columns rewritten;
  for (const json::Value& site : status["rewritten"].elements()) {
    for (const json::Value& rewrite : site["rewrites"].elements()) {
      const bool is_confirmed = rewrite["confirmed"].string().has_value();
      const std::string directory = text(rewrite["directory"]);
      const std::string below = directory == "/" ? "" : " below " + directory;
      rewritten.add({text(site["site"]), percent(rewrite["share"]) + " of its pages" + below,
                     "after " + text(rewrite["after"]) + ", before " + text(rewrite["before"]),
                     is_confirmed ? "confirmed at " + text(rewrite["confirmed"]) : "suspected"});
    }
  }
  if (!rewritten.empty()) out += "\nSites where many pages changed at once\n" + rewritten.text();
}

void add_unmatched(const json::Value& status, std::string& out) {
  Columns unmatched;
  for (const json::Value& site : status["unmatched"].elements()) {
    for (const json::Value& recipe : site["recipes"].elements()) {
      if (!recipe["alarm_since"].string()) continue;
      const auto days = recipe["days"].elements();
      const json::Value day = days.empty() ? json::Value() : days.back();
      unmatched.add({"ALARM", text(site["site"]), "recipe " + text(recipe["recipe"]),
                     "since " + text(recipe["alarm_since"]), "without " + text(recipe["missing"]),
                     count(day["unmatched"]) + " pages on " + text(day["day"]) + ", " +
                         count(day["matched"]) + " matched"});
    }
  }
  if (unmatched.empty()) return;
  out +=
      "\nSites whose pages do not match their recipe any more (the old values stay; mend the "
      "recipe with the help of: freshet recipe try)\n" +
      unmatched.text();
}

void add_sites(const json::Value& status, std::string& out) {
  Columns table;
  table.add({"pages", "queued", "current", "errors", "robots.txt", "state", "site"});
  bool any = false;
  for (const json::Value& site : status["by_site"].elements()) {
    any = true;
    const std::string state = text(site["binds"]["kind"]);
    table.add({count(site["pages"]), count(site["waiting"]), percent(site["freshness"]),
               percent(site["error_share"]), text(site["robots"]),
               state == "none" ? "ready" : state, text(site["site"])});
  }
  if (any) out += "\nSites\n" + table.text();
}

}  // namespace

std::string format_status(const json::Value& status) {
  const bool running = status["running"].boolean().value_or(false);
  std::string out = headline(status);
  std::string pages = count(status["pages"]);
  if (status["freshness"].number()) {
    pages += ", estimated " + percent(status["freshness"]) + " current, out of date for " +
             short_time(status["age_seconds"].number().value_or(0)) + " on average";
  }
  Columns facts;
  facts.add({"pages", pages});
  facts.add({"gone", counted(status["gone"], "page") + " not found at the last visit; " +
                         count(status["left"]) + " others removed from the collection"});
  facts.add({"queued", counted(status["waiting"], "page") + " not visited yet"});
  facts.add({"sites", format_site_counts(status["sites"])});
  if (const auto rate = status["budget"]["requests_per_second"].number()) {
    std::string words = format_budget(*rate);
    if (const auto share = status["budget"]["known_share"].number()) {
      words += ", " + std::to_string(std::lround(*share * 100)) + " % of it for known pages";
    }
    if (status["budget"]["idle_until"].string()) {
      words += "; idle, because no page is worth a visit before " +
               text(status["budget"]["idle_until"]) + " (setting refresh.min_gain)";
    }
    facts.add({"budget", words});
  }
  if (running && status["agents"].is_absent()) {
    const json::Value spent = status["spent"];
    facts.add({"requests", count(spent["minute"]) + " in the last minute, " + count(spent["hour"]) +
                               " in the last hour, " + count(spent["day"]) + " in the last day; " +
                               count(status["in_flight"]) + " in flight; " + count(spent["all"]) +
                               " in total since " + text(spent["since"])});
    facts.add({"errors", format_errors(status["errors"])});
  }
  for (const json::Value& file : status["archive_lost"].elements()) {
    facts.add(
        {"archive",
         text(file) +
             " was removed while it was being written; its records are lost, and the next start "
             "visits its pages again"});
  }
  if (!status["uploads"]["files"].is_absent()) {
    facts.add({"uploads", format_uploads(status["uploads"])});
  }
  facts.add({"audits", format_calibration(status["calibration"])});
  for (const json::Value& seed : status["seeds"].elements()) facts.add({"seed", text(seed)});
  for (const json::Value& seed : status["seeds_failed"].elements()) {
    facts.add({"failed seed", text(seed["url"]) + ": " + text(seed["reason"])});
  }
  out += facts.text();
  add_agents(status, out);
  add_unmatched(status, out);
  add_failing(status, out);
  add_walled(status, out);
  add_rewritten(status, out);
  add_aliases(status, out);
  add_held(status, out);
  add_sites(status, out);
  return out;
}

std::string format_run_control(const json::Value& run_control) {
  std::string state = "not running";
  if (run_control["running"].boolean().value_or(false)) state = "running";
  if (run_control["paused"].boolean().value_or(false)) state = "paused";
  if (run_control["stopping"].boolean().value_or(false)) state = "stopping";
  Columns facts;
  facts.add({"state", state});
  if (const auto rate = run_control["requests_per_second"].number()) {
    facts.add({"budget", format_budget(*rate)});
  }
  for (const json::Value& seed : run_control["seeds"].elements()) facts.add({"seed", text(seed)});
  return facts.text();
}

std::string format_aliases(const json::Value& aliases) {
  std::string out = alias_table(aliases["aliases"]);
  if (out.empty()) out = "No site is an alias of another.\n";
  Columns excluded;
  for (const json::Value& site : aliases["excluded"].elements()) {
    excluded.add({"never an alias", text(site)});
  }
  return out + (excluded.empty() ? "" : excluded.text());
}

std::string format_ping(const json::Value& ping) {
  Columns facts;
  facts.add({"announced", counted(ping["announced"], "known page")});
  facts.add({"queued", counted(ping["queued"], "new page")});
  for (const json::Value& one : ping["ignored"].elements()) {
    facts.add({"ignored", text(one["url"]) + ": " + text(one["why"])});
  }
  return facts.text();
}

}  // namespace freshet::cli
