#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "json/read.h"

// The commands that query or control a running crawl, or query a collection: status, why, changes,
// pause, resume, stop, budget, seeds, aliases, ping.
namespace freshet::cli {

struct ControlArguments {
  size_t sites = 20;
  bool worst = false;
  bool cycle_table = false;
  std::optional<size_t> urls;
  std::string url;
  std::string since = "1d";
  bool follow = false;
  bool fields = false;  // only changes of fields of items
  std::string budget;
  std::vector<std::string> add;
  std::vector<std::string> remove;
  std::vector<std::string> undo;
  std::vector<std::string> allow;
  std::vector<std::string> pinged;
  std::string changed;
};

// These format an answer (docs/formats/control.md) for people.
std::string format_status(const json::Value& status);
std::string format_cycle_table(const json::Value& table);
std::string format_why(const json::Value& why);
std::string format_run_control(const json::Value& run_control);
std::string format_aliases(const json::Value& aliases);
std::string format_ping(const json::Value& ping);
std::string format_changes(const json::Value& changes);
// One JSON line for each change.
std::string changes_as_json_lines(const json::Value& changes);

int run_changes(const Invocation& invocation, const ControlArguments& arguments);

}  // namespace freshet::cli
