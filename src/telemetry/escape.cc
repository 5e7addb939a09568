#include "telemetry/escape.h"

#include "text/printable.h"
#include "text/utf8.h"

namespace freshet::telemetry {
namespace {

bool within(char32_t code, char32_t low, char32_t high) {
  return code >= low && code <= high;
}

}  // namespace

CodePoint first_code_point(std::string_view text) {
  const auto [kind, length] = text::utf8_sequence(text);
  if (kind == text::Utf8Sequence::kWhole) return {text::utf8_scalar(text), length, true};
  return {static_cast<unsigned char>(text[0]), 1, false};
}

int columns_of(char32_t code) {
  if (text::is_control(code)) return 0;
  if (within(code, 0x300, 0x36F) || within(code, 0x200B, 0x200D) || within(code, 0xFE00, 0xFE0F)) {
    return 0;
  }
  // Simplified from Unicode's EastAsianWidth.txt to whole blocks.
  const bool wide = within(code, 0x1100, 0x115F) || within(code, 0x2E80, 0xA4CF) ||
                    within(code, 0xAC00, 0xD7A3) || within(code, 0xF900, 0xFAFF) ||
                    within(code, 0xFE30, 0xFE6F) || within(code, 0xFF00, 0xFF60) ||
                    within(code, 0xFFE0, 0xFFE6) || within(code, 0x1F300, 0x1FAFF) ||
                    within(code, 0x20000, 0x3FFFD);
  return wide ? 2 : 1;
}

void append_value(std::string& out, std::string_view value) {
  const bool quoted = value.empty() || value.find_first_of(" =\"\\") != std::string_view::npos;
  if (!quoted) return text::append_printable(out, value);
  std::string escaped;
  for (const char c : value) {
    if (c == '"' || c == '\\') escaped += '\\';
    escaped += c;
  }
  out += '"';
  text::append_printable(out, escaped);
  out += '"';
}

}  // namespace freshet::telemetry
