#pragma once

#include <string>
#include <string_view>

#include "cli/commands.h"

namespace freshet::cli {

// The manual page (section 1) in roff, with the man macros.
std::string manual(const Commands& commands, std::string_view version);

}  // namespace freshet::cli
