#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "json/write.h"
#include "settings/load.h"
#include "settings/value.h"

namespace freshet::settings {

// One setting, prepared for output.
struct Entry {
  std::string_view name;
  std::string_view help;
  Type type = Type::kString;
  Value value;        // with secrets masked
  std::string shown;  // the value, formatted for a person
  std::string from;   // "default", "freshet.toml:7", "--set"
  std::string range;  // the values that it accepts, for a person; may be empty
};
std::vector<Entry> entries(const Loaded& loaded);

// Formats all settings for a person: columns with name, value, origin and range, and the
// description on the next line.
std::string print(const Loaded& loaded);

// Writes all settings for a program: an object with a member for each setting, and "settings_file":
// the path of the file that was read, or null. Sizes are in bytes, durations in seconds; the value
// null means the default that is built into the program.
void write_json(json::Writer& writer, const Loaded& loaded);

}  // namespace freshet::settings
