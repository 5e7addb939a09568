#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace freshet::charset {

inline constexpr std::string_view kReplacementCharacter = "\xEF\xBF\xBD";

// How many bytes from the start are ASCII.
size_t ascii_prefix(std::string_view bytes);

// How many bytes from the start are whole, well-formed UTF-8 sequences.
size_t valid_utf8_prefix(std::string_view bytes);

// What stands at the start of bytes that are not empty: a whole sequence, the beginning of one (the
// bytes end too early), or a malformed one. `length` is that of the sequence; of a malformed one it
// is the "maximal subpart", the bytes that one U+FFFD stands for.
struct Utf8Sequence {
  enum Kind : uint8_t { kWhole, kCut, kMalformed } kind;
  uint8_t length;
};
Utf8Sequence utf8_sequence(std::string_view bytes);

// The scalar value of the whole sequence at the start of `bytes`.
inline char32_t utf8_scalar(std::string_view bytes) {
  const auto at = [&](size_t i) { return static_cast<char32_t>(static_cast<uint8_t>(bytes[i])); };
  if (at(0) < 0x80) return at(0);
  if (at(0) < 0xE0) return (at(0) & 0x1F) << 6 | (at(1) & 0x3F);
  if (at(0) < 0xF0) return (at(0) & 0x0F) << 12 | (at(1) & 0x3F) << 6 | (at(2) & 0x3F);
  return (at(0) & 0x07) << 18 | (at(1) & 0x3F) << 12 | (at(2) & 0x3F) << 6 | (at(3) & 0x3F);
}

// Writes a scalar value as UTF-8 and returns the end; there is room for four bytes.
inline char* write_utf8(char* to, char32_t c) {
  if (c < 0x80) {
    *to++ = static_cast<char>(c);
  } else if (c < 0x800) {
    *to++ = static_cast<char>(0xC0 | c >> 6);
    *to++ = static_cast<char>(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    *to++ = static_cast<char>(0xE0 | c >> 12);
    *to++ = static_cast<char>(0x80 | (c >> 6 & 0x3F));
    *to++ = static_cast<char>(0x80 | (c & 0x3F));
  } else {
    *to++ = static_cast<char>(0xF0 | c >> 18);
    *to++ = static_cast<char>(0x80 | (c >> 12 & 0x3F));
    *to++ = static_cast<char>(0x80 | (c >> 6 & 0x3F));
    *to++ = static_cast<char>(0x80 | (c & 0x3F));
  }
  return to;
}

// Where decoders put their characters: a buffer before the string, which takes appending per
// character out of the inner loops. Flushes when it goes.
class Utf8Sink {
 public:
  explicit Utf8Sink(std::string& out) : out_(out) {}
  ~Utf8Sink() { flush(); }
  Utf8Sink(const Utf8Sink&) = delete;
  Utf8Sink& operator=(const Utf8Sink&) = delete;

  void put(char32_t c) {
    make_room(4);
    end_ = write_utf8(end_, c);
  }
  // Copies four bytes, of which `length` count.
  void put_short(const void* four_bytes, size_t length) {
    make_room(4);
    std::memcpy(end_, four_bytes, 4);
    end_ += length;
  }
  void put_malformed() {
    put(0xFFFD);
    ++malformed_;
  }
  void put_run(std::string_view utf8) {
    if (utf8.size() > kSize / 4) {
      flush();
      out_.append(utf8);
      return;
    }
    make_room(utf8.size());
    std::memcpy(end_, utf8.data(), utf8.size());
    end_ += utf8.size();
  }
  uint64_t malformed() const { return malformed_; }

 private:
  static constexpr size_t kSize = 2048;

  void make_room(size_t bytes) {
    if (static_cast<size_t>(buffer_ + kSize - end_) < bytes) [[unlikely]]
      flush();
  }
  void flush() {
    out_.append(buffer_, static_cast<size_t>(end_ - buffer_));
    end_ = buffer_;
  }

  std::string& out_;
  char buffer_[kSize];
  char* end_ = buffer_;
  uint64_t malformed_ = 0;
};

}  // namespace freshet::charset
