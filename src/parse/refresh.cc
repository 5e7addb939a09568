#include "parse/refresh.h"

#include "text/ascii.h"

namespace freshet::parse {
namespace {

void skip_space(std::string_view& rest) {
  rest = text::trim_start(rest);
}

// Removes the word, in any letter case, from the start of `rest`. Returns false if `rest` does not
// begin with it.
bool take_word(std::string_view& rest, std::string_view word) {
  if (!text::starts_with_ignoring_case(rest, word)) return false;
  rest.remove_prefix(word.size());
  return true;
}

// Returns the text after "url =", or the whole text if it does not begin like that.
std::string_view address(std::string_view rest) {
  std::string_view after = rest;
  if (!take_word(after, "url")) return rest;
  skip_space(after);
  if (after.empty() || after.front() != '=') return rest;
  after.remove_prefix(1);
  skip_space(after);
  return after;
}

}  // namespace

std::optional<RefreshContent> parse_refresh(std::string_view rest) {
  skip_space(rest);
  RefreshContent refresh;
  size_t digits = 0;
  while (digits < rest.size() && text::is_digit(rest[digits])) {
    refresh.delay_seconds = refresh.delay_seconds * 10 + (rest[digits] - '0');
    ++digits;
  }
  if (digits == 0 && (rest.empty() || rest.front() != '.')) return std::nullopt;
  rest.remove_prefix(digits);
  while (!rest.empty() && (text::is_digit(rest.front()) || rest.front() == '.'))
    rest.remove_prefix(1);

  if (!rest.empty()) {
    if (rest.front() != ';' && rest.front() != ',' && !text::is_space(rest.front()))
      return std::nullopt;
    skip_space(rest);
    if (!rest.empty() && (rest.front() == ';' || rest.front() == ',')) rest.remove_prefix(1);
    skip_space(rest);
  }
  if (rest.empty()) return refresh;

  std::string_view url = address(rest);
  if (!url.empty() && (url.front() == '"' || url.front() == '\'')) {
    const char quote = url.front();
    url.remove_prefix(1);
    url = url.substr(0, url.find(quote));
  }
  refresh.url = url;
  return refresh;
}

}  // namespace freshet::parse
