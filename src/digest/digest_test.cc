#include <unordered_set>

#include "digest/fingerprint.h"
#include "digest/sha.h"
#include "gtest/gtest.h"

namespace freshet::digest {
namespace {

TEST(Sha256, PiecesOfEverySizeGiveTheDigestOfTheWhole) {
  const std::string text(10'000, 'x');
  for (const size_t size : {1, 7, 64, 4096, 10'000}) {
    Sha256 sha;
    for (size_t at = 0; at < text.size(); at += size) sha.update(text.substr(at, size));
    EXPECT_EQ(sha.finish(), sha256(text)) << size;
  }
  EXPECT_EQ(Sha256().finish(), sha256(""));
}

TEST(Sha256, HexadecimalDigitsAreParsed) {
  EXPECT_EQ(digest_of_hex(sha256("abc").hex()), sha256("abc"));
  EXPECT_EQ(digest_of_hex("ab"), std::nullopt);
  EXPECT_EQ(digest_of_hex(std::string(64, 'g')), std::nullopt);
}

TEST(Sha256, AgreesWithPublishedDigests) {
  // FIPS 180-2, appendix B.
  EXPECT_EQ(sha256("abc").hex(),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256("").hex(), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256(std::string(1'000'000, 'a')).hex(),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, DigestsCompareByTheirBytes) {
  Digest256 low;
  Digest256 high;
  high.bytes[0] = 1;
  EXPECT_LT(low, high);
  EXPECT_EQ(low, Digest256{});
}

// Stores on disk contain these values: a change that makes this test fail breaks existing stores.
TEST(Fingerprint, ValuesAreAStableFormat) {
  EXPECT_EQ(fingerprint("").value, 0x2d06800538d394c2);
  EXPECT_EQ(fingerprint("http://example.org/").value, 0xb73dc5b066f53581);
  EXPECT_EQ(fingerprint("https://www.example.com/a/b?c=d").value, 0xaee7cec2891d8d15);
  EXPECT_EQ(fingerprint("https://example.org/" + std::string(300, 'x')).value, 0x702f7eac585ccfef);
}

TEST(Fingerprint, IsAKeyOfHashTables) {
  std::unordered_set<Fingerprint> seen;
  for (int i = 0; i < 100'000; ++i) {
    seen.insert(fingerprint("https://example.org/" + std::to_string(i)));
  }
  EXPECT_EQ(seen.size(), 100'000);
}

}  // namespace
}  // namespace freshet::digest
