#include "json/raw.h"

#include "text/ascii.h"

namespace freshet::json {
namespace {

// Returns the place after the string whose opening quote is at `at`.
size_t end_of_string(std::string_view text, size_t at) {
  for (++at; at < text.size(); ++at) {
    if (text[at] == '\\')
      ++at;
    else if (text[at] == '"')
      return at + 1;
  }
  return text.size();
}

// Returns the place of the comma after the value at `at`, or the end of the text.
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

// Returns what is between the brackets; nothing if the text has others or none.
std::string_view inside(std::string_view text, char open, char close) {
  text = text::trim(text);
  if (text.size() < 2 || text.front() != open || text.back() != close) return {};
  return text::trim(text.substr(1, text.size() - 2));
}

}  // namespace

std::vector<std::string_view> raw_elements(std::string_view array) {
  const std::string_view text = inside(array, '[', ']');
  std::vector<std::string_view> all;
  for (size_t at = 0; at < text.size();) {
    const size_t end = end_of_value(text, at);
    all.push_back(text::trim(text.substr(at, end - at)));
    at = end + 1;
  }
  return all;
}

std::vector<RawMember> raw_members(std::string_view object) {
  const std::string_view text = inside(object, '{', '}');
  std::vector<RawMember> all;
  for (size_t at = 0; at < text.size();) {
    const size_t end = end_of_value(text, at);
    const std::string_view member = text::trim(text.substr(at, end - at));
    at = end + 1;
    if (member.empty() || member.front() != '"') continue;
    const size_t name_end = end_of_string(member, 0);
    const size_t colon = member.find(':', name_end);
    if (colon == std::string_view::npos) continue;
    all.push_back({member.substr(1, name_end - 2), text::trim(member.substr(colon + 1))});
  }
  return all;
}

}  // namespace freshet::json
