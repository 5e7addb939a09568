#include "robots/normal_form.h"

#include <array>
#include <cstdint>

#include "text/ascii.h"
#include "text/percent.h"

namespace freshet::robots {
namespace {

enum class Class : uint8_t { kPlain, kUnreserved, kEscape, kOperator, kPercent };

constexpr std::array<Class, 256> make_classes() {
  std::array<Class, 256> classes{};
  for (int c = 0; c < 256; ++c) {
    Class& kind = classes[static_cast<size_t>(c)];
    kind = Class::kPlain;
    if (text::is_unreserved(static_cast<char>(c))) kind = Class::kUnreserved;
    if (c <= ' ' || c >= 0x7F) kind = Class::kEscape;
  }
  for (const char c : {'"', '<', '>', '\\', '^', '`', '{', '|', '}'}) {
    classes[static_cast<uint8_t>(c)] = Class::kEscape;
  }
  classes['*'] = Class::kOperator;
  classes['$'] = Class::kOperator;
  classes['%'] = Class::kPercent;
  return classes;
}

constexpr std::array<Class, 256> kClasses = make_classes();
constexpr char kHex[] = "0123456789ABCDEF";

Class class_of(char c) {
  return kClasses[static_cast<uint8_t>(c)];
}

char* write_escape(char* out, uint8_t octet) {
  *out++ = '%';
  *out++ = kHex[octet >> 4];
  *out++ = kHex[octet & 15];
  return out;
}

char* write_octet_of_escape(char* out, int octet) {
  const char c = static_cast<char>(octet);
  if (!text::is_unreserved(c)) return write_escape(out, static_cast<uint8_t>(octet));
  *out++ = c;
  return out;
}

// Whether the % at pattern[at] may begin an escape that continues after the end of its segment:
// there is at most one digit between it and that end.
bool is_open_escape(std::string_view pattern, size_t at) {
  size_t after = at + 1;
  if (after < pattern.size() && text::hex_digit(pattern[after]) >= 0) ++after;
  return after == pattern.size() || pattern[after] == '*';
}

}  // namespace

bool is_normal_path(std::string_view path) {
  for (const char c : path) {
    if (class_of(c) > Class::kUnreserved) return false;
  }
  return true;
}

size_t normalise_path(std::string_view path, char* out) {
  const char* const begin = out;
  for (size_t i = 0; i < path.size(); ++i) {
    const char c = path[i];
    const Class kind = class_of(c);
    if (kind <= Class::kUnreserved) {
      *out++ = c;
    } else if (const int octet = kind == Class::kPercent ? text::escaped_byte(path, i) : -1;
               octet >= 0) {
      out = write_octet_of_escape(out, octet);
      i += 2;
    } else {
      out = write_escape(out, static_cast<uint8_t>(c));
    }
  }
  return static_cast<size_t>(out - begin);
}

void append_normal_pattern(std::string& into, std::string_view pattern) {
  const size_t old_size = into.size();
  into.resize(old_size + pattern.size() * 3);
  char* out = into.data() + old_size;
  for (size_t i = 0; i < pattern.size(); ++i) {
    const char c = pattern[i];
    const Class kind = class_of(c);
    if (kind <= Class::kUnreserved || c == '*' || (c == '$' && i + 1 == pattern.size())) {
      *out++ = c;
    } else if (kind != Class::kPercent) {
      out = write_escape(out, static_cast<uint8_t>(c));
    } else if (const int octet = text::escaped_byte(pattern, i); octet >= 0) {
      out = write_octet_of_escape(out, octet);
      i += 2;
    } else if (is_open_escape(pattern, i)) {
      *out++ = '%';
      if (i + 1 < pattern.size() && pattern[i + 1] != '*') {
        *out++ = kHex[text::hex_digit(pattern[++i])];
      }
    } else {
      out = write_escape(out, '%');
    }
  }
  into.resize(static_cast<size_t>(out - into.data()));
}

}  // namespace freshet::robots
