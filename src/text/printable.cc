#include "text/printable.h"

#include <cstdio>

#include "text/utf8.h"

namespace freshet::text {
namespace {

constexpr bool within(char32_t code, char32_t low, char32_t high) {
  return code >= low && code <= high;
}

// Invisible characters that only scripts beyond ASCII need.
constexpr bool is_joiner(char32_t code) {
  return within(code, 0x200B, 0x200D) || within(code, 0xE0100, 0xE01EF);
}

void append_escape(std::string& out, char32_t code) {
  switch (code) {
    case '\n': out += "\\n"; return;
    case '\r': out += "\\r"; return;
    case '\t': out += "\\t"; return;
    default: break;
  }
  char text[16];
  std::snprintf(text, sizeof text, code < 0x80 ? "\\x%02x" : "\\u{%x}",
                static_cast<unsigned>(code));
  out += text;
}

void append(std::string& out, std::string_view text, bool multiline) {
  char32_t before = 0;
  while (!text.empty()) {
    const auto [kind, length] = utf8_sequence(text);
    if (kind != Utf8Sequence::kWhole) {
      char escaped[8];
      std::snprintf(escaped, sizeof escaped, "\\x%02x", static_cast<unsigned char>(text[0]));
      out += escaped;
      before = 0;
      text.remove_prefix(1);
      continue;
    }
    const char32_t code = utf8_scalar(text);
    if (multiline && code == '\n') {
      out += '\n';
    } else if (multiline && code == '\t') {
      out += ' ';
    } else if (is_control(code) || (is_joiner(code) && before < 0x80)) {
      append_escape(out, code);
    } else {
      out += text.substr(0, length);
    }
    if (!is_joiner(code)) before = code;
    text.remove_prefix(length);
  }
}

}  // namespace

bool is_control(char32_t code) {
  if (code < 0x7F) return code < 0x20;
  return code < 0xA0 || code == 0x61C || code == 0x180E || within(code, 0x200E, 0x200F) ||
         within(code, 0x2028, 0x202E) || within(code, 0x2060, 0x206F) || code == 0xFEFF ||
         within(code, 0xFFF9, 0xFFFB) || within(code, 0xE0000, 0xE007F);
}

void append_printable(std::string& out, std::string_view text) {
  append(out, text, false);
}

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  append_printable(out, text);
  return out;
}

std::string printable_lines(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  append(out, text, true);
  return out;
}

}  // namespace freshet::text
