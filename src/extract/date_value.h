#pragma once

#include <string>
#include <string_view>

#include "extract/locale.h"
#include "result/result.h"

namespace freshet::extract {

struct DateOptions {
  Locale locale;
  std::string_view format;  // checked; tried before the formats that are recognised; may be empty
};

// Returns the first date of a text, in ISO 8601, or why there is none: "2026-11-19", or with a time
// in UTC if the text has time and zone. docs/formats/recipe.md lists the formats.
Result<std::string, std::string> parse_date(std::string_view text, const DateOptions& options);

}  // namespace freshet::extract
