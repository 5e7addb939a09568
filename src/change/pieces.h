#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "change/line.h"

namespace freshet::change::internal {

// A line, or a part of a very long one, as hashes. What a page shows anew at every visit is mostly
// numbers (counters, tokens), dates (clocks) and targets of links, so each of these is kept apart
// from the words.
//
// A number is a run of ASCII letters, digits and signs with a digit in it, or one that is too long
// for a word. A date is a word of the calendar ("Monday", "ago"), a time or a date in figures
// ("12:30", "2024-05-17"), or a short number beside one of these.
struct Piece {
  uint64_t words = 0;  // of the words in their order, and where among them numbers and dates stand
  uint64_t numbers = 0;  // of the numbers in their order; 0: none
  uint64_t dates = 0;    // of the dates in their order; 0: none
  uint64_t links = 0;    // of the targets of the line's links; 0: none
};

// Part of the stored format of sketches.
constexpr uint64_t mix(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * 0x9E3779B97F4A7C15;  // 2^64 / golden ratio
  return hash ^ (hash >> 32);
}

// Lines without text and links give none. White space says where words end, and no more. Linear
// time.
std::vector<Piece> pieces_of(std::span<const Line> lines);

}  // namespace freshet::change::internal
