#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "json/read.h"

namespace CLI {  // NOLINT(readability-identifier-naming): that of a library
class App;
}

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

class LookingCommands {
 public:
  // Adds them to the program's.
  explicit LookingCommands(CLI::App& app);
  ~LookingCommands();

  // The exit status, if one of them was called.
  std::optional<int> run(const Invocation& invocation, const std::string& data_folder) const;

 private:
  using Run = std::function<int(const Invocation&, const std::string& data_folder)>;
  struct Entry {
    const CLI::App* app;
    Run run;
  };
  CLI::App* add(CLI::App& app, const char* name, const char* purpose, Run function);

  std::unique_ptr<LookingArguments> arguments_;
  std::vector<Entry> entries_;
};

// Answers as people read them.
std::string status_in_words(const json::Value& status);
std::string why_in_words(const json::Value& why);
std::string steering_in_words(const json::Value& steering);
std::string ping_in_words(const json::Value& ping);

int run_changes(const Invocation& invocation, const std::string& data_folder,
                const LookingArguments& arguments);

}  // namespace freshet::cli
