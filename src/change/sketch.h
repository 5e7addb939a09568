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

// The hashes of a block of a page's visible text. A block is a line; in a text with many lines, it
// is a group of neighbouring lines. The hashes of the lines decide where a group ends, so that a
// new line changes one group and not all after it. pieces.h defines numbers and dates.
struct Block {
  uint32_t words = 0;
  uint32_t numbers = 0;  // 24 bits; 0: none
  uint32_t dates = 0;    // 24 bits; 0: none
  uint32_t links = 0;    // 24 bits, hash of the targets of links; 0: none

  bool operator==(const Block&) const = default;
};

// What is stored in place of a page's visible text: its blocks in their order.
struct Sketch {
  static constexpr size_t kMostBlocks = 512;

  // On average, a group ends at one of 2^level lines.
  int level = 0;
  std::vector<Block> blocks;

  // Writes about 4 bytes, and 4 to 13 bytes for each block. docs/formats/change.md describes the
  // format.
  std::string encode() const;
  // It is an error if encode() would not write such bytes, or if they have another version.
  static Result<Sketch> decode(std::string_view bytes);

  bool operator==(const Sketch&) const = default;
};

// Returns the finest level at which the text has at most kMostBlocks blocks. If `used`, the level
// of the page's last sketch, is one above that, it is returned instead. So the sketches of a page
// that grows or shrinks slowly mostly have the same level.
int fitting_level(std::span<const internal::Piece> pieces, int used = 0);

// Makes a sketch at the given level. Lines beyond `most` blocks are part of the last block. Takes
// linear time, and memory only for the blocks.
Sketch sketch_at(std::span<const internal::Piece> pieces, int level,
                 size_t most = Sketch::kMostBlocks);

}  // namespace freshet::change
