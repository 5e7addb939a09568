#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace freshet::digest {

// The N bytes of a digest. Two digests of different kinds have different types because they have
// different sizes.
template <size_t N>
struct DigestBytes {
  std::array<uint8_t, N> bytes{};

  std::string hex() const;     // lower case
  std::string base32() const;  // RFC 4648, upper case, without padding: WARC's "sha1:" form

  bool operator==(const DigestBytes&) const = default;
  auto operator<=>(const DigestBytes&) const = default;
};
using Digest160 = DigestBytes<20>;  // SHA-1
using Digest256 = DigestBytes<32>;  // SHA-256

// Digests of whole texts. After a thread's first call they allocate nothing.
Digest160 sha1(std::string_view text);
Digest256 sha256(std::string_view text);

namespace internal {
struct FreeContext {
  void operator()(void* context) const;
};
using Context = std::unique_ptr<void, FreeContext>;  // an EVP_MD_CTX
}  // namespace internal

// Digest of a text that comes in pieces. One thread at a time.
class Sha1 {
 public:
  Sha1();
  void update(std::string_view piece);
  // The digest of all pieces; the hasher then begins a new, empty text.
  Digest160 finish();

 private:
  internal::Context context_;
};

class Sha256 {
 public:
  Sha256();
  void update(std::string_view piece);
  Digest256 finish();

 private:
  internal::Context context_;
};

}  // namespace freshet::digest
