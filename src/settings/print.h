#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "settings/load.h"
#include "settings/value.h"

namespace freshet::settings {

// One setting as a user sees it.
struct Entry {
  std::string_view name;
  std::string_view help;
  Type type = Type::kString;
  Value value;
  std::string shown;  // the value for a person
  std::string from;   // "default", "freshet.toml:7", "--set"
  std::string range;  // what it takes, for a person; may be empty
};
std::vector<Entry> entries(const Loaded& loaded);

// For a person: every setting, its value, where it came from and its range, in columns; what it is
// for on a line below.
std::string print(const Loaded& loaded);

// For a program: an object with a member for each setting. `Writer` is a json::Writer (this module
// does without json). Sizes are in bytes, durations in seconds; null means built into the program.
template <typename Writer>
void write_json(Writer& writer, const Loaded& loaded) {
  writer.begin_object();
  for (const Entry& entry : entries(loaded)) {
    writer.key(entry.name).begin_object();
    writer.key("value");
    if (const auto* b = std::get_if<bool>(&entry.value)) {
      writer.value(*b);
    } else if (const auto* integer = std::get_if<int64_t>(&entry.value)) {
      if (entry.type == Type::kDuration)
        writer.value(static_cast<double>(*integer) / 1e6);
      else
        writer.value(*integer);
    } else if (const auto* real = std::get_if<double>(&entry.value)) {
      writer.value(*real);
    } else if (const auto* text = std::get_if<std::string>(&entry.value)) {
      writer.value(*text);
    } else if (const auto* list = std::get_if<std::vector<std::string>>(&entry.value)) {
      writer.begin_array();
      for (const std::string& item : *list) writer.value(item);
      writer.end_array();
    } else {
      writer.null();
    }
    writer.member("from", entry.from).member("type", name_of(entry.type));
    writer.member("range", entry.range).member("help", entry.help);
    writer.end_object();
  }
  writer.end_object();
}

}  // namespace freshet::settings
