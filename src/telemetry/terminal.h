#pragma once

#include <string_view>

namespace freshet::telemetry {

bool stderr_is_terminal();

// Whether a line on standard error may be drawn over: it goes to a terminal that knows how to
// (TERM is set, and not "dumb").
bool stderr_redraws();

// Whether text on standard output may be bold or in colour: it goes to a terminal that can show it,
// and NO_COLOR (no-color.org) does not forbid it.
bool stdout_takes_style();

// Width of the terminal behind standard error now; 80 where it does not say.
int stderr_columns();

// Writes to standard error at once, in one piece as far as the system allows. What cannot be
// written is dropped: there is nowhere left to complain.
void write_stderr(std::string_view text);
// One line, whose controls are escaped, with its line feed.
void write_stderr_line(std::string_view text);

}  // namespace freshet::telemetry
