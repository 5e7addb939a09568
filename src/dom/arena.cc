#include "dom/arena.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace freshet::dom {
namespace {

constexpr size_t kLargestBlock = 1 << 20;  // except for a text that is larger

}  // namespace

void Arena::add_block(size_t at_least) {
  full_blocks_bytes_ = used_bytes();
  const size_t bytes = std::max(next_block_bytes_, at_least);
  next_block_bytes_ = std::min(2 * next_block_bytes_, kLargestBlock);
  blocks_.push_back(std::make_unique_for_overwrite<char[]>(bytes));
  block_ = cursor_ = blocks_.back().get();
  end_ = block_ + bytes;
}

char* Arena::allocate(size_t bytes, size_t alignment) {
  size_t gap = -reinterpret_cast<uintptr_t>(cursor_) & (alignment - 1);
  if (static_cast<size_t>(end_ - cursor_) < bytes + gap) {
    add_block(bytes);
    gap = 0;  // blocks are aligned for every type
  }
  char* const start = cursor_ + gap;
  cursor_ = start + bytes;
  return start;
}

std::string_view Arena::copy(std::string_view text) {
  if (text.empty()) return {};
  char* const start = allocate(text.size());
  std::memcpy(start, text.data(), text.size());
  return {start, text.size()};
}

bool Arena::extend(std::string_view& text, std::string_view more) {
  if (text.data() + text.size() != cursor_ || static_cast<size_t>(end_ - cursor_) < more.size()) {
    return false;
  }
  std::memcpy(cursor_, more.data(), more.size());
  cursor_ += more.size();
  text = {text.data(), text.size() + more.size()};
  return true;
}

}  // namespace freshet::dom
