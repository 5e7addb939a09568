#pragma once

#include <string>
#include <string_view>

#include "result/result.h"

namespace freshet::postgres {

// Returns what a caller can do about a failure, from its SQLSTATE (PostgreSQL's table of error
// codes, appendix A of its manual).
ErrorKind kind_of(std::string_view sqlstate);

// PostgreSQL's messages end with a line feed, and some have several lines. Puts them on one.
std::string one_line(std::string text);

}  // namespace freshet::postgres
