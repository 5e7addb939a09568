#pragma once

#include <string>
#include <vector>

#include "cli/commands.h"

namespace freshet::cli {

struct ParsedCommandLine {
  const Command* command = nullptr;  // the command to run; null: print the texts below and exit
  int status = kExitDone;
  std::string output;  // help or version, for standard output
  std::string error;   // what is wrong with the command line, for standard error
};

// Parses `arguments`, which do not include the program's name: stores the values of options in
// their destinations and returns the command. Options of the program may stand before and after the
// command.
ParsedCommandLine parse_command_line(Commands& commands, const std::string& version,
                                     std::vector<std::string> arguments);

}  // namespace freshet::cli
