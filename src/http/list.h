#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace freshet::http {

// Removes the next element of a list from the start of `rest` and returns it, trimmed. The element
// ends before the next `separator` that is not inside a quoted string; it may be empty. Returns
// nullopt at the end of the list.
std::optional<std::string_view> next_element(std::string_view& rest, char separator);

// A parameter "name=value", or only "name". A quoted value is without its quotes; text after the
// closing quote is dropped, and the closing quote may be missing.
struct Parameter {
  std::string_view name;  // trimmed, in the letter case in which it is written
  std::string value;
};
Parameter parse_parameter(std::string_view element);

// Returns the text of the quoted string (RFC 9110, section 5.6.4) at the start of `text`. Text
// after the closing quote is dropped, and the closing quote may be missing.
std::string unquote(std::string_view text);

}  // namespace freshet::http
