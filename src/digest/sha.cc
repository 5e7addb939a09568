#include "digest/sha.h"

#include <openssl/evp.h>

#include "result/check.h"

namespace freshet::digest {
namespace {

// Looking an algorithm up by name is slow in OpenSSL 3, so each is looked up once and kept for the
// life of the process.
const EVP_MD* algorithm(const char* name) {
  const EVP_MD* found = EVP_MD_fetch(nullptr, name, nullptr);
  FRESHET_CHECK(found != nullptr, name);
  return found;
}

template <size_t N>
const EVP_MD* algorithm_of() {
  static const EVP_MD* const kAlgorithm = algorithm(N == 20 ? "SHA1" : "SHA256");
  return kAlgorithm;
}

EVP_MD_CTX* raw(const internal::Context& context) {
  return static_cast<EVP_MD_CTX*>(context.get());
}

void begin(EVP_MD_CTX* context, const EVP_MD* algorithm) {
  FRESHET_CHECK(EVP_DigestInit_ex(context, algorithm, nullptr) == 1, "EVP_DigestInit_ex");
}

internal::Context begun(const EVP_MD* algorithm) {
  internal::Context context(EVP_MD_CTX_new());
  FRESHET_CHECK(context != nullptr, "EVP_MD_CTX_new");
  begin(raw(context), algorithm);
  return context;
}

void take(EVP_MD_CTX* context, std::string_view piece) {
  FRESHET_CHECK(EVP_DigestUpdate(context, piece.data(), piece.size()) == 1, "EVP_DigestUpdate");
}

template <size_t N>
DigestBytes<N> finish_and_begin(EVP_MD_CTX* context) {
  DigestBytes<N> digest;
  FRESHET_CHECK(EVP_DigestFinal_ex(context, digest.bytes.data(), nullptr) == 1,
                "EVP_DigestFinal_ex");
  begin(context, algorithm_of<N>());
  return digest;
}

template <size_t N>
DigestBytes<N> digest_of(std::string_view text) {
  thread_local internal::Context context = begun(algorithm_of<N>());
  take(raw(context), text);
  return finish_and_begin<N>(raw(context));
}

}  // namespace

template <size_t N>
std::string DigestBytes<N>::hex() const {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  out.reserve(2 * N);
  for (const uint8_t byte : bytes) {
    out += kDigits[byte >> 4];
    out += kDigits[byte & 15];
  }
  return out;
}

template <size_t N>
std::string DigestBytes<N>::base32() const {
  constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  std::string out;
  out.reserve((8 * N + 4) / 5);
  uint32_t bits = 0;
  int held = 0;  // how many of the low bits are still to be written
  for (const uint8_t byte : bytes) {
    bits = bits << 8 | byte;
    held += 8;
    while (held >= 5) {
      held -= 5;
      out += kDigits[bits >> held & 31];
    }
  }
  if (held > 0) out += kDigits[bits << (5 - held) & 31];
  return out;
}

template struct DigestBytes<20>;
template struct DigestBytes<32>;

void internal::FreeContext::operator()(void* context) const {
  EVP_MD_CTX_free(static_cast<EVP_MD_CTX*>(context));
}

Digest160 sha1(std::string_view text) {
  return digest_of<20>(text);
}
Digest256 sha256(std::string_view text) {
  return digest_of<32>(text);
}

Sha1::Sha1() : context_(begun(algorithm_of<20>())) {}
void Sha1::update(std::string_view piece) {
  take(raw(context_), piece);
}
Digest160 Sha1::finish() {
  return finish_and_begin<20>(raw(context_));
}

Sha256::Sha256() : context_(begun(algorithm_of<32>())) {}
void Sha256::update(std::string_view piece) {
  take(raw(context_), piece);
}
Digest256 Sha256::finish() {
  return finish_and_begin<32>(raw(context_));
}

}  // namespace freshet::digest
