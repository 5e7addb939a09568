#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cli/command.h"

namespace CLI {  // NOLINT(readability-identifier-naming): that of a library
class App;
}

namespace freshet::cli {

// The program's commands: what each is called with, and what it does.
class Commands {
 public:
  using Action = std::function<int(const Invocation&)>;
  explicit Commands(CLI::App& program) : program_(program) {}

  // Options and examples are added to what is given back.
  CLI::App* add(const char* name, const char* purpose, Action action);
  // The same, with what the options fill in.
  template <typename Arguments>
  std::pair<CLI::App*, Arguments&> add(const char* name, const char* purpose,
                                       int (*action)(const Invocation&, const Arguments&)) {
    const auto arguments = std::make_shared<Arguments>();
    CLI::App* app = add(name, purpose, [action, arguments](const Invocation& invocation) {
      return action(invocation, *arguments);
    });
    return {app, *arguments};
  }
  // Does what the command line named, and gives the exit status.
  int run(const Invocation& invocation) const;

 private:
  struct Command {
    const CLI::App* app;
    Action action;
  };
  CLI::App& program_;
  std::vector<Command> commands_;
};

void add_check(Commands& commands);
void add_crawl(Commands& commands);
void add_run(Commands& commands);
void add_convert(Commands& commands);
void add_demo(Commands& commands);
void add_aquarium(Commands& commands);
void add_simulate(Commands& commands);
void add_rank(Commands& commands);
void add_recover(Commands& commands);
void add_looking_commands(Commands& commands);
void add_search(Commands& commands);
void add_settings(Commands& commands);

// The program's arguments without its name; of `freshet search`, what begins with one dash gets a
// space before it: "-word" excludes a word and is no option.
std::vector<std::string> with_exclusions(int argc, const char* const* argv);

}  // namespace freshet::cli
