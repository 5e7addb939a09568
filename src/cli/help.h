#pragma once

#include <string>

#include "cli/commands.h"

namespace freshet::cli {

// The text of `freshet --help`.
std::string program_help(const Commands& commands);
// The text of `freshet COMMAND --help`.
std::string command_help(const Commands& commands, const Command& command);

// The help of an option with its limits and default: "Print this many (from 1 to 9; default: 3)".
std::string option_help(const Option& option);

// The placeholder for an option's value: "FILE", "page|host", "NUMBER"; empty for a flag.
std::string value_text(const Option& option);

}  // namespace freshet::cli
