#pragma once

#include <string>

#include "json/read.h"

namespace freshet::cli {

// The changes of fields in an answer to a ChangesQuery, for people and as JSON lines.
std::string format_field_changes(const json::Value& changes);
std::string field_changes_as_json_lines(const json::Value& changes);

}  // namespace freshet::cli
