#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace freshet::http {

// Takes the next element of a list off the front of `rest`: up to the next `separator` that is not
// inside a quoted string, trimmed. Elements may be empty. Nullopt when nothing is left.
std::optional<std::string_view> next_element(std::string_view& rest, char separator);

// A parameter "name=value" or a bare "name". A quoted value is unquoted; what follows its closing
// quote is dropped, and a missing closing quote is forgiven.
struct Parameter {
  std::string_view name;  // trimmed, case as written
  std::string value;
  bool has_value = false;
};
Parameter parse_parameter(std::string_view element);

}  // namespace freshet::http
