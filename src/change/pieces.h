#pragma once

#include <cstdint>
#include <string_view>

namespace freshet::change::internal {

// A line of a text, or a part of a very long one, as hashes. Its words and its numbers are kept
// apart, because what a page shows anew at every visit is mostly numbers: clocks, counters, tokens.
// A number is a run of ASCII letters, digits and signs with a digit in it, or too long for a word;
// or a word of the calendar, so that clocks and "3 hours ago" count as numbers wholly.
struct Piece {
  uint64_t words = 0;    // of the words in their order, and where among them numbers stand
  uint64_t numbers = 0;  // of the numbers in their order; 0: none
};

// Part of the stored format of sketches.
constexpr uint64_t mix(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * 0x9E3779B97F4A7C15;  // 2^64 / golden ratio
  return hash ^ (hash >> 32);
}

// Reads a text piece by piece. White space says where words end, and no more. Linear time, no
// memory.
class PieceReader {
 public:
  // Points into the text.
  explicit PieceReader(std::string_view text) : rest_(text) {}

  // False at the end; pieces are never empty.
  bool next(Piece& piece);

 private:
  std::string_view rest_;
};

}  // namespace freshet::change::internal
