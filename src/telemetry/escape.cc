#include "telemetry/escape.h"

#include <cstdio>

#include "text/utf8.h"

namespace freshet::telemetry {
namespace {

bool within(char32_t code, char32_t low, char32_t high) {
  return code >= low && code <= high;
}

void append_control(std::string& out, char32_t code) {
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

}  // namespace

CodePoint first_code_point(std::string_view text) {
  const auto [kind, length] = text::utf8_sequence(text);
  if (kind == text::Utf8Sequence::kWhole) return {text::utf8_scalar(text), length, true};
  return {static_cast<unsigned char>(text[0]), 1, false};
}

bool is_control(char32_t code) {
  return code < 0x20 || within(code, 0x7F, 0x9F) || within(code, 0x200E, 0x200F) ||
         within(code, 0x2028, 0x202E) || within(code, 0x2066, 0x2069);
}

int columns_of(char32_t code) {
  if (is_control(code)) return 0;
  if (within(code, 0x300, 0x36F) || within(code, 0x200B, 0x200D) || within(code, 0xFE00, 0xFE0F)) {
    return 0;
  }
  // After Unicode's EastAsianWidth.txt, in whole blocks.
  const bool wide = within(code, 0x1100, 0x115F) || within(code, 0x2E80, 0xA4CF) ||
                    within(code, 0xAC00, 0xD7A3) || within(code, 0xF900, 0xFAFF) ||
                    within(code, 0xFE30, 0xFE6F) || within(code, 0xFF00, 0xFF60) ||
                    within(code, 0xFFE0, 0xFFE6) || within(code, 0x1F300, 0x1FAFF) ||
                    within(code, 0x20000, 0x3FFFD);
  return wide ? 2 : 1;
}

void append_value(std::string& out, std::string_view value) {
  const bool quoted = value.empty() || value.find_first_of(" =\"\\") != std::string_view::npos;
  if (quoted) out += '"';
  while (!value.empty()) {
    const CodePoint next = first_code_point(value);
    if (!next.valid) {
      char text[8];
      std::snprintf(text, sizeof text, "\\x%02x", static_cast<unsigned>(next.code));
      out += text;
    } else if (is_control(next.code)) {
      append_control(out, next.code);
    } else {
      if (next.code == '"' || next.code == '\\') out += '\\';
      out += value.substr(0, next.length);
    }
    value.remove_prefix(next.length);
  }
  if (quoted) out += '"';
}

std::string escape_json_controls(std::string_view json) {
  std::string out;
  out.reserve(json.size());
  while (!json.empty()) {
    const CodePoint next = first_code_point(json);
    if (is_control(next.code)) {
      char text[8];
      std::snprintf(text, sizeof text, "\\u%04x", static_cast<unsigned>(next.code));
      out += text;
    } else {
      out += json.substr(0, next.length);
    }
    json.remove_prefix(next.length);
  }
  return out;
}

}  // namespace freshet::telemetry
