#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "json/write.h"
#include "settings/load.h"
#include "settings/value.h"

namespace freshet::settings {

// One setting as a user sees it.
struct Entry {
  std::string_view name;
  std::string_view help;
  Type type = Type::kString;
  Value value;        // without secrets
  std::string shown;  // the value for a person
  std::string from;   // "default", "freshet.toml:7", "--set"
  std::string range;  // what it takes, for a person; may be empty
};
std::vector<Entry> entries(const Loaded& loaded);

// For a person: every setting, its value, where it came from and its range, in columns; what it is
// for on a line below.
std::string print(const Loaded& loaded);

// For a program: an object with a member for each setting, and "settings_file": the path of the
// file that was read, or null. Sizes are in bytes, durations in seconds; null means built into the
// program.
void write_json(json::Writer& writer, const Loaded& loaded);

}  // namespace freshet::settings
