#include "cli/completions.h"

#include <string_view>
#include <vector>

#include "cli/help.h"

namespace freshet::cli {
namespace {

std::string joined(const std::vector<std::string>& words, std::string_view between) {
  std::string out;
  for (const std::string& word : words) {
    if (!out.empty()) out += between;
    out += word;
  }
  return out;
}

// Puts the text in single quotes, with a backslash before each character of `special`.
std::string shell_quoted(std::string_view text, std::string_view special = {}) {
  std::string out = "'";
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) out += '\\';
    if (c == '\'')
      out += "'\\''";
    else
      out += c;
  }
  return out + "'";
}

bool takes_path(const Option& option) {
  return option.value_name == "FILE" || option.value_name == "FOLDER" ||
         option.value_name == "PATH";
}

std::vector<std::string> command_names(const Commands& commands) {
  std::vector<std::string> names;
  for (const Command& command : commands.all()) {
    if (!command.is_hidden()) names.push_back(command.name());
  }
  return names;
}

// The names of options, without positional arguments.
std::vector<std::string> option_names(const Command& command) {
  std::vector<std::string> names;
  for (const Option& option : command.options()) {
    if (!option.is_argument()) names.push_back(option.name);
  }
  return names;
}

// The names of options that take a value.
std::vector<std::string> names_with_value(const Command& command) {
  std::vector<std::string> names;
  for (const Option& option : command.options()) {
    if (!option.is_argument() && !option.is_flag()) names.push_back(option.name);
  }
  return names;
}

// Appends "    run:--scope) words='page host' ;;" for each option with a value. The list of words
// is empty for an option that takes any value.
void append_bash_values(std::string& out, const std::string& command_pattern,
                        const Command& command) {
  for (const Option& option : command.options()) {
    if (option.is_argument() || option.is_flag()) continue;
    out += "    " + command_pattern + ":" + option.name +
           ") words=" + shell_quoted(joined(option.words(), " ")) + " ;;\n";
  }
}

// The words that positional arguments of the command accept, and its options.
std::string bash_words(const Command& command, const std::string& options_of_all) {
  std::vector<std::string> words;
  for (const Option& option : command.options()) {
    if (!option.is_argument()) continue;
    const auto accepted = option.words();
    words.insert(words.end(), accepted.begin(), accepted.end());
  }
  for (const std::string& name : option_names(command)) words.push_back(name);
  return joined(words, " ") + (words.empty() ? "" : " ") + options_of_all;
}

std::string zsh_option(const Option& option) {
  const std::vector<std::string> words = option.words();
  std::string action = " ";
  if (!words.empty())
    action = "(" + joined(words, " ") + ")";
  else if (takes_path(option) || option.is_argument())
    action = "_files";
  if (option.is_argument()) {
    return shell_quoted((option.is_list() ? "*:" : ":") + option.name + ":" + action);
  }
  std::string help = shell_quoted(option.help, "[]");
  help = help.substr(1, help.size() - 2);
  std::string spec = "'" + std::string(option.is_repeatable ? "*" : "") + option.name;
  if (!option.is_flag()) spec += "=";
  spec += "[" + help + "]";
  for (size_t i = 0; !option.is_flag() && i < option.value_count; ++i) {
    spec += ":" + std::string(option.is_list() ? "value" : value_text(option)) + ":" + action;
  }
  return spec + "'";
}

std::string fish_option(const Option& option, const std::string& condition) {
  std::string line = "complete -c freshet";
  if (!condition.empty()) line += " -n " + shell_quoted(condition);
  const std::vector<std::string> words = option.words();
  if (option.is_argument()) {
    return words.empty() ? "" : line + " -f -a " + shell_quoted(joined(words, " ")) + "\n";
  }
  line += " -l " + option.name.substr(2);
  if (takes_path(option))
    line += " -r -F";
  else if (!option.is_flag())
    line += " -x";
  if (!words.empty()) line += " -a " + shell_quoted(joined(words, " "));
  return line + " -d " + shell_quoted(option.help, "\\") + "\n";
}

}  // namespace

std::string bash_completions(const Commands& commands) {
  const std::vector<std::string> names = command_names(commands);
  const std::string options_of_all = joined(option_names(commands.program()), " ") + " --help";
  std::string out =
      "# Completions of freshet for bash.\n"
      "_freshet() {\n"
      "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}\n"
      "  local command= words= i\n"
      "  for ((i = 1; i < COMP_CWORD; ++i)); do\n"
      "    case ${COMP_WORDS[i]} in\n"
      "      " +
      joined(names_with_value(commands.program()), " | ") +
      ") ((++i)) ;;\n"
      "      " +
      joined(names, " | ") +
      ") command=${COMP_WORDS[i]}; break ;;\n"
      "    esac\n"
      "  done\n"
      "  case $command:$previous in\n";
  append_bash_values(out, "*", commands.program());
  for (const Command& command : commands.all()) {
    if (!command.is_hidden()) append_bash_values(out, command.name(), command);
  }
  out += "    :*) words=" + shell_quoted(joined(names, " ") + " " + options_of_all + " --version") +
         " ;;\n";
  for (const Command& command : commands.all()) {
    if (command.is_hidden()) continue;
    out += "    " + command.name() +
           ":*) words=" + shell_quoted(bash_words(command, options_of_all)) + " ;;\n";
  }
  return out +
         "  esac\n"
         "  mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n"
         "}\n"
         "# Where no word matches, complete file names.\n"
         "complete -o default -F _freshet freshet\n";
}

std::string zsh_completions(const Commands& commands) {
  std::string out =
      "#compdef freshet\n"
      "# Completions of freshet for zsh.\n"
      "_freshet() {\n"
      "  local curcontext=$curcontext context state line\n"
      "  local -a of_all=(\n";
  for (const Option& option : commands.program().options()) {
    out += "    " + zsh_option(option) + "\n";
  }
  out +=
      "    '--help[Print help]'\n"
      "  )\n"
      "  local -a commands=(\n";
  for (const Command& command : commands.all()) {
    if (command.is_hidden()) continue;
    out += "    " + shell_quoted(command.name() + ":" + command.purpose()) + "\n";
  }
  out +=
      "  )\n"
      "  _arguments -C $of_all '--version[Print the version]' '1:command:->command' "
      "'*::argument:->arguments'\n"
      "  case $state in\n"
      "    command) _describe command commands ;;\n"
      "    arguments)\n"
      "      case $words[1] in\n";
  for (const Command& command : commands.all()) {
    if (command.is_hidden()) continue;
    out += "        " + command.name() + ") _arguments $of_all";
    for (const Option& option : command.options()) out += " \\\n          " + zsh_option(option);
    out += " ;;\n";
  }
  return out +
         "      esac ;;\n"
         "  esac\n"
         "}\n"
         "if [[ $funcstack[1] == _freshet ]]; then _freshet \"$@\"; else compdef _freshet freshet; "
         "fi\n";
}

std::string fish_completions(const Commands& commands) {
  std::string out = "# Completions of freshet for fish.\n";
  out += "complete -c freshet -n __fish_use_subcommand -f\n";
  out += "complete -c freshet -n __fish_use_subcommand -l version -d 'Print the version'\n";
  out += "complete -c freshet -l help -d 'Print help'\n";
  for (const Option& option : commands.program().options()) out += fish_option(option, "");
  for (const Command& command : commands.all()) {
    if (command.is_hidden()) continue;
    out += "complete -c freshet -n __fish_use_subcommand -a " + command.name() + " -d " +
           shell_quoted(command.purpose(), "\\") + "\n";
    for (const Option& option : command.options()) {
      out += fish_option(option, "__fish_seen_subcommand_from " + command.name());
    }
  }
  return out;
}

}  // namespace freshet::cli
