#include "json/write.h"

#include <charconv>
#include <cmath>

#include "result/check.h"
#include "text/printable.h"
#include "text/utf8.h"

namespace freshet::json {
namespace {

void append_unit(std::string& out, uint32_t unit) {
  constexpr char kHex[] = "0123456789abcdef";
  out += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) out += kHex[unit >> shift & 15];
}

void append_escape(std::string& out, char32_t c) {
  switch (c) {
    case '"': out += "\\\""; return;
    case '\\': out += "\\\\"; return;
    case '\n': out += "\\n"; return;
    case '\r': out += "\\r"; return;
    case '\t': out += "\\t"; return;
    default: break;
  }
  if (c < 0x10000) {
    append_unit(out, c);
    return;
  }
  append_unit(out, 0xD800 + ((c - 0x10000) >> 10));
  append_unit(out, 0xDC00 + ((c - 0x10000) & 0x3FF));
}

// Whether the byte can begin a character beyond ASCII for which text::is_control() is true. All
// other characters need no further test.
constexpr bool may_lead_control(unsigned char c) {
  return c == 0xC2 || c == 0xD8 || c == 0xE1 || c == 0xE2 || c == 0xEF || c == 0xF3;
}

}  // namespace

void append_string(std::string& out, std::string_view text) {
  out += '"';
  size_t plain = 0;  // start of the bytes that can be copied unchanged
  size_t i = 0;
  const auto flush = [&] { out.append(text.substr(plain, i - plain)); };
  while (i < text.size()) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c >= 0x20 && c < 0x7F && c != '"' && c != '\\') {
      ++i;
      continue;
    }
    if (c >= 0x80) {
      const auto [kind, length] = text::utf8_sequence(text.substr(i));
      if (kind == text::Utf8Sequence::kWhole) {
        const char32_t code = may_lead_control(c) ? text::utf8_scalar(text.substr(i)) : U'a';
        if (!text::is_control(code)) {
          i += length;
          continue;
        }
        flush();
        append_escape(out, code);
        plain = i += length;
        continue;
      }
      flush();
      out += text::kReplacementCharacter;
    } else {
      flush();
      append_escape(out, c);
    }
    plain = ++i;
  }
  flush();
  out += '"';
}

void Writer::separate() {
  if (needs_comma_) out_ += ',';
  needs_comma_ = true;
}

Writer& Writer::begin_object() {
  separate();
  out_ += '{';
  ++depth_;
  needs_comma_ = false;
  return *this;
}

Writer& Writer::end_object() {
  FRESHET_CHECK(depth_ > 0, "end_object without begin_object");
  out_ += '}';
  --depth_;
  needs_comma_ = true;
  return *this;
}

Writer& Writer::begin_array() {
  separate();
  out_ += '[';
  ++depth_;
  needs_comma_ = false;
  return *this;
}

Writer& Writer::end_array() {
  FRESHET_CHECK(depth_ > 0, "end_array without begin_array");
  out_ += ']';
  --depth_;
  needs_comma_ = true;
  return *this;
}

Writer& Writer::key(std::string_view name) {
  separate();
  append_string(out_, name);
  out_ += ':';
  needs_comma_ = false;
  return *this;
}

Writer& Writer::value(std::string_view text) {
  separate();
  append_string(out_, text);
  return *this;
}

Writer& Writer::value(bool b) {
  separate();
  out_ += b ? "true" : "false";
  return *this;
}

Writer& Writer::value(double number) {
  if (!std::isfinite(number)) return null();
  separate();
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, number).ptr;
  out_.append(text, end);
  return *this;
}

Writer& Writer::integer(int64_t number) {
  separate();
  out_ += std::to_string(number);
  return *this;
}

Writer& Writer::natural(uint64_t number) {
  separate();
  out_ += std::to_string(number);
  return *this;
}

Writer& Writer::verbatim(std::string_view json) {
  separate();
  out_ += json;
  return *this;
}

Writer& Writer::value(const std::vector<std::string>& texts) {
  begin_array();
  for (const std::string& text : texts) value(text);
  return end_array();
}

Writer& Writer::null() {
  separate();
  out_ += "null";
  return *this;
}

}  // namespace freshet::json
