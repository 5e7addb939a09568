#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"

namespace CLI {  // NOLINT(readability-identifier-naming): that of a library
class App;
}

// freshet search
namespace freshet::cli {

struct SearchArguments {
  std::vector<std::string> words;
  size_t limit = 10;
  size_t page = 1;
  std::string in = "sqlite";
  std::string dsn;
  bool prefer_fresh = false;
  std::vector<std::string> marks;  // before and behind what was searched for
};

class SearchCommand {
 public:
  // Adds it to the program's.
  explicit SearchCommand(CLI::App& app);
  ~SearchCommand();

  // The exit status, if it was called.
  std::optional<int> run(const Invocation& invocation, const std::string& data_folder) const;

 private:
  std::unique_ptr<SearchArguments> arguments_;
  const CLI::App* app_ = nullptr;
};

// The program's arguments without its name; of `freshet search`, what begins with one dash gets a
// space before it: "-word" excludes a word and is no option.
std::vector<std::string> with_exclusions(int argc, const char* const* argv);

}  // namespace freshet::cli
