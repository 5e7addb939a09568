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
  std::string dsn;  // empty: the catalogue in the data folder
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

// "-word" is an option to the shell's user as little as to us: of `freshet search`, what begins
// with one dash is put behind "--". As CLI11 takes arguments: without the program's name.
std::vector<std::string> with_exclusions_last(int argc, const char* const* argv);

}  // namespace freshet::cli
