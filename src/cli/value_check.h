#pragma once

#include <string>

#include "cli/option.h"

namespace freshet::cli {

// Says what is wrong with a value of the option, such as `"x" is not a whole number from 0 on`;
// empty if the value is valid. Options with text of any kind accept everything.
std::string value_error(const Option& option, const std::string& value);

// The numbers that the option accepts: "from 1 to 1000", "from 0 on", "greater than 0"; empty if
// the option names no limits.
std::string accepted_range(const Option& option);

}  // namespace freshet::cli
