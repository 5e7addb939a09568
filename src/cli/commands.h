#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cli/command.h"
#include "cli/option.h"

namespace freshet::cli {

// A command: its name, its options, its help texts and its function.
class Command {
 public:
  using Action = std::function<int(const Invocation&)>;
  Command(std::string name, std::string purpose, Action action = {})
      : name_(std::move(name)), purpose_(std::move(purpose)), action_(std::move(action)) {}

  // Adds an option. `destination` must hold the default value and must outlive the command. The
  // returned reference stays valid.
  Option& option(std::string name, Option::Destination destination, std::string help);
  void footer(std::string text) { footer_ = std::move(text); }
  void hide() { is_hidden_ = true; }
  // Registers a function that parsed() calls.
  void after_parsing(std::function<void()> function) { after_parsing_ = std::move(function); }

  const std::string& name() const { return name_; }
  const std::string& purpose() const { return purpose_; }
  const std::string& footer() const { return footer_; }
  bool is_hidden() const { return is_hidden_; }  // left out of help, manual and completions
  const std::deque<Option>& options() const { return options_; }
  std::deque<Option>& options() { return options_; }
  // To be called when all options have their values.
  void parsed() const {
    if (after_parsing_) after_parsing_();
  }
  int run(const Invocation& invocation) const { return action_(invocation); }

 private:
  std::string name_;
  std::string purpose_;
  Action action_;
  std::string footer_;
  bool is_hidden_ = false;
  std::deque<Option> options_;
  std::function<void()> after_parsing_;
};

// The program: its commands, and the options that all of them take.
class Commands {
 public:
  explicit Commands(Command& program) : program_(program) {}

  // Adds a command; the caller then adds options and examples to it.
  Command& add(const char* name, const char* purpose, Command::Action action) {
    return commands_.emplace_back(name, purpose, std::move(action));
  }
  // The same for a function that takes `Arguments`, which the options of the command fill in.
  template <typename Arguments>
  std::pair<Command&, Arguments&> add(const char* name, const char* purpose,
                                      int (*action)(const Invocation&, const Arguments&)) {
    const auto arguments = std::make_shared<Arguments>();
    Command& command = add(name, purpose, [action, arguments](const Invocation& invocation) {
      return action(invocation, *arguments);
    });
    return {command, *arguments};
  }

  const Command& program() const { return program_; }
  Command& program() { return program_; }
  const std::deque<Command>& all() const { return commands_; }
  std::deque<Command>& all() { return commands_; }

 private:
  Command& program_;
  std::deque<Command> commands_;
};

void add_check(Commands& commands);
void add_crawl(Commands& commands);
void add_agent(Commands& commands);
void add_run(Commands& commands);
void add_convert(Commands& commands);
void add_demo(Commands& commands);
void add_aquarium(Commands& commands);
void add_simulate(Commands& commands);
void add_rank(Commands& commands);
void add_recipe(Commands& commands);
void add_items(Commands& commands);
void add_recover(Commands& commands);
void add_control_commands(Commands& commands);
void add_search(Commands& commands);
void add_settings(Commands& commands);
void add_generate(Commands& commands);

// The program's arguments without its name. In the arguments of `freshet search`, "-word" excludes
// a word: a space is put before such an argument, so that the parser does not take it for an
// option.
std::vector<std::string> program_arguments(int argc, const char* const* argv);

}  // namespace freshet::cli
