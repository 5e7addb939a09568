#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace freshet::json {

// Writes one JSON text into a string, member after member, in the order of the calls:
//
//   Writer w(out);
//   w.begin_object().member("a", 1).key("b").begin_array().value("x").end_array().end_object();
//
// Commas are put in by the writer; balance is the caller's duty and checked. Invalid UTF-8 in a
// string is written as U+FFFD, so the output is always valid JSON. Characters that a terminal obeys
// (text::is_control) are written as \uXXXX: a parser reads the same string, and a terminal sees no
// control characters.
class Writer {
 public:
  explicit Writer(std::string& out) : out_(out) {}

  Writer& begin_object();
  Writer& end_object();
  Writer& begin_array();
  Writer& end_array();
  Writer& key(std::string_view name);

  Writer& value(std::string_view text);
  Writer& value(const char* text) { return value(std::string_view(text)); }
  Writer& value(const std::string& text) { return value(std::string_view(text)); }
  Writer& value(bool b);
  Writer& value(double number);  // shortest form that reads back the same; NaN and infinity: null
  template <typename T>
  requires(std::is_integral_v<T> && !std::is_same_v<T, bool>) Writer& value(T number) {
    if constexpr (std::is_signed_v<T>)
      return integer(static_cast<int64_t>(number));
    else
      return natural(static_cast<uint64_t>(number));
  }
  Writer& null();

  template <typename T>
  Writer& member(std::string_view name, const T& v) {
    return key(name).value(v);
  }

 private:
  Writer& integer(int64_t number);
  Writer& natural(uint64_t number);
  void separate();

  std::string& out_;
  int depth_ = 0;
  bool needs_comma_ = false;
};

// Appends text as a JSON string literal, with its quotes.
void append_string(std::string& out, std::string_view text);

}  // namespace freshet::json
