#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace freshet::parse {

// Reads a character reference in text or in an attribute value, in pieces of any size (HTML
// Standard 13.2.5.72 to 13.2.5.80).
class ReferenceReader {
 public:
  // A '&' was read.
  void begin(bool in_attribute);
  // Reads from [p, end), which must not be empty, and returns the position after what was read.
  // Must not be called when the reference is done.
  const char* read(const char* p, const char* end);
  // The input is at its end.
  void finish();

  bool is_in_attribute() const { return in_attribute_; }
  bool is_done() const { return kind_ == Kind::kDone; }
  // What the reference stands for, or all that was read if it is not a reference; and the rest of
  // what was read. Valid until the next begin().
  std::string_view characters() const { return characters_; }
  std::string_view rest() const { return rest_; }

 private:
  enum class Kind : uint8_t { kStart, kNamed, kNumber, kHexStart, kHex, kDecimal, kDone };

  void finish_named(int next);  // the character after the name, -1 at the end
  void finish_numeric();
  void abandon();
  std::string_view text() const { return {text_.data(), length_}; }

  Kind kind_ = Kind::kDone;
  bool in_attribute_ = false;
  std::array<char, 40> text_ = {};
  size_t length_ = 0;
  uint32_t number_ = 0;
  std::string decoded_;
  std::string_view characters_;
  std::string_view rest_;
};

inline void ReferenceReader::begin(bool in_attribute) {
  kind_ = Kind::kStart;
  in_attribute_ = in_attribute;
  text_[0] = '&';
  length_ = 1;
  number_ = 0;
  rest_ = {};
}

}  // namespace freshet::parse
