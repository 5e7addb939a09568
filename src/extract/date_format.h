#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "extract/date_time.h"
#include "result/result.h"

namespace freshet::extract {

struct FormatError {
  std::string message;
  size_t at = 0;  // byte offset in the format
};

// Returns what is wrong with a date format, in the manner of strptime(): of the directives %Y %y %m
// %d %e %b %B %H %I %M %S %p %z %%, where one for the year, for the month and for the day must be
// among them, each once.
std::optional<FormatError> check_date_format(std::string_view format);

// Reads a text in a format that has been checked. White space in the format matches any, also none;
// a name of a month may be in any language that month_of() knows. nullopt if the text differs.
std::optional<DateTime> read_date(std::string_view folded, std::string_view format);

}  // namespace freshet::extract
