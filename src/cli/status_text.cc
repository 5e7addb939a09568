// What `status` and the steering commands say to a person.
#include <cmath>

#include "cli/budget_text.h"
#include "cli/columns.h"
#include "cli/looking.h"
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

std::string text(const json::Value& value) {
  return text::printable(value.string().value_or("-"));
}

std::string when(const json::Value& binds) {
  if (binds["until_told_otherwise"].boolean().value_or(false)) return "for good";
  return text(binds["until"]);
}

std::string headline(const json::Value& status) {
  const bool paused = status["paused"].boolean().value_or(false);
  if (!status["running"].boolean().value_or(false)) {
    return paused ? "Nothing is running; it was left paused.\n" : "Nothing is running.\n";
  }
  std::string line = "Running since " + text(status["since"]);
  if (paused) line += ", PAUSED";
  if (status["out_of_room"].boolean().value_or(false)) line += ", NO ROOM ON THE DISK";
  return line + ".\n";
}

std::string errors_in_words(const json::Value& errors) {
  std::string words;
  for (const auto& [kind, number] : errors.members()) {
    words += words.empty() ? "" : ", ";
    words += kind;
    words += ' ';
    words += count(number);
  }
  return words.empty() ? "none" : words;
}

std::string calibration_in_words(const json::Value& calibration) {
  if (calibration["visits"].integer().value_or(0) == 0) return "no audit visits yet";
  return count(calibration["visits"]) + " audit visits: believed " +
         percent(calibration["believed"]) + " current, found " + percent(calibration["found"]) +
         " (give or take " + percent(calibration["expected_error"]) + ")";
}

std::string sites_in_words(const json::Value& sites) {
  return count(sites["in_scope"]) + " in the scope of " + count(sites["known"]) + " seen; " +
         count(sites["resting"]) + " resting, " + count(sites["held"]) + " held back" +
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
  if (!held.empty()) out += "\nResting or held back\n" + held.text();
}

void add_failing(const json::Value& status, std::string& out) {
  Columns failing;
  for (const json::Value& site : status["failing"].elements()) {
    const json::Value failure = site["last_failure"];
    failing.add({text(site["site"]), text(failure["at"]), text(failure["words"])});
  }
  if (!failing.empty()) out += "\nFailed at the last attempt\n" + failing.text();
}

void add_walled(const json::Value& status, std::string& out) {
  Columns walled;
  for (const json::Value& site : status["walled"].elements()) {
    const json::Value wall = site["wall"];
    walled.add({text(site["site"]), "since " + text(wall["since"]),
                count(wall["visits"]) + " visits, the last at " + text(wall["last"]),
                text(wall["words"])});
  }
  if (!walled.empty()) out += "\nAnswering with a challenge or block page\n" + walled.text();
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
  if (!rewritten.empty()) out += "\nMany pages changed at once\n" + rewritten.text();
}

void add_sites(const json::Value& status, std::string& out) {
  Columns table;
  table.add({"pages", "waiting", "current", "errors", "robots.txt", "now", "site"});
  bool any = false;
  for (const json::Value& site : status["by_site"].elements()) {
    any = true;
    const std::string now = text(site["binds"]["kind"]);
    table.add({count(site["pages"]), count(site["waiting"]), percent(site["freshness"]),
               percent(site["error_share"]), text(site["robots"]), now == "none" ? "free" : now,
               text(site["site"])});
  }
  if (any) out += "\nSites\n" + table.text();
}

}  // namespace

std::string status_in_words(const json::Value& status) {
  const bool running = status["running"].boolean().value_or(false);
  std::string out = headline(status);
  std::string pages = count(status["pages"]);
  if (status["freshness"].number()) {
    pages += ", believed current " + percent(status["freshness"]) + ", out of date for " +
             short_time(status["age_seconds"].number().value_or(0)) + " on average";
  }
  Columns facts;
  facts.add({"pages", pages});
  facts.add({"not there", count(status["gone"]) + " pages are gone, " + count(status["left"]) +
                              " have left the collection"});
  facts.add({"waiting", count(status["waiting"]) + " for their first visit"});
  facts.add({"sites", sites_in_words(status["sites"])});
  if (const auto rate = status["budget"]["requests_per_second"].number()) {
    std::string words = budget_in_words(*rate);
    if (const auto share = status["budget"]["known_share"].number()) {
      words +=
          ", " + std::to_string(std::lround(*share * 100)) + " % of it for pages that are known";
    }
    if (status["budget"]["idle_until"].string()) {
      words += "; not used up, since no page is worth a visit before " +
               text(status["budget"]["idle_until"]) + " (refresh.min_gain)";
    }
    facts.add({"budget", words});
  }
  if (running) {
    const json::Value spent = status["spent"];
    facts.add({"spent", count(spent["minute"]) + " requests in the last minute, " +
                            count(spent["hour"]) + " hour, " + count(spent["day"]) + " day; " +
                            count(status["in_flight"]) + " under way; " + count(spent["all"]) +
                            " since " + text(spent["since"])});
    facts.add({"errors", errors_in_words(status["errors"])});
  }
  for (const json::Value& file : status["archive_lost"].elements()) {
    facts.add({"archive", text(file) + " was removed while it was written: its records are lost"});
  }
  facts.add({"belief", calibration_in_words(status["calibration"])});
  for (const json::Value& seed : status["seeds"].elements()) facts.add({"seed", text(seed)});
  for (const json::Value& seed : status["seeds_failed"].elements()) {
    facts.add({"failed seed", text(seed["url"]) + ": " + text(seed["reason"])});
  }
  out += facts.text();
  add_failing(status, out);
  add_walled(status, out);
  add_rewritten(status, out);
  add_held(status, out);
  add_sites(status, out);
  return out;
}

std::string steering_in_words(const json::Value& steering) {
  std::string state = "not running";
  if (steering["running"].boolean().value_or(false)) state = "running";
  if (steering["paused"].boolean().value_or(false)) state = "paused";
  if (steering["stopping"].boolean().value_or(false)) state = "stopping";
  Columns facts;
  facts.add({"now", state});
  if (const auto rate = steering["requests_per_second"].number()) {
    facts.add({"budget", budget_in_words(*rate)});
  }
  for (const json::Value& seed : steering["seeds"].elements()) facts.add({"seed", text(seed)});
  return facts.text();
}

std::string ping_in_words(const json::Value& ping) {
  Columns facts;
  facts.add({"announced", count(ping["announced"])});
  facts.add({"new", count(ping["queued"])});
  for (const json::Value& one : ping["ignored"].elements()) {
    facts.add({"ignored", text(one["url"]) + ": " + text(one["why"])});
  }
  return facts.text();
}

}  // namespace freshet::cli
