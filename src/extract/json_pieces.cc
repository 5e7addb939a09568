#include "extract/json_pieces.h"

#include <algorithm>

#include "text/ascii.h"

namespace freshet::extract {
namespace {

// Returns the index behind the string that begins at text[at].
size_t end_of_string(std::string_view text, size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at) {
    if (text[at] == '\\') ++at;
  }
  return std::min(at + 1, text.size());
}

// Returns the index of the comma or the end behind the value that begins at text[at].
size_t end_of_value(std::string_view text, size_t at) {
  size_t depth = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (c == '"') {
      at = end_of_string(text, at);
      continue;
    }
    if (c == ',' && depth == 0) return at;
    if (c == '{' || c == '[') ++depth;
    if ((c == '}' || c == ']') && depth > 0) --depth;
    ++at;
  }
  return at;
}

std::optional<std::string_view> inside(std::string_view text, char open, char close) {
  text = text::trim(text);
  if (text.size() < 2 || text.front() != open || text.back() != close) return std::nullopt;
  return text::trim(text.substr(1, text.size() - 2));
}

std::optional<JsonMember> member_in(std::string_view text) {
  text = text::trim(text);
  if (!text.starts_with('"')) return std::nullopt;
  const size_t name_end = end_of_string(text, 0);
  std::string_view rest = text::trim_start(text.substr(name_end));
  if (!rest.starts_with(':')) return std::nullopt;
  return JsonMember{text.substr(1, name_end - 2), text::trim(rest.substr(1))};
}

}  // namespace

std::optional<std::vector<std::string_view>> elements_of(std::string_view array) {
  const auto content = inside(array, '[', ']');
  if (!content) return std::nullopt;
  std::vector<std::string_view> elements;
  for (size_t at = 0; at < content->size();) {
    const size_t end = end_of_value(*content, at);
    elements.push_back(text::trim(content->substr(at, end - at)));
    at = end + 1;
  }
  return elements;
}

std::optional<std::vector<JsonMember>> members_of(std::string_view object) {
  const auto content = inside(object, '{', '}');
  if (!content) return std::nullopt;
  std::vector<JsonMember> members;
  for (size_t at = 0; at < content->size();) {
    const size_t end = end_of_value(*content, at);
    const auto member = member_in(content->substr(at, end - at));
    if (!member) return std::nullopt;
    members.push_back(*member);
    at = end + 1;
  }
  return members;
}

}  // namespace freshet::extract
