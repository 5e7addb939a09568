#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <string_view>

namespace freshet::digest {

// A 64-bit hash that stands for a canonical URL. Among n known URLs, a new one has the fingerprint
// of another with probability n / 2^64: with 100 million, one in 180 billion. An attacker can make
// collisions on purpose; the crawler then treats the new page as the known one.
//
// Stable format: XXH3 with 64 bits and seed 0 over the bytes of the URL, stored on disk as a
// little-endian integer. A change of the format requires that every store is rewritten.
struct Fingerprint {
  uint64_t value = 0;

  bool operator==(const Fingerprint&) const = default;
  auto operator<=>(const Fingerprint&) const = default;
};

Fingerprint fingerprint(std::string_view canonical_url);

}  // namespace freshet::digest

// The value is a hash already.
template <>
struct std::hash<freshet::digest::Fingerprint> {
  size_t operator()(freshet::digest::Fingerprint f) const { return f.value; }
};
