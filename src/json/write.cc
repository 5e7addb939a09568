#include "json/write.h"

#include <charconv>
#include <cmath>

#include "result/check.h"
#include "text/utf8.h"

namespace freshet::json {
namespace {

void append_escape(std::string& out, unsigned char c) {
  switch (c) {
    case '"': out += "\\\""; return;
    case '\\': out += "\\\\"; return;
    case '\n': out += "\\n"; return;
    case '\r': out += "\\r"; return;
    case '\t': out += "\\t"; return;
    default: break;
  }
  constexpr char kHex[] = "0123456789abcdef";
  out += "\\u00";
  out += kHex[c >> 4];
  out += kHex[c & 15];
}

}  // namespace

void append_string(std::string& out, std::string_view text) {
  out += '"';
  size_t plain = 0;  // start of what can be copied as it is
  size_t i = 0;
  const auto flush = [&] { out.append(text.substr(plain, i - plain)); };
  while (i < text.size()) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c >= 0x20 && c < 0x80 && c != '"' && c != '\\') {
      ++i;
      continue;
    }
    if (c >= 0x80) {
      const auto [kind, length] = text::utf8_sequence(text.substr(i));
      if (kind == text::Utf8Sequence::kWhole) {
        i += length;
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

Writer& Writer::null() {
  separate();
  out_ += "null";
  return *this;
}

}  // namespace freshet::json
