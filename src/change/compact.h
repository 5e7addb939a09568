#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

namespace freshet::change::internal {

// Encodings of numbers in few bytes, for the values that are stored for every page. The formats are
// stable.

// Encodes an integer in 16 bits with eleven binary digits of precision: exact to 4095, above that
// with a relative error of at most 1/4096, up to 4.4e12. Larger numbers have larger codes.
constexpr uint16_t kMostRounded = 0xFFFE;
constexpr uint16_t rounded(uint64_t value) {
  if (value < 2048) return static_cast<uint16_t>(value);
  int shift = std::bit_width(value) - 12;
  const uint64_t half = shift > 0 ? uint64_t{1} << (shift - 1) : 0;
  if (value > std::numeric_limits<uint64_t>::max() - half) return kMostRounded;
  value += half;
  // Rounding up may have added a binary digit.
  shift = std::bit_width(value) - 12;
  const uint64_t code = (static_cast<uint64_t>(shift + 1) << 11) + ((value >> shift) - 2048);
  return static_cast<uint16_t>(std::min<uint64_t>(code, kMostRounded));
}
constexpr uint64_t from_rounded(uint16_t code) {
  if (code < 2048) return code;
  return (2048 + (uint64_t{code} & 2047)) << ((code >> 11) - 1);
}

// Rounds a float that is not negative to one that fits in 24 bits: without the sign and the last
// seven binary digits. The relative error is at most 1/131072.
inline float short_float(float value) {
  const uint32_t bits = std::bit_cast<uint32_t>(value);
  return std::bit_cast<float>((bits + 0x40) & 0x7FFFFF80);
}

class Writer {
 public:
  explicit Writer(std::string& out) : out_(out) {}

  // Writes the lowest `bytes` bytes of the value, the lowest first.
  void fixed(uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) out_.push_back(static_cast<char>(value >> (8 * i)));
  }
  // Writes seven bits in each byte, the lowest first; the top bit says that more bytes follow.
  void varint(uint64_t value) {
    for (; value >= 0x80; value >>= 7) fixed(value | 0x80, 1);
    fixed(value, 1);
  }

 private:
  std::string& out_;
};

// Reads what Writer wrote. Once a read or a require() fails, every later read returns zero, so that
// a caller can read on and check failed() once, at the end.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  bool failed() const { return failed_; }
  size_t left() const { return rest_.size(); }
  bool require(bool condition) {
    if (!condition) {
      failed_ = true;
      rest_ = {};
    }
    return condition;
  }

  uint64_t fixed(int bytes) {
    if (!require(rest_.size() >= static_cast<size_t>(bytes))) return 0;
    uint64_t value = 0;
    for (int i = 0; i < bytes; ++i) {
      value |= uint64_t{static_cast<uint8_t>(rest_[static_cast<size_t>(i)])} << (8 * i);
    }
    rest_.remove_prefix(static_cast<size_t>(bytes));
    return value;
  }

  // Reads a varint. It is an error if it exceeds `most` or is longer than its shortest form.
  uint64_t varint(uint64_t most) {
    uint64_t value = 0;
    for (int shift = 0; shift < 63; shift += 7) {
      const uint64_t byte = fixed(1);
      if (byte == 0 && shift > 0) break;
      value |= (byte & 0x7F) << shift;
      if (byte < 0x80) return require(value <= most) ? value : 0;
    }
    require(false);
    return 0;
  }

 private:
  std::string_view rest_;
  bool failed_ = false;
};

}  // namespace freshet::change::internal
