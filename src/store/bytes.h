#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace freshet::store {

// Appends numbers and texts to a string. docs/formats/state.md describes the encodings.
class ByteWriter {
 public:
  explicit ByteWriter(std::string& out) : out_(out) {}

  void byte(uint8_t value) { out_.push_back(static_cast<char>(value)); }

  // Writes seven bits in each byte, the lowest first; the top bit says that more bytes follow.
  void varint(uint64_t value) {
    for (; value >= 0x80; value >>= 7) byte(static_cast<uint8_t>(value | 0x80));
    byte(static_cast<uint8_t>(value));
  }

  // Writes small numbers of either sign in few bytes: 0, -1, 1, -2 become 0, 1, 2, 3.
  void signed_varint(int64_t value) {
    varint((static_cast<uint64_t>(value) << 1) ^ static_cast<uint64_t>(value >> 63));
  }

  void big_endian(uint64_t value) { big_endian_bytes<8>(value); }
  void big_endian_32(uint32_t value) { big_endian_bytes<4>(value); }

  void text(std::string_view value) {
    varint(value.size());
    out_.append(value);
  }

  void raw(std::string_view bytes) { out_.append(bytes); }

 private:
  template <int kSize>
  void big_endian_bytes(uint64_t value) {
    char bytes[kSize];
    for (int i = 0; i < kSize; ++i) bytes[i] = static_cast<char>(value >> (8 * (kSize - 1 - i)));
    out_.append(bytes, kSize);
  }

  std::string& out_;
};

// Reads what ByteWriter wrote. Once a read fails, every later read returns zero or nothing, so that
// a caller can read on and check failed() once, at the end.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  bool failed() const { return failed_; }
  size_t left() const { return rest_.size(); }
  void fail() {
    failed_ = true;
    rest_ = {};
  }

  uint8_t byte() {
    const std::string_view one = raw(1);
    return one.empty() ? 0 : static_cast<uint8_t>(one[0]);
  }

  uint64_t varint() {
    uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      const uint8_t b = byte();
      // The tenth byte has only one bit. A last byte of zero would be a longer form of the same
      // number.
      if ((shift == 63 && b > 1) || (b == 0 && shift > 0)) break;
      value |= uint64_t{b & 0x7Fu} << shift;
      if (b < 0x80) return value;
    }
    fail();
    return 0;
  }

  int64_t signed_varint() {
    const uint64_t value = varint();
    return static_cast<int64_t>((value >> 1) ^ (~(value & 1) + 1));
  }

  // Reads a varint; one that exceeds `most` is an error.
  uint64_t varint_up_to(uint64_t most) {
    const uint64_t value = varint();
    if (value <= most) return value;
    fail();
    return 0;
  }

  uint64_t big_endian() { return big_endian_bytes(8); }
  uint32_t big_endian_32() { return static_cast<uint32_t>(big_endian_bytes(4)); }

  std::string text() {
    const uint64_t size = varint();
    return std::string(raw(size));
  }

  // Returns a view into the bytes given to the constructor; it is empty on failure.
  std::string_view raw(uint64_t size) {
    if (size > rest_.size()) {
      fail();
      return {};
    }
    const std::string_view bytes = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return bytes;
  }

 private:
  uint64_t big_endian_bytes(size_t size) {
    uint64_t value = 0;
    for (const char c : raw(size)) value = value << 8 | static_cast<uint8_t>(c);
    return value;
  }

  std::string_view rest_;
  bool failed_ = false;
};

}  // namespace freshet::store
