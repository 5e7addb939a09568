#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace freshet::json {

// Appends one JSON text to a string, in the order of the calls:
//
//   Writer w(out);
//   w.begin_object().member("a", 1).key("b").begin_array().value("x").end_array().end_object();
//
// The writer inserts commas. The caller must end every object and array that it begins; an end
// without a begin aborts. Invalid UTF-8 in a string is written as U+FFFD, so the output is always
// valid JSON. Control characters (text::is_control) are written as \uXXXX, so that output on a
// terminal is safe; a parser reads the same string.
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
  // Writes the shortest form that a parser reads as the same number; null for NaN and infinity.
  Writer& value(double number);
  template <typename T>
  requires(std::is_integral_v<T> && !std::is_same_v<T, bool>) Writer& value(T number) {
    if constexpr (std::is_signed_v<T>)
      return integer(static_cast<int64_t>(number));
    else
      return natural(static_cast<uint64_t>(number));
  }
  Writer& value(const std::vector<std::string>& texts);  // an array
  // Null if there is no value.
  template <typename T>
  Writer& value(const std::optional<T>& v) {
    return v ? value(*v) : null();
  }
  Writer& null();
  // Writes a value that is JSON already, as another Writer or a Reader has it.
  Writer& verbatim(std::string_view json);

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

// Appends the text as a JSON string literal with its quotes.
void append_string(std::string& out, std::string_view text);

}  // namespace freshet::json
