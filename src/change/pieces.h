#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "change/line.h"

namespace freshet::change::internal {

// The hashes of a line, or of a part of a very long line. The parts of a page that differ at every
// visit are mostly numbers (counters, tokens), dates (clocks) and targets of links. So each of
// these has a hash of its own, apart from the words.
//
// A number is a run of ASCII letters, digits and signs that contains a digit or is too long for a
// word. A date is a word of the calendar ("Monday", "ago"), a time or date in digits ("12:30",
// "2024-05-17"), or a short number beside one of these.
struct Piece {
  uint64_t words = 0;    // the words in their order, and where numbers and dates stand among them
  uint64_t numbers = 0;  // the numbers in their order; 0: none
  uint64_t dates = 0;    // the dates in their order; 0: none
  uint64_t links = 0;    // the targets of the line's links; 0: none
};

// Adds a value to a hash. It is part of the stored format of sketches.
constexpr uint64_t mix(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * 0x9E3779B97F4A7C15;  // 2^64 / golden ratio
  return hash ^ (hash >> 32);
}

// Returns the pieces of the lines. A line without text and links gives none. White space separates
// words and has no other effect. Takes linear time.
std::vector<Piece> pieces_of(std::span<const Line> lines);

}  // namespace freshet::change::internal
