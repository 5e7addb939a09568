#pragma once

#include <string_view>

namespace freshet::telemetry {

bool stderr_is_terminal();

// Width of the terminal behind standard error now; 80 where it does not say.
int stderr_columns();

// Writes to standard error at once, in one piece as far as the system allows. What cannot be
// written is dropped: there is nowhere left to complain.
void write_stderr(std::string_view text);

}  // namespace freshet::telemetry
