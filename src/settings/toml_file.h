#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "result/result.h"
#include "settings/check.h"

namespace freshet::settings {

struct Assignment {
  std::string key;  // its parts are separated by dots
  RawValue value;
  unsigned line = 0;
  bool is_empty_table = false;
};

// Returns all values of a TOML text in the order of their lines, and of their keys on one line.
// Errors begin with "name:line: ".
Result<std::vector<Assignment>> read_toml(std::string_view text, std::string_view name);

}  // namespace freshet::settings
