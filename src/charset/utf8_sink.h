#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "text/utf8.h"

namespace freshet::charset {

// Appends characters to a string through a buffer, so that the inner loops of the decoders do not
// append every character to the string. The destructor flushes the buffer.
class Utf8Sink {
 public:
  explicit Utf8Sink(std::string& out) : out_(out) {}
  ~Utf8Sink() { flush(); }
  Utf8Sink(const Utf8Sink&) = delete;
  Utf8Sink& operator=(const Utf8Sink&) = delete;

  void put(char32_t c) {
    make_room(4);
    end_ = text::write_utf8(end_, c);
  }
  // Appends the first `length` of four bytes, all of which must be readable.
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
