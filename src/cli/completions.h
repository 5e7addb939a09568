#pragma once

#include <string>

#include "cli/commands.h"

// Shell scripts that complete commands, options, and the words that an option accepts.
namespace freshet::cli {

std::string bash_completions(const Commands& commands);
std::string zsh_completions(const Commands& commands);
std::string fish_completions(const Commands& commands);

}  // namespace freshet::cli
