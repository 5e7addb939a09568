#include "http/list.h"

#include "http/characters.h"
#include "text/ascii.h"

namespace freshet::http {

std::string unquote(std::string_view text) {
  std::string out;
  for (size_t i = 1; i < text.size() && text[i] != '"'; ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) ++i;
    out += text[i];
  }
  return out;
}

std::optional<std::string_view> next_element(std::string_view& rest, char separator) {
  if (rest.data() == nullptr) return std::nullopt;
  bool quoted = false;
  size_t end = 0;
  for (; end < rest.size(); ++end) {
    const char c = rest[end];
    if (quoted && c == '\\') {
      ++end;
    } else if (c == '"') {
      quoted = !quoted;
    } else if (c == separator && !quoted) {
      break;
    }
  }
  const std::string_view element = text::trim<is_http_space>(rest.substr(0, end));
  // A view without data means the end of the list; an empty view with data, a last empty element.
  rest = end < rest.size() ? rest.substr(end + 1) : std::string_view();
  return element;
}

Parameter parse_parameter(std::string_view element) {
  Parameter parameter;
  const size_t equals = element.find('=');
  parameter.name = text::trim<is_http_space>(element.substr(0, equals));
  if (equals == std::string_view::npos) return parameter;
  const std::string_view value = element.substr(equals + 1);
  parameter.value =
      value.starts_with('"') ? unquote(value) : std::string(text::trim<is_http_space>(value));
  return parameter;
}

}  // namespace freshet::http
