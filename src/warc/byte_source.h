#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "warc/random_access.h"

namespace freshet::warc {

// Reads the bytes of a file or of memory from a position that can be moved.
class ByteSource {
 public:
  explicit ByteSource(std::shared_ptr<RandomAccess> file);
  explicit ByteSource(std::string_view bytes)
      : whole_(bytes), window_(bytes), size_(bytes.size()) {}

  uint64_t size() const { return size_; }  // of the file when it was opened, or of the memory

  uint64_t position() const { return position_; }
  // The bytes from position() on that have been read. Valid until a call of another function.
  std::string_view view() const { return window_; }
  // Reads more bytes into view(), up to kWindow bytes. Returns false if none were added: at the end
  // of the file, if the view is full, or after an error.
  bool read_more();
  // Reads until view() has at least `bytes` bytes, which must be at most kWindow. Returns false if
  // there are not so many.
  bool ensure(size_t bytes);
  void consume(size_t bytes);
  void seek(uint64_t position);

  // The error that ended reading, if there was one.
  const std::optional<std::string>& error() const { return error_; }

  static constexpr size_t kWindow = 64 << 10;

 private:
  bool in_memory() const { return file_ == nullptr; }

  std::shared_ptr<RandomAccess> file_;
  std::string_view whole_;
  std::vector<char> buffer_;  // window_ is a part of it, or of whole_
  std::string_view window_;
  uint64_t size_ = 0;
  uint64_t position_ = 0;
  std::optional<std::string> error_;
};

}  // namespace freshet::warc
