#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "result/result.h"
#include "settings/table.h"
#include "settings/value.h"

namespace freshet::settings {

// A TOML value of a type that no key has, such as a date or a list of numbers.
struct Unsupported {
  std::string_view what;  // "a date"
};

// A value as the user wrote it, before it is checked.
using RawValue =
    std::variant<Unsupported, bool, int64_t, double, std::string, std::vector<std::string>>;

// Returns the checked value, or an error that says what is wrong with it: `10 is below the minimum,
// 512000 (500 KiB)`.
Result<Value> check_value(const Key& key, const RawValue& raw);

// Parses and checks a value from the command line; the items of a list are separated by commas.
Result<Value> check_text(const Key& key, std::string_view text);

// Returns the value with its secrets masked.
Value without_secrets(const Key& key, Value value);

// Formats a value for a person: `500 KiB`, `"freshet"`, `a,b`, `(built-in)`.
std::string show(const Key& key, const Value& value);

// Describes the values that the key accepts: `500 KiB .. 1 GiB`, `debug | info`, `true | false`.
// Empty if there is nothing to say beyond the type.
std::string show_range(const Key& key);

}  // namespace freshet::settings
