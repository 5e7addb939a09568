#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "result/result.h"
#include "settings/check.h"

namespace freshet::settings {

struct Assignment {
  std::string key;  // dotted
  Given value;
  unsigned line = 0;
  bool is_empty_table = false;
};

// Every value of a TOML text, in order of lines. Errors begin with "name:line: ".
Result<std::vector<Assignment>> read_toml(std::string_view text, std::string_view name);

}  // namespace freshet::settings
