// Formats the answer of `why`.
#include <cstdio>

#include "cli/columns.h"
#include "cli/control_commands.h"
#include "cli/numbers.h"
#include "text/printable.h"

namespace freshet::cli {
namespace {

std::string text(const json::Value& value) {
  return text::printable(value.string().value_or("-"));
}

// Explains the value of `modified_from`.
std::string_view describe_date_source(std::string_view from) {
  if (from == "page") return "as the page says";
  if (from == "sitemap") return "as a sitemap or feed says";
  if (from == "http") return "as the server says (Last-Modified)";
  if (from == "published") return "the date of publication, as the page says";
  return "the time when this content was first seen";
}

void add_state(const json::Value& page, Columns& facts) {
  if (page["first_seen"].string()) facts.add({"first seen", text(page["first_seen"])});
  if (!page["last_visit"].string()) return;
  std::string visit = text(page["last_visit"]) + ", " + text(page["result"]);
  if (const int64_t status = page["http_status"].integer().value_or(0); status > 0) {
    visit += ", status " + std::to_string(status);
  }
  facts.add({"last visit", visit});
  const bool has_succeeded = page["last_success"].string().has_value();
  facts.add({"last success", has_succeeded ? text(page["last_success"]) : "never"});
  if (page["last_change"].string()) facts.add({"last change", text(page["last_change"])});
  if (page["modified"].string()) {
    const std::string from = text(page["modified_from"]);
    facts.add(
        {"modified", text(page["modified"]) + ", " + std::string(describe_date_source(from))});
  }
  if (page["gone_since"].string()) facts.add({"gone since", text(page["gone_since"])});
  if (page["left"].string()) facts.add({"left", text(page["left"])});
  if (has_succeeded) {
    facts.add({"size", short_bytes(static_cast<uint64_t>(page["size"].integer().value_or(0)))});
  }
  for (const char* name : {"title", "redirect_to", "duplicate_of"}) {
    if (page[name].string()) facts.add({name, text(page[name])});
  }
  const json::Value archived = page["archived"];
  if (archived["file"].string()) {
    facts.add({"archived", text(archived["file"]) + " at byte " +
                               std::to_string(archived["offset"].integer().value_or(0))});
  }
}

void add_item(const json::Value& why, Columns& facts) {
  const json::Value item = why["item"];
  if (!item["recipe"].string()) return;
  std::string words = "the recipe " + text(item["recipe"]) + " has it under the key " +
                      text(item["key"]) + ", with these values since " + text(item["last_change"]);
  if (item["unmatched_since"].string()) {
    words += "; required fields are missing since " + text(item["unmatched_since"]);
  }
  facts.add({"item", words});
}

void add_weight(const json::Value& why, Columns& facts) {
  const json::Value weight = why["weight"];
  if (!weight["value"].number()) return;
  char words[160];
  const std::string from = text(weight["from"]);
  if (from == "equal") {
    std::snprintf(words, sizeof words, "%.3g, the same for all pages", *weight["value"].number());
  } else if (from == "rank") {
    std::snprintf(words, sizeof words, "%.3g, from its rank", *weight["value"].number());
  } else {
    std::snprintf(words, sizeof words, "%.3g, from its depth %lld", *weight["value"].number(),
                  static_cast<long long>(why["page"]["depth"].integer().value_or(0)));
  }
  std::string line = words;
  if (from == "links") {
    line += " and the links to it from " +
            counted(static_cast<uint64_t>(weight["links"].integer().value_or(0)), "page");
  }
  facts.add({"weight", line});
}

void add_belief(const json::Value& why, Columns& facts) {
  if (const auto current = why["probability_current"].number()) {
    char words[96];
    std::snprintf(words, sizeof words, "%.1f %% likely to be current", *current * 100);
    const double age = why["expected_age_seconds"].number().value_or(0);
    facts.add({"copy", words + (", out of date for " + short_time(age)) + " on average"});
  } else if (const json::Value page = why["page"]; page["last_success"].string()) {
    facts.add({"copy", "from " + text(page["last_success"]) + ", when the page last existed"});
  }
  if (why["belief"].string()) facts.add({"policy", text(why["belief"])});
}

void add_history(const json::Value& history, Columns& facts) {
  if (text(history["line"]).empty() || !history["line"].string()) return;
  facts.add(
      {"history",
       text(history["line"]) + "  (" +
           counted(static_cast<uint64_t>(history["requests"].integer().value_or(0)), "visit") +
           ", " +
           counted(static_cast<uint64_t>(history["changes"].integer().value_or(0)), "change") +
           "; + first visit  = unchanged  # changed  x failed  - gone  ~ soft 404  "
           "> redirect)"});
}

void add_found(const json::Value& found, Columns& facts) {
  if (found["on"].string()) facts.add({"found on", text(found["on"])});
  if (found["at"].string()) facts.add({"found at", text(found["at"])});
}

void add_obstacle_and_next_visit(const json::Value& why, Columns& facts) {
  const json::Value binds = why["binds"];
  const json::Value robots = why["robots"];
  if (robots["line"].integer().value_or(0) > 0) {
    facts.add({"robots.txt",
               "line " + std::to_string(*robots["line"].integer()) + ": " + text(robots["text"])});
  }
  const bool is_repeated = text(why["words"]).find(text(binds["words"])) != std::string::npos;
  if (text(binds["kind"]) != "none" && !is_repeated) {
    std::string words = text(binds["words"]);
    if (binds["until"].string()) words += ", until " + text(binds["until"]);
    facts.add({"obstacle", words + " (" + text(binds["kind"]) + ")"});
  }
  const bool will_be_visited = why["next_visit"].string() || text(why["standing"]) == "kept" ||
                               text(why["standing"]) == "waiting";
  if (!will_be_visited) return;
  std::string when = "time unknown: when a visit is worth more than visits to other pages";
  if (why["next_visit"].string())
    when = "about " + text(why["next_visit"]);
  else if (text(binds["kind"]) == "not_running")
    when = "time unknown while no run is active";
  facts.add({"next visit", when});
}

}  // namespace

std::string format_why(const json::Value& why) {
  Columns facts;
  facts.add({"status", text(why["standing"]) + ": " + text(why["words"])});
  if (!why["page"].is_null()) {
    add_state(why["page"], facts);
    add_history(why["history"], facts);
    add_belief(why, facts);
    add_item(why, facts);
    add_weight(why, facts);
  }
  add_found(why["found"], facts);
  add_obstacle_and_next_visit(why, facts);
  return text(why["url"]) + "\n" + facts.text();
}

}  // namespace freshet::cli
