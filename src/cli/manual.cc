#include "cli/manual.h"

#include <algorithm>

#include "cli/help.h"

namespace freshet::cli {
namespace {

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool at_line_start = out.empty() || out.back() == '\n';
    if (at_line_start && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
  }
  return out;
}

std::string bold(std::string_view text) {
  return "\\fB" + escaped(text) + "\\fR";
}

std::string italic(std::string_view text) {
  return "\\fI" + escaped(text) + "\\fR";
}

// "[SEED...]"
std::string argument_text(const Option& argument) {
  const std::string name = italic(argument.name) + (argument.is_list() ? "..." : "");
  return argument.is_required ? name : "[" + name + "]";
}

void append_option(std::string& out, const Option& option) {
  out += ".TP\n";
  out += option.is_argument() ? argument_text(option) : bold(option.name);
  if (!option.is_argument() && !option.is_flag()) out += " " + italic(value_text(option));
  out += "\n" + escaped(option_help(option)) + "\n";
}

void append_command(std::string& out, const std::string& program, const Command& command) {
  const auto& options = command.options();
  out += ".SS " + escaped(program + " " + command.name());
  const auto is_option = [](const Option& option) { return !option.is_argument(); };
  if (std::any_of(options.begin(), options.end(), is_option)) out += " [OPTIONS]";
  for (const Option& option : options) {
    if (option.is_argument()) out += " " + argument_text(option);
  }
  out += "\n" + escaped(command.purpose()) + "\n";
  for (const Option& option : options) append_option(out, option);
  if (!command.footer().empty()) out += ".PP\n.nf\n" + escaped(command.footer()) + "\n.fi\n";
}

}  // namespace

std::string manual(const Commands& commands, std::string_view version) {
  const Command& program = commands.program();
  std::string upper = program.name();
  std::transform(upper.begin(), upper.end(), upper.begin(), [](char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  });
  std::string out = ".TH " + upper + " 1 \"\" \"" + program.name() + " " + std::string(version) +
                    "\" \"User Commands\"\n";
  out += ".SH NAME\n" + program.name() + " \\- " + escaped(program.purpose()) + "\n";
  out += ".SH SYNOPSIS\n" + bold(program.name()) + " [" + italic("OPTIONS") + "] " +
         italic("COMMAND") + " ...\n";
  out += ".SH OPTIONS\nThese apply to every command and may stand before or after its name.\n";
  for (const Option& option : program.options()) append_option(out, option);
  out += ".TP\n" + bold("--help") + "\nPrint help for the program or the command\n";
  out += ".TP\n" + bold("--version") + "\nPrint the version\n";
  out += ".SH COMMANDS\n";
  for (const Command& command : commands.all()) {
    if (!command.is_hidden()) append_command(out, program.name(), command);
  }
  out +=
      ".SH EXIT STATUS\n"
      ".TP\n0\nThe command succeeded.\n"
      ".TP\n1\nThe command failed; standard error says why.\n"
      ".TP\n2\nThe command line or a setting is wrong, or the command could not begin.\n";
  return out;
}

}  // namespace freshet::cli
