#include "cli/commands.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <utility>

namespace freshet::cli {

CLI::App* Commands::add(const char* name, const char* purpose, Action action) {
  CLI::App* app = program_.add_subcommand(name, purpose);
  commands_.push_back({app, std::move(action)});
  return app;
}

int Commands::run(const Invocation& invocation) const {
  const auto named = std::find_if(commands_.begin(), commands_.end(),
                                  [](const Command& command) { return command.app->parsed(); });
  return named == commands_.end() ? kExitUsage : named->action(invocation);
}

}  // namespace freshet::cli
