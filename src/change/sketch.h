#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "result/result.h"

namespace freshet::change {

// What is kept of a page's text in place of the text: a hash for each block, in their order. A
// block is a line; of a text with many lines, a group of neighbouring lines, where the lines
// themselves decide where a group ends, so that a new line changes one group and not all behind it.
struct Block {
  uint32_t words = 0;
  uint32_t numbers = 0;  // 0: none; what counts as a number is in pieces.h

  bool operator==(const Block&) const = default;
};

struct Sketch {
  static constexpr size_t kMostBlocks = 256;

  // A group ends at one line in 2^level, on average.
  int level = 0;
  std::vector<Block> blocks;

  // 3 bytes and 4 or 8 for each block. docs/formats/change.md describes them.
  std::string encode() const;
  // Bytes that no encode() would write are an error, and so is a version later than this one.
  static Result<Sketch> decode(std::string_view bytes);

  bool operator==(const Sketch&) const = default;
};

// The finest level at which the text has few enough blocks; `used` if that is as good as any, so
// that sketches of a page that grows slowly can be compared.
int fitting_level(std::string_view text, int used = 0);

// At a given level. What is beyond `most` blocks is part of the last. Linear time, and memory for
// the blocks only.
Sketch sketch_at(std::string_view text, int level, size_t most = Sketch::kMostBlocks);

}  // namespace freshet::change
