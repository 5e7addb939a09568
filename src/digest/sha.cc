#include "digest/sha.h"

#include <openssl/evp.h>

#include <memory>

#include "result/check.h"
#include "text/ascii.h"

namespace freshet::digest {
namespace {

// OpenSSL 3 is slow to find an algorithm by name, so the process does it once.
const EVP_MD* algorithm() {
  static const EVP_MD* const kAlgorithm = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  FRESHET_CHECK(kAlgorithm != nullptr, "SHA256");
  return kAlgorithm;
}

using Context = std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)>;

Context new_context() {
  Context context(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
  FRESHET_CHECK(context != nullptr, "EVP_MD_CTX_new");
  return context;
}

}  // namespace

std::string Digest256::hex() const {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  out.reserve(2 * bytes.size());
  for (const uint8_t byte : bytes) {
    out += kDigits[byte >> 4];
    out += kDigits[byte & 15];
  }
  return out;
}

Digest256 sha256(std::string_view text) {
  thread_local const Context kContext = new_context();
  Digest256 digest;
  FRESHET_CHECK(EVP_DigestInit_ex(kContext.get(), algorithm(), nullptr) == 1, "EVP_DigestInit_ex");
  FRESHET_CHECK(EVP_DigestUpdate(kContext.get(), text.data(), text.size()) == 1,
                "EVP_DigestUpdate");
  FRESHET_CHECK(EVP_DigestFinal_ex(kContext.get(), digest.bytes.data(), nullptr) == 1,
                "EVP_DigestFinal_ex");
  return digest;
}

std::optional<Digest256> digest_of_hex(std::string_view hex) {
  Digest256 digest;
  if (hex.size() != 2 * digest.bytes.size()) return std::nullopt;
  for (size_t i = 0; i < digest.bytes.size(); ++i) {
    const int high = text::hex_digit(hex[2 * i]);
    const int low = text::hex_digit(hex[2 * i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    digest.bytes[i] = static_cast<uint8_t>(high * 16 + low);
  }
  return digest;
}

Sha256::Sha256() : context_(new_context().release()) {
  FRESHET_CHECK(EVP_DigestInit_ex(static_cast<EVP_MD_CTX*>(context_), algorithm(), nullptr) == 1,
                "EVP_DigestInit_ex");
}

Sha256::~Sha256() {
  EVP_MD_CTX_free(static_cast<EVP_MD_CTX*>(context_));
}

void Sha256::update(std::string_view piece) {
  FRESHET_CHECK(
      EVP_DigestUpdate(static_cast<EVP_MD_CTX*>(context_), piece.data(), piece.size()) == 1,
      "EVP_DigestUpdate");
}

Digest256 Sha256::finish() {
  Digest256 digest;
  FRESHET_CHECK(
      EVP_DigestFinal_ex(static_cast<EVP_MD_CTX*>(context_), digest.bytes.data(), nullptr) == 1,
      "EVP_DigestFinal_ex");
  return digest;
}

}  // namespace freshet::digest
