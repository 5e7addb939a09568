#include <unordered_set>

#include "digest/fingerprint.h"
#include "digest/sha.h"
#include "gtest/gtest.h"

namespace freshet::digest {
namespace {

constexpr std::string_view kFox = "The quick brown fox jumps over the lazy dog";

TEST(Sha, AgreesWithPublishedDigests) {
  // FIPS 180-2, appendices A and B.
  EXPECT_EQ(sha1("abc").hex(), "a9993e364706816aba3e25717850c26c9cd0d89d");
  EXPECT_EQ(sha256("abc").hex(),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256("").hex(), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha1(std::string(1'000'000, 'a')).hex(), "34aa973cd4c4daa4f61eeb2bdbad27316534016f");
}

TEST(Sha, Base32IsTheFormThatWarcWrites) {
  // SHA-1 of nothing, as it stands in every archive with an empty record.
  EXPECT_EQ(sha1("").base32(), "3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ");
  // 32 bytes are no multiple of 5: the last digit holds one bit.
  EXPECT_EQ(sha256("").base32(), "4OYMIQUY7QOBJGX36TEJS35ZEQT24QPEMSNZGTFESWMRW6CSXBKQ");
}

TEST(Sha, PiecesGiveTheDigestOfTheWhole) {
  Sha1 pieces1;
  Sha256 pieces256;
  for (size_t step = 1; step <= kFox.size(); ++step) {
    for (size_t at = 0; at < kFox.size(); at += step) {
      pieces1.update(kFox.substr(at, step));
      pieces256.update(kFox.substr(at, step));
    }
    EXPECT_EQ(pieces1.finish(), sha1(kFox)) << "pieces of " << step;
    EXPECT_EQ(pieces256.finish(), sha256(kFox)) << "pieces of " << step;
  }
}

TEST(Sha, FinishBeginsANewText) {
  Sha256 hasher;
  hasher.update("something");
  EXPECT_NE(hasher.finish(), sha256(""));
  EXPECT_EQ(hasher.finish(), sha256(""));
}

TEST(Sha, DigestsCompareByTheirBytes) {
  Digest160 low;
  Digest160 high;
  high.bytes[0] = 1;
  EXPECT_LT(low, high);
  EXPECT_EQ(low, Digest160{});
}

// These values are on disks: if this test fails, the change breaks every existing store.
TEST(Fingerprint, ValuesAreAStableFormat) {
  EXPECT_EQ(fingerprint("").value, 0x2d06800538d394c2);
  EXPECT_EQ(fingerprint("http://example.org/").value, 0xb73dc5b066f53581);
  EXPECT_EQ(fingerprint("https://www.example.com/a/b?c=d").value, 0xaee7cec2891d8d15);
  EXPECT_EQ(fingerprint("https://example.org/" + std::string(300, 'x')).value, 0x702f7eac585ccfef);
}

TEST(Fingerprint, ServesAsAKey) {
  std::unordered_set<Fingerprint> seen;
  for (int i = 0; i < 100'000; ++i) {
    seen.insert(fingerprint("https://example.org/" + std::to_string(i)));
  }
  EXPECT_EQ(seen.size(), 100'000);
}

}  // namespace
}  // namespace freshet::digest
