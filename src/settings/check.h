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

// Something that no key takes, such as a date or a list of numbers.
struct Unfit {
  std::string_view what;  // "a date"
};

// What the user wrote for a key, before it is held against the key's description.
using Given = std::variant<Unfit, bool, int64_t, double, std::string, std::vector<std::string>>;

// The value, or a sentence that says what is wrong with it: `10 is below the least value, 512000
// (500 KiB)`.
Result<Value> check_given(const Key& key, const Given& given);

// Reads text from a command line the way the key's type wants it; lists are separated by commas.
Result<Value> check_text(const Key& key, std::string_view text);

// The value as it may be shown: secrets are masked.
Value without_secrets(const Key& key, Value value);

// A value for a person: `500 KiB`, `"freshet"`, `["a", "b"]`, `(built-in)`.
std::string show(const Key& key, const Value& value);

// What the key takes: `500 KiB .. 1 GiB`, `debug | info`, `true | false`; may be empty.
std::string show_range(const Key& key);

}  // namespace freshet::settings
