#include "cli/help.h"

#include <algorithm>
#include <string_view>

#include "cli/value_check.h"

namespace freshet::cli {
namespace {

constexpr size_t kWidth = 80;

// Appends the text from column `indent` on, in lines of at most kWidth characters. `column` is
// where the current line ends.
void append_wrapped(std::string& out, size_t column, size_t indent, std::string_view text) {
  out.append(column + 2 <= indent ? indent - column : 0, ' ');
  if (column + 2 > indent) out += "\n" + std::string(indent, ' ');
  column = indent;
  while (!text.empty()) {
    const size_t end = std::min(text.find(' '), text.size());
    if (column > indent && column + 1 + end > kWidth) {
      out += "\n" + std::string(indent, ' ');
      column = indent;
    }
    if (column > indent) {
      out += ' ';
      ++column;
    }
    out += text.substr(0, end);
    column += end;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  out += '\n';
}

void append_entry(std::string& out, size_t indent, const std::string& name, std::string_view text) {
  out += "  " + name;
  append_wrapped(out, 2 + name.size(), indent, text);
}

std::string argument_text(const Option& argument) {
  return argument.name + (argument.is_list() ? "..." : "");
}

// "--scope page|host"
std::string option_text(const Option& option) {
  if (option.is_argument()) return argument_text(option);
  const std::string value = value_text(option);
  return option.name + (value.empty() ? "" : " " + value);
}

constexpr size_t kOptionIndent = 26;

void append_options(std::string& out, const Command& command, bool arguments) {
  for (const Option& option : command.options()) {
    if (option.is_argument() != arguments) continue;
    append_entry(out, kOptionIndent, option_text(option), option_help(option));
  }
}

void append_program_options(std::string& out, const Command& program) {
  append_options(out, program, false);
  append_entry(out, kOptionIndent, "-h, --help", "Print help for the program or a command");
}

std::string usage(const std::string& program, const Command& command) {
  std::string line = "Usage: " + program + " " + command.name() + " [OPTIONS]";
  for (const Option& option : command.options()) {
    if (!option.is_argument()) continue;
    const std::string text = argument_text(option);
    line += " " + (option.is_required ? text : "[" + text + "]");
  }
  return line + "\n";
}

}  // namespace

std::string value_text(const Option& option) {
  if (option.is_flag()) return {};
  if (!option.value_name.empty()) return option.value_name;
  std::string words;
  for (const std::string& word : option.words()) words += (words.empty() ? "" : "|") + word;
  if (!words.empty()) return words;
  const bool is_text = std::holds_alternative<std::string*>(option.destination) ||
                       std::holds_alternative<std::vector<std::string>*>(option.destination);
  return is_text ? "TEXT" : "NUMBER";
}

std::string option_help(const Option& option) {
  std::string notes = accepted_range(option);
  if (option.shows_default) {
    notes += (notes.empty() ? "default: " : "; default: ") + option.default_text;
  }
  return option.help + (notes.empty() ? "" : " (" + notes + ")");
}

std::string program_help(const Commands& commands) {
  const Command& program = commands.program();
  std::string out = program.purpose() + "\n\nUsage: " + program.name() + " COMMAND [OPTIONS]...\n";
  out += "\nCommands:\n";
  for (const Command& command : commands.all()) {
    if (!command.is_hidden()) append_entry(out, 13, command.name(), command.purpose());
  }
  out += "\nOptions of every command:\n";
  append_program_options(out, program);
  append_entry(out, kOptionIndent, "--version", "Print the version");
  if (!program.footer().empty()) out += "\n" + program.footer() + "\n";
  return out;
}

std::string command_help(const Commands& commands, const Command& command) {
  const auto is_argument = [](const Option& option) { return option.is_argument(); };
  const auto& options = command.options();
  std::string out = command.purpose() + "\n\n" + usage(commands.program().name(), command);
  if (std::any_of(options.begin(), options.end(), is_argument)) {
    out += "\nArguments:\n";
    append_options(out, command, true);
  }
  if (!std::all_of(options.begin(), options.end(), is_argument)) {
    out += "\nOptions:\n";
    append_options(out, command, false);
  }
  out += "\nOptions of every command:\n";
  append_program_options(out, commands.program());
  if (!command.footer().empty()) out += "\n" + command.footer() + "\n";
  return out;
}

}  // namespace freshet::cli
