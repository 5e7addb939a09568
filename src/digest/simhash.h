#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace freshet::digest {

// A 64-bit sketch of a text (Charikar, "Similarity estimation techniques from rounding algorithms",
// 2002). The sketches of texts that share most features differ in few bits; those of unrelated
// texts differ in about 32. Stable format, stored on disk: see simhash_of_text.
struct Simhash64 {
  uint64_t bits = 0;

  bool operator==(const Simhash64&) const = default;
  auto operator<=>(const Simhash64&) const = default;
};

// Returns in how many bits the two differ: 0 to 64.
int distance(Simhash64 a, Simhash64 b);

// Makes the sketch of one text from its features. Their order does not matter; a feature that is
// added twice weighs twice.
class Simhash {
 public:
  void add(std::string_view feature);
  // Adds a feature by its hash, all 64 bits of which must be well mixed.
  void add_hash(uint64_t hash);

  // Returns the sketch and removes all features. A bit of the sketch is set if it is set in more
  // than half of the hashes. Without features the sketch is zero.
  Simhash64 finish();

 private:
  void flush_pending();
  void flush_planes();

  // Hashes wait here until there are eight, which are added to the planes together.
  std::array<uint64_t, 8> pending_{};
  uint32_t pending_count_ = 0;
  // Counts for each bit in how many hashes it is set: bit i of plane k is binary digit k of the
  // count for bit i. This way a few instructions add to all 64 counts.
  static constexpr size_t kPlanes = 10;
  std::array<uint64_t, kPlanes> planes_{};
  uint32_t in_planes_ = 0;  // hashes that the planes count; always below 2^kPlanes
  // The counts of the hashes that were flushed from the planes.
  std::array<uint64_t, 64> counts_{};
  uint64_t added_ = 0;  // hashes in planes_ and counts_
};

// Returns the sketch of a text. Its features are the pairs of neighbouring words (separated by
// ASCII white space or U+3000), and the pairs of neighbouring characters in scripts that are
// written without spaces (Han, kana, Thai, Lao, Khmer, Burmese). A word or character without a
// neighbour is a feature by itself. Bytes that are not UTF-8 are parts of words. Takes linear time
// and allocates nothing.
Simhash64 simhash_of_text(std::string_view utf8);

}  // namespace freshet::digest
