#include "http/content_type.h"

#include <optional>
#include <utility>

#include "http/characters.h"
#include "http/list.h"
#include "text/ascii.h"

namespace freshet::http {
namespace {

std::string charset_parameter(std::string_view parameters) {
  while (const auto element = next_element(parameters, ';')) {
    // The standard does not skip white space after '='. So the value of 'charset= "x"' is ' "x"'
    // with its quotes. parse_parameter() returns '"x"', which is not the label of an encoding
    // either.
    Parameter parameter = parse_parameter(*element);
    if (!text::equals_ignoring_case(parameter.name, "charset") || parameter.value.empty()) continue;
    return std::move(parameter.value);
  }
  return {};
}

std::optional<ContentType> parse_one(std::string_view value) {
  std::string_view parameters = value;
  const auto essence = next_element(parameters, ';');
  if (!essence) return std::nullopt;
  const size_t slash = essence->find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  if (!is_token(essence->substr(0, slash)) || !is_token(essence->substr(slash + 1))) {
    return std::nullopt;
  }
  return ContentType{.essence = text::lower_case(*essence),
                     .charset_label = charset_parameter(parameters)};
}

}  // namespace

ContentType parse_content_type(std::string_view value) {
  ContentType result;
  std::string_view rest = value;
  while (const auto element = next_element(rest, ',')) {
    auto one = parse_one(*element);
    if (!one || one->essence == "*/*") continue;
    if (one->charset_label.empty() && one->essence == result.essence) continue;
    result = std::move(*one);
  }
  if (result.essence.empty()) result.charset_label = charset_parameter(value);
  return result;
}

ContentType content_type_of(const HeaderMap& headers) {
  return parse_content_type(headers.combined("Content-Type").value_or(""));
}

bool ContentType::is_html() const {
  return essence == "text/html" || essence == "application/xhtml+xml";
}

bool ContentType::is_xml() const {
  return essence == "text/xml" || essence == "application/xml" || essence.ends_with("+xml");
}

bool ContentType::is_json() const {
  return essence == "application/json" || essence == "text/json" || essence.ends_with("+json");
}

bool ContentType::is_text() const {
  return essence.starts_with("text/") || is_html() || is_xml() || is_json() ||
         essence == "application/javascript";
}

}  // namespace freshet::http
