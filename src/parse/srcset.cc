#include "parse/srcset.h"

#include "text/ascii.h"

namespace freshet::parse {
namespace {

// Whether the text is a valid floating-point number (2.3.4.3): no leading '+', and digits after a
// dot.
bool is_float(std::string_view text) {
  size_t i = 0;
  const auto digits = [&] {
    const size_t from = i;
    while (i < text.size() && text::is_digit(text[i])) ++i;
    return i - from;
  };
  if (i < text.size() && text[i] == '-') ++i;
  const size_t whole = digits();
  if (i < text.size() && text[i] == '.') {
    ++i;
    if (digits() == 0) return false;
  } else if (whole == 0) {
    return false;
  }
  if (i < text.size() && text::to_lower(text[i]) == 'e') {
    ++i;
    if (i < text.size() && (text[i] == '-' || text[i] == '+')) ++i;
    if (digits() == 0) return false;
  }
  return i == text.size();
}

// Whether the text consists of digits that are not all zero.
bool is_positive_integer(std::string_view text) {
  bool positive = false;
  for (const char c : text) {
    if (!text::is_digit(c)) return false;
    positive |= c != '0';
  }
  return positive;
}

bool is_negative_number(std::string_view text) {
  return text.front() == '-' && text.find_first_of("123456789") < text.find_first_of("eE");
}

// The descriptors of a candidate. Each kind may occur once, and a density not together with a size.
struct Descriptors {
  bool valid = true;
  bool width = false;
  bool density = false;
  bool height = false;

  void add(std::string_view descriptor) {
    const std::string_view number = descriptor.substr(0, descriptor.size() - 1);
    switch (descriptor.back()) {
      case 'w':
        valid &= !width && !density && is_positive_integer(number);
        width = true;
        break;
      case 'x':
        valid &= !width && !density && !height && is_float(number) && !is_negative_number(number);
        density = true;
        break;
      case 'h':
        valid &= !height && !density && is_positive_integer(number);
        height = true;
        break;
      default: valid = false;
    }
  }

  bool acceptable() const { return valid && (!height || width); }
};

// Removes the descriptors of one candidate and its comma from the start of `rest`, and returns
// them.
Descriptors take_descriptors(std::string_view& rest) {
  Descriptors descriptors;
  size_t start = 0;
  size_t i = 0;
  bool in_parens = false;
  const auto flush = [&] {
    if (i > start) descriptors.add(rest.substr(start, i - start));
    start = i + 1;
  };
  for (; i < rest.size(); ++i) {
    const char c = rest[i];
    if (in_parens) {
      in_parens = c != ')';
    } else if (c == '(') {
      in_parens = true;
    } else if (c == ',') {
      break;
    } else if (text::is_space(c)) {
      flush();
    }
  }
  flush();
  rest.remove_prefix(i < rest.size() ? i + 1 : i);
  return descriptors;
}

}  // namespace

std::vector<std::string_view> srcset_urls(std::string_view rest, size_t max_urls) {
  std::vector<std::string_view> urls;
  while (urls.size() < max_urls) {
    while (!rest.empty() && (text::is_space(rest.front()) || rest.front() == ','))
      rest.remove_prefix(1);
    if (rest.empty()) break;
    size_t end = 0;
    while (end < rest.size() && !text::is_space(rest[end])) ++end;
    std::string_view url = rest.substr(0, end);
    rest.remove_prefix(end);
    if (url.back() == ',') {
      while (!url.empty() && url.back() == ',') url.remove_suffix(1);
      urls.push_back(url);
    } else if (take_descriptors(rest).acceptable()) {
      urls.push_back(url);
    }
  }
  return urls;
}

}  // namespace freshet::parse
