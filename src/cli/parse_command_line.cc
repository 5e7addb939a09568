// The only file that includes CLI11, because CLI11 takes longer to compile than the rest of this
// module.
#include "cli/parse_command_line.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <map>
#include <numeric>
#include <type_traits>
#include <utility>

#include "cli/help.h"
#include "cli/value_check.h"

namespace freshet::cli {
namespace {

using Parts = std::map<const Option*, CLI::Option*>;

CLI::Option* add_part(CLI::App& app, const Option& option) {
  CLI::Option* part = std::visit(
      [&](auto* destination) {
        if constexpr (std::is_same_v<decltype(destination), bool*>) {
          return app.add_flag(option.name, *destination, option.help);
        } else {
          return app.add_option(option.name, *destination, option.help);
        }
      },
      option.destination);
  if (option.value_count > 1) part->expected(static_cast<int>(option.value_count));
  if (option.is_repeatable) part->expected(1)->take_all()->allow_extra_args(false);
  if (option.delimiter != '\0') part->delimiter(option.delimiter);
  if (option.is_required) part->required();
  if (!option.is_flag()) {
    part->check([&option](const std::string& value) { return value_error(option, value); });
  }
  return part;
}

void add_options(CLI::App& app, const Command& command, Parts& parts) {
  for (const Option& option : command.options()) parts[&option] = add_part(app, option);
  for (const Option& option : command.options()) {
    for (const Option* other : option.needed) parts[&option]->needs(parts[other]);
    for (const Option* other : option.excluded) parts[&option]->excludes(parts[other]);
  }
}

void count_options(Command& command, const Parts& parts) {
  for (Option& option : command.options()) option.times_given = parts.at(&option)->count();
}

// The number of characters to insert, delete or replace to turn one text into the other.
size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 0; i < a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i + 1;
    for (size_t j = 0; j < b.size(); ++j) {
      const size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

// "; did you mean --depth?", or nothing if no name is similar.
std::string suggestion(const std::string& typed, const std::vector<std::string>& names) {
  const std::string* best = nullptr;
  size_t best_distance = 3;
  for (const std::string& name : names) {
    const size_t distance = edit_distance(typed, name);
    if (distance >= std::min(best_distance, (name.size() + 1) / 2)) continue;
    best = &name;
    best_distance = distance;
  }
  return best == nullptr ? "" : "; did you mean " + *best + "?";
}

std::string unknown_option(const std::string& typed, const Commands& commands,
                           const Command* command) {
  const std::string name = typed.substr(0, typed.find('='));
  std::vector<std::string> names = {"--help"};
  const auto add_names = [&](const Command& each) {
    for (const Option& option : each.options()) names.push_back(option.name);
  };
  add_names(commands.program());
  if (command != nullptr) add_names(*command);
  return "unknown option " + name + suggestion(name, names);
}

std::string missing_command(const std::vector<std::string>& words, const Commands& commands) {
  if (words.empty()) return "no command given\n\n" + program_help(commands);
  std::vector<std::string> names;
  for (const Command& command : commands.all()) {
    if (!command.is_hidden()) names.push_back(command.name());
  }
  return "there is no command \"" + words.front() + "\"" + suggestion(words.front(), names);
}

// CLI11's message, reworded.
std::string message_of(const CLI::ParseError& error, const Command* command) {
  std::string text = error.what();
  const auto replace = [&text](std::string_view from, std::string_view to) {
    const size_t at = text.find(from);
    if (at != std::string::npos) text.replace(at, from.size(), to);
  };
  if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) {
    text = text.substr(0, text.find(" is required"));
    std::string help;
    if (command != nullptr) {
      for (const Option& option : command->options()) {
        if (option.name == text) help = " (" + option.help + ")";
      }
    }
    text += " is missing" + help;
  } else if (dynamic_cast<const CLI::ExcludesError*>(&error) != nullptr) {
    replace(" excludes ", " cannot be used together with ");
  } else if (dynamic_cast<const CLI::RequiresError*>(&error) != nullptr) {
    replace(" requires ", " can be used only together with ");
  } else if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
    text = text.substr(0, text.find(':')) + ": a value is missing";
  }
  return text;
}

std::string describe(const CLI::ParseError& error, const CLI::App& app, const Commands& commands,
                     const Command* command) {
  std::string text;
  if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr ||
      dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
    const std::vector<std::string> extras = app.remaining(true);
    const auto option = std::find_if(extras.begin(), extras.end(),
                                     [](const auto& word) { return word.starts_with('-'); });
    if (option != extras.end())
      text = unknown_option(*option, commands, command);
    else if (command == nullptr)
      text = missing_command(extras, commands);
    else if (!extras.empty())
      text = "unexpected argument \"" + extras.front() + "\"";
  }
  if (text.empty()) text = message_of(error, command);
  const std::string& program = commands.program().name();
  const std::string help = command == nullptr ? program : program + " " + command->name();
  if (text.ends_with('\n')) return program + ": " + text;  // it has the help already
  return program + ": " + text + "\nFor help: " + help + " --help\n";
}

}  // namespace

ParsedCommandLine parse_command_line(Commands& commands, const std::string& version,
                                     std::vector<std::string> arguments) {
  CLI::App app(commands.program().purpose(), commands.program().name());
  app.set_version_flag("--version", version);
  app.require_subcommand(1);
  app.fallthrough();  // options of the program may also follow the command
  Parts parts;
  add_options(app, commands.program(), parts);
  std::vector<std::pair<CLI::App*, Command*>> added;
  for (Command& command : commands.all()) {
    CLI::App* const sub = app.add_subcommand(command.name(), command.purpose());
    add_options(*sub, command, parts);
    added.emplace_back(sub, &command);
  }
  const auto named = [&added]() -> Command* {
    const auto found = std::find_if(added.begin(), added.end(),
                                    [](const auto& each) { return each.first->parsed(); });
    return found == added.end() ? nullptr : found->second;
  };

  try {
    std::reverse(arguments.begin(), arguments.end());  // CLI11 takes the last argument first
    app.parse(std::move(arguments));
  } catch (const CLI::CallForHelp&) {
    const Command* const command = named();
    return {.output =
                command == nullptr ? program_help(commands) : command_help(commands, *command)};
  } catch (const CLI::CallForVersion&) {
    return {.output = version + "\n"};
  } catch (const CLI::ParseError& error) {
    return {.status = kExitUsage, .error = describe(error, app, commands, named())};
  }
  Command* const command = named();
  if (command == nullptr) return {.status = kExitUsage};
  count_options(commands.program(), parts);
  count_options(*command, parts);
  command->parsed();
  return {.command = command};
}

}  // namespace freshet::cli
