#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace freshet::digest {

// A SHA-256 digest.
struct Digest256 {
  std::array<uint8_t, 32> bytes{};

  std::string hex() const;  // lower case

  bool operator==(const Digest256&) const = default;
  auto operator<=>(const Digest256&) const = default;
};

// Returns the digest of the text. Allocates memory only in the first call of a thread.
Digest256 sha256(std::string_view text);

}  // namespace freshet::digest
