#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "result/result.h"

namespace freshet::toml {

struct Place {
  unsigned line = 0;  // from 1
  unsigned column = 0;
};

// A value of a TOML text with the place where it begins.
struct Value {
  using Array = std::vector<Value>;
  using Table = std::vector<std::pair<std::string, Value>>;  // in the order of the text
  // Dates and times, which nothing here uses, as text with a mark of their type.
  struct Other {
    std::string type;  // "a date"
  };
  std::variant<bool, int64_t, double, std::string, Array, Table, Other> value;
  Place place;

  const Table* table() const { return std::get_if<Table>(&value); }
  const Array* array() const { return std::get_if<Array>(&value); }
  const std::string* string() const { return std::get_if<std::string>(&value); }
  // What it is, for messages: "a list".
  std::string_view type() const;
};

struct SyntaxError {
  Place place;
  std::string message;
};

// Parses a TOML text of at most 1 MiB; nesting is limited. The value is a table.
Result<Value, SyntaxError> parse(std::string_view text);

}  // namespace freshet::toml
