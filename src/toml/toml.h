#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "result/result.h"

namespace freshet::toml {

// A position in a text. Columns count characters.
struct Place {
  unsigned line = 0;  // from 1
  unsigned column = 0;

  auto operator<=>(const Place&) const = default;
};

struct Member;

// A value of a TOML text with the place where it begins.
struct Value {
  using Array = std::vector<Value>;
  using Table = std::vector<Member>;  // in the order of the text
  // Values that nothing here uses: dates and times, and what is nested too deeply.
  struct Other {
    std::string_view type;  // "a date"
  };
  std::variant<bool, int64_t, double, std::string, Array, Table, Other> value;
  Place place;

  // Return the value if it has this type, otherwise nullptr.
  const Table* table() const;
  const Array* array() const;
  const std::string* string() const;
  // What it is, for messages: "a list".
  std::string_view type() const;
};

struct Member {
  std::string key;
  Place place;  // of the key
  Value value;
};

struct SyntaxError {
  Place place;  // line 0: the error concerns the whole text
  std::string message;
};

// Parses a TOML text of at most 1 MiB with at most 2,000 dots outside of strings and comments. The
// value is a table. Values that are nested more than 64 levels deep are Other.
Result<Value, SyntaxError> parse(std::string_view text);

// Returns the place of a byte of a string value, so that a message can point into it. `text` is
// what was parsed. If the string has an escape or a line end before that byte, or is within three
// quotes, returns the place where the string begins.
Place place_inside(std::string_view text, const Value& string, size_t offset);

}  // namespace freshet::toml
