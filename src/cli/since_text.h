#pragma once

#include <string_view>

#include "crawl/control.h"
#include "result/result.h"

namespace freshet::cli {

// Where "--since T" begins: "90min", "1h", "2d" before now, or a date, "2026-11-15" or
// "2026-11-15T07:00:00Z".
Result<crawl::AskChanges> parse_since(std::string_view text);

}  // namespace freshet::cli
