#include "warc/byte_source.h"

#include <algorithm>
#include <cstring>

namespace freshet::warc {

ByteSource::ByteSource(std::shared_ptr<RandomAccess> file) : file_(std::move(file)) {
  const auto size = file_->size();
  if (!size) error_ = size.error().message;
  size_ = size.value_or(uint64_t{0});
}

bool ByteSource::read_more() {
  if (in_memory() || error_ || window_.size() >= kWindow) return false;
  buffer_.resize(kWindow);
  if (!window_.empty()) std::memmove(buffer_.data(), window_.data(), window_.size());
  const size_t held = window_.size();
  const auto read = file_->read_at(position_ + held, std::span(buffer_).subspan(held));
  if (!read) error_ = read.error().message;
  const size_t got = read.value_or(size_t{0});
  window_ = std::string_view(buffer_.data(), held + got);
  return got > 0;
}

bool ByteSource::ensure(size_t bytes) {
  while (window_.size() < bytes) {
    if (!read_more()) return false;
  }
  return true;
}

void ByteSource::consume(size_t bytes) {
  window_.remove_prefix(bytes);
  position_ += bytes;
}

void ByteSource::seek(uint64_t position) {
  if (in_memory()) {
    position_ = std::min<uint64_t>(position, whole_.size());
    window_ = whole_.substr(static_cast<size_t>(position_));
    return;
  }
  position_ = position;
  window_ = {};
}

}  // namespace freshet::warc
