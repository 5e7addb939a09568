#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <string_view>

namespace freshet::digest {

// Stands for a canonical URL where 8 bytes must do. Among n URLs a new one meets a fingerprint that
// is taken with a chance of n / 2^64: for 100 million, one in 180 billion. Not safe against someone
// who makes collisions on purpose; such a page is taken for one already known.
//
// Stable format: XXH3, 64 bits, seed 0, of the URL's bytes; stored on disk as a little-endian
// integer. Changing it means rewriting every store.
struct Fingerprint {
  uint64_t value = 0;

  bool operator==(const Fingerprint&) const = default;
  auto operator<=>(const Fingerprint&) const = default;
};

Fingerprint fingerprint(std::string_view canonical_url);

}  // namespace freshet::digest

// The value is evenly spread already.
template <>
struct std::hash<freshet::digest::Fingerprint> {
  size_t operator()(freshet::digest::Fingerprint f) const { return f.value; }
};
