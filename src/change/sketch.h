#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "change/pieces.h"
#include "result/result.h"

namespace freshet::change {

// What is kept of a page's visible text in place of the text: hashes for each block, in their
// order. A block is a line; of a text with many lines, a group of neighbouring lines, where the
// lines themselves decide where a group ends, so that a new line changes one group and not all
// behind it. What counts as a number or a date is said in pieces.h.
struct Block {
  uint32_t words = 0;
  uint32_t numbers = 0;  // 24 bits; 0: none
  uint32_t dates = 0;    // 24 bits; 0: none
  uint32_t links = 0;    // 24 bits, of the targets of links; 0: none

  bool operator==(const Block&) const = default;
};

struct Sketch {
  static constexpr size_t kMostBlocks = 512;

  // A group ends at one line in 2^level, on average.
  int level = 0;
  std::vector<Block> blocks;

  // About 4 bytes and 4 to 13 for each block. docs/formats/change.md describes them.
  std::string encode() const;
  // Bytes that no encode() would write are an error, and so is another version than this one.
  static Result<Sketch> decode(std::string_view bytes);

  bool operator==(const Sketch&) const = default;
};

// The finest level at which the text has few enough blocks; `used` if that is as good as any, so
// that sketches of a page that grows slowly can be compared.
int fitting_level(std::span<const internal::Piece> pieces, int used = 0);

// At a given level. What is beyond `most` blocks is part of the last. Linear time, and memory for
// the blocks only.
Sketch sketch_at(std::span<const internal::Piece> pieces, int level,
                 size_t most = Sketch::kMostBlocks);

}  // namespace freshet::change
