#pragma once

#include <string_view>

namespace freshet::telemetry {

bool stderr_is_terminal();

// Whether a line on standard error can be redrawn in place: standard error is a terminal, and TERM
// is set and not "dumb".
bool stderr_redraws();

// Whether text on standard output may be bold or in colour: standard output is a terminal, TERM is
// set and not "dumb", and NO_COLOR (no-color.org) is not set.
bool stdout_takes_style();

// Returns the current width of the terminal on standard error, or 80 if it is not known.
int stderr_columns();

// Writes to standard error without a buffer. If that fails, the rest of the text is dropped,
// because there is nowhere to report the failure.
void write_stderr(std::string_view text);
// Writes the text as one line: escapes its control characters and adds a line feed.
void write_stderr_line(std::string_view text);

}  // namespace freshet::telemetry
