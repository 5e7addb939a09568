#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/command.h"
#include "json/read.h"

// The commands by which people look into a run, or a collection, and steer it: status, why,
// changes, pause, resume, stop, budget, seeds, ping.
namespace freshet::cli {

struct LookingArguments {
  size_t sites = 20;
  bool worst = false;
  std::string url;
  std::string since = "1d";
  bool follow = false;
  std::string budget;
  std::vector<std::string> add;
  std::vector<std::string> remove;
  std::vector<std::string> pinged;
  std::string changed;
};

// Answers as people read them.
std::string status_in_words(const json::Value& status);
std::string why_in_words(const json::Value& why);
std::string steering_in_words(const json::Value& steering);
std::string ping_in_words(const json::Value& ping);
std::string changes_in_words(const json::Value& changes);
// A JSON line for each change.
std::string changes_in_json(const json::Value& changes);

int run_changes(const Invocation& invocation, const LookingArguments& arguments);

}  // namespace freshet::cli
