#include "coding/content_coding.h"

#include <zlib.h>

#include <random>

#include "gtest/gtest.h"

namespace freshet::coding {
namespace {

constexpr size_t kPlenty = 1 << 20;

std::string deflated(std::string_view text, int window_bits) {
  z_stream z = {};
  deflateInit2(&z, 6, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&z, text.size()) + 64, '\0');
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  z.avail_in = static_cast<uInt>(text.size());
  z.next_out = reinterpret_cast<Bytef*>(out.data());
  z.avail_out = static_cast<uInt>(out.size());
  deflate(&z, Z_FINISH);
  out = out.substr(0, z.total_out);
  deflateEnd(&z);
  return out;
}
std::string gzipped(std::string_view text) {
  return deflated(text, 15 + 16);
}
std::string page() {
  std::string text;
  for (int i = 0; i < 5000; ++i) text += "line " + std::to_string(i) + "\n";
  return text;
}

TEST(ContentCoding, BodyWithoutCodingIsUnchanged) {
  for (const char* coding : {"", "identity", "none", " , identity,"}) {
    const Decoded decoded = decode_content("hello", coding, 2);
    EXPECT_EQ(decoded.bytes, "hello") << coding;
    EXPECT_FALSE(decoded.truncated || decoded.damaged) << coding;
  }
}

TEST(ContentCoding, DecodesGzipUnderBothNamesAndInAnyCase) {
  for (const char* coding : {"gzip", "x-gzip", "GZip", " gzip "}) {
    const Decoded decoded = decode_content(gzipped(page()), coding, kPlenty);
    EXPECT_EQ(decoded.bytes, page()) << coding;
    EXPECT_FALSE(decoded.truncated || decoded.damaged) << coding;
  }
}

TEST(ContentCoding, DecodesDeflateWithAndWithoutItsWrapper) {
  for (const int window_bits : {15, -15}) {
    const Decoded decoded = decode_content(deflated(page(), window_bits), "deflate", kPlenty);
    EXPECT_EQ(decoded.bytes, page());
    EXPECT_FALSE(decoded.truncated || decoded.damaged);
  }
}

TEST(ContentCoding, BytesAfterADeflatedStreamAreIgnored) {
  const std::string body = deflated("text", -15) + '\x1F' + deflated("more", -15);
  EXPECT_EQ(decode_content(body, "deflate", kPlenty).bytes, "text");
}

TEST(ContentCoding, GzipMembersAreConcatenated) {
  const Decoded decoded = decode_content(gzipped("one ") + gzipped("two"), "gzip", kPlenty);
  EXPECT_EQ(decoded.bytes, "one two");
  EXPECT_FALSE(decoded.damaged);
}

TEST(ContentCoding, BytesAfterAGzipMemberThatAreNotAMemberAreIgnored) {
  const Decoded decoded = decode_content(gzipped("text") + "\r\n\r\n", "gzip", kPlenty);
  EXPECT_EQ(decoded.bytes, "text");
  EXPECT_FALSE(decoded.damaged);
}

TEST(ContentCoding, SeveralCodingsAreDecodedFromTheLast) {
  const std::string body = gzipped(deflated(gzipped(page()), 15));
  EXPECT_EQ(decode_content(body, "gzip, deflate, gzip", kPlenty).bytes, page());
}

TEST(ContentCoding, MoreThanFourCodingsAreNotDecoded) {
  std::string body = "x";
  for (int i = 0; i < 5; ++i) body = gzipped(body);
  const Decoded decoded = decode_content(body, "gzip,gzip,gzip,gzip,gzip", kPlenty);
  EXPECT_EQ(decoded.bytes, body);
  EXPECT_TRUE(decoded.damaged);
}

TEST(ContentCoding, ABombIsCutAtTheLimit) {
  const std::string bomb = gzipped(std::string(10'000'000, 'x'));
  const Decoded decoded = decode_content(bomb, "gzip", 100'000);
  EXPECT_EQ(decoded.bytes, std::string(100'000, 'x'));
  EXPECT_TRUE(decoded.truncated);
  EXPECT_FALSE(decoded.damaged);
}

TEST(ContentCoding, ABombInsideAnotherCodingIsCutAtTheLimit) {
  const std::string bomb = gzipped(gzipped(std::string(10'000'000, 'x')));
  const Decoded decoded = decode_content(bomb, "gzip, gzip", 5'000);
  EXPECT_LE(decoded.bytes.size(), 5'000u);
  EXPECT_TRUE(decoded.truncated);
}

TEST(ContentCoding, ABodyOfExactlyTheLimitIsNotTruncated) {
  const Decoded decoded = decode_content(gzipped(std::string(100'000, 'x')), "gzip", 100'000);
  EXPECT_EQ(decoded.bytes.size(), 100'000u);
  EXPECT_FALSE(decoded.truncated || decoded.damaged);
}

TEST(ContentCoding, AnIncompleteStreamIsDecodedUpToItsEnd) {
  const std::string whole = gzipped(page());
  const Decoded decoded =
      decode_content(std::string_view(whole).substr(0, whole.size() / 2), "gzip", kPlenty);
  EXPECT_TRUE(decoded.damaged);
  EXPECT_GT(decoded.bytes.size(), 1000u);
  EXPECT_TRUE(page().starts_with(decoded.bytes));
}

TEST(ContentCoding, ABodyThatIsNotCodedIsUnchanged) {
  for (const char* coding : {"gzip", "zstd", "br"}) {
    const Decoded decoded = decode_content("<!doctype html><title>x", coding, kPlenty);
    EXPECT_TRUE(decoded.damaged) << coding;
    if (std::string_view(coding) != "br") {
      EXPECT_EQ(decoded.bytes, "<!doctype html><title>x");
    }
  }
}

TEST(ContentCoding, OutputOfDamagedBytesDoesNotExceedTheLimit) {
  constexpr size_t kLimit = 20'000;
  std::mt19937 random(20261115);
  const std::string samples[] = {gzipped(page()), deflated(page(), 15), deflated(page(), -15),
                                 gzipped(deflated(page(), 15))};
  for (int round = 0; round < 2000; ++round) {
    std::string body = samples[random() % std::size(samples)];
    for (int i = 0; i < 3; ++i) body[random() % body.size()] = static_cast<char>(random());
    if (round % 3 == 0) body.resize(random() % body.size());
    for (const char* coding :
         {"gzip", "deflate", "br", "zstd", "deflate, gzip", "zstd, br, gzip"}) {
      const Decoded decoded = decode_content(body, coding, kLimit);
      EXPECT_LE(decoded.bytes.size(), std::max(kLimit, body.size())) << coding << round;
    }
  }
}

TEST(ContentCoding, ABodyWithAnUnknownCodingIsUnchanged) {
  const Decoded decoded = decode_content("hello", "utf-8", kPlenty);
  EXPECT_EQ(decoded.bytes, "hello");
  EXPECT_TRUE(decoded.damaged);
}

}  // namespace
}  // namespace freshet::coding
