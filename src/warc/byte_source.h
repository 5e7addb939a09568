#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "warc/file.h"

namespace freshet::warc {

// The bytes of a file, or of memory, from a position that moves.
class ByteSource {
 public:
  explicit ByteSource(File file);
  explicit ByteSource(std::string_view bytes)
      : whole_(bytes), window_(bytes), size_(bytes.size()) {}

  uint64_t size() const { return size_; }  // of the whole, as it was at first

  uint64_t position() const { return position_; }
  // The bytes from position() on that are at hand; more of them after more().
  std::string_view view() const { return window_; }
  // At least one byte more in view(); false at the end of the file, and if reading fails. The view
  // grows to kWindow bytes at most.
  bool more();
  // At least `bytes` (at most kWindow) in view(), if there are so many.
  bool want(size_t bytes);
  void consume(size_t bytes);
  void seek(uint64_t position);

  // Why reading ended, if not by the end of the file.
  const std::optional<std::string>& trouble() const { return trouble_; }

  static constexpr size_t kWindow = 64 << 10;

 private:
  bool in_memory() const { return !file_.is_open(); }

  File file_;
  std::string_view whole_;
  std::vector<char> buffer_;  // window_ lies in it, or in whole_
  std::string_view window_;
  uint64_t size_ = 0;
  uint64_t position_ = 0;
  std::optional<std::string> trouble_;
};

}  // namespace freshet::warc
