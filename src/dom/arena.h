#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

namespace freshet::dom {

// Memory for values that live as long as the arena, in a few blocks that never move.
class Arena {
 public:
  explicit Arena(size_t first_block_bytes) : next_block_bytes_(first_block_bytes) {}

  // Returns memory for values of this alignment, at most that of pointers.
  char* allocate(size_t bytes, size_t alignment = 1);
  std::string_view copy(std::string_view text);
  // Appends to a text if it is the last one of the arena and the block has room for it. Returns
  // whether it did.
  bool extend(std::string_view& text, std::string_view more);

  size_t used_bytes() const { return full_blocks_bytes_ + static_cast<size_t>(cursor_ - block_); }

 private:
  void add_block(size_t at_least);

  std::vector<std::unique_ptr<char[]>> blocks_;
  size_t next_block_bytes_;
  size_t full_blocks_bytes_ = 0;  // in all blocks but the last
  char* block_ = nullptr;         // the last one
  char* cursor_ = nullptr;
  char* end_ = nullptr;
};

}  // namespace freshet::dom
