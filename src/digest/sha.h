#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
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

// Parses the form of Digest256::hex(), in either case.
std::optional<Digest256> digest_of_hex(std::string_view hex);

// Computes sha256() of a text that comes in pieces.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;

  void update(std::string_view piece);
  // Returns the digest of all pieces. Nothing may be called after it.
  Digest256 finish();

 private:
  void* context_;
};

}  // namespace freshet::digest
