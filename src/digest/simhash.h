#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace freshet::digest {

// A 64-bit sketch of a text (Charikar, "Similarity estimation techniques from rounding algorithms",
// 2002): texts that share most features differ in few bits; unrelated texts differ in about 32.
// Stable format, stored on disk: see simhash_of_text.
struct Simhash64 {
  uint64_t bits = 0;

  bool operator==(const Simhash64&) const = default;
  auto operator<=>(const Simhash64&) const = default;
};

// In how many bits the two differ: 0 to 64.
int distance(Simhash64 a, Simhash64 b);

// Gathers the features of one text. Their order does not matter; a feature that comes twice weighs
// twice.
class Simhash {
 public:
  void add(std::string_view feature);
  // For features that are hashed already; all 64 bits must be well mixed.
  void add_hash(uint64_t hash);

  // The sketch of all features: a bit is set where more than half of their hashes have it set.
  // Zero without features. Then begins anew.
  Simhash64 finish();

 private:
  void take_in();
  void settle();

  // Hashes are taken in by eights.
  std::array<uint64_t, 8> waiting_{};
  uint32_t waiting_count_ = 0;
  // How many of the hashes taken in have a bit set, as binary numbers that stand upright: bit i of
  // plane k is digit k of the count for bit i. Adding to 64 counts at once takes a few instructions
  // this way.
  static constexpr size_t kPlanes = 10;
  std::array<uint64_t, kPlanes> planes_{};
  uint32_t in_planes_ = 0;  // hashes; fewer than the planes can count
  // The counts of the hashes before those.
  std::array<uint64_t, 64> counts_{};
  uint64_t added_ = 0;
};

// The sketch of a text's features: pairs of neighbouring words, where words stand between ASCII
// white space (or U+3000), and pairs of neighbouring characters in scripts that are written without
// spaces (Han, kana, Thai, Lao, Khmer, Burmese). A word or character without a neighbour counts
// alone. Bytes that are not UTF-8 count as parts of words. Linear time, no allocation.
Simhash64 simhash_of_text(std::string_view utf8);

}  // namespace freshet::digest
