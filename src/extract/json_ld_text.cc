#include "extract/json_ld_text.h"

#include "text/ascii.h"

namespace freshet::extract {
namespace {

constexpr std::string_view kOpenings[] = {"\xEF\xBB\xBF", "<!--", "<![CDATA[", "//", "/*", "*/"};
constexpr std::string_view kClosings[] = {"-->", "]]>", "//", "*/", "/*"};

// The pieces of a wrapper are removed one by one, because pages combine them in many ways:
// "//<![CDATA[", "/* <![CDATA[ */", "<!-- ... //-->". JSON neither begins nor ends with any of
// them.
std::string_view without_wrapper(std::string_view script) {
  bool is_changed = true;
  while (is_changed) {
    is_changed = false;
    script = text::trim(script);
    for (const std::string_view opening : kOpenings) {
      if (!script.starts_with(opening)) continue;
      script.remove_prefix(opening.size());
      is_changed = true;
    }
    for (const std::string_view closing : kClosings) {
      if (!script.ends_with(closing)) continue;
      script.remove_suffix(closing.size());
      is_changed = true;
    }
  }
  return script;
}

bool is_number_part(char c) {
  return text::is_digit(c) || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E';
}

// Appends the string that begins at `at`, and returns the position behind it.
size_t append_string(std::string& out, std::string_view script, size_t at) {
  constexpr char kHex[] = "0123456789abcdef";
  out += script[at++];
  while (at < script.size()) {
    const char c = script[at++];
    if (static_cast<unsigned char>(c) < 0x20) {
      out += "\\u00";
      out += kHex[c >> 4];
      out += kHex[c & 15];
      continue;
    }
    out += c;
    if (c == '"') break;
    // An escaped control character stays one; a backslash before it would be invalid.
    if (c != '\\' || at >= script.size()) continue;
    if (static_cast<unsigned char>(script[at]) < 0x20) {
      out.pop_back();
    } else {
      out += script[at++];
    }
  }
  return at;
}

}  // namespace

std::string json_ld_text(std::string_view script) {
  script = without_wrapper(script);
  std::string out;
  out.reserve(script.size() + script.size() / 16);
  size_t at = 0;
  while (at < script.size()) {
    const char c = script[at];
    if (c == '"') {
      at = append_string(out, script, at);
    } else if (text::is_digit(c) || c == '-') {
      out += '"';
      while (at < script.size() && is_number_part(script[at])) out += script[at++];
      out += '"';
    } else {
      out += c;
      ++at;
    }
  }
  return out;
}

}  // namespace freshet::extract
