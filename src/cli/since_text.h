#pragma once

#include <string_view>

#include "collection/answer.h"
#include "result/result.h"

namespace freshet::cli {

// Parses the value of --since: a span before now ("90min", "1h", "2d") or a date ("2026-11-15",
// "2026-11-15T07:00:00Z").
Result<collection::ChangesQuery> parse_since(std::string_view text);

}  // namespace freshet::cli
