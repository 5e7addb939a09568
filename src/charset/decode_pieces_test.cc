#include <random>
#include <string>

#include "charset/decode.h"
#include "charset/encoding.h"
#include "gtest/gtest.h"

namespace freshet::charset {
namespace {

constexpr unsigned kSeed = 7919;

struct Decoded {
  std::string text;
  uint64_t malformed;
  bool operator==(const Decoded&) const = default;
};

Decoded decode_in_pieces(Encoding encoding, std::string_view bytes, size_t piece) {
  Decoder decoder(encoding);
  std::string text;
  for (size_t at = 0; at < bytes.size(); at += piece) {
    decoder.decode(bytes.substr(at, piece), false, text);
  }
  decoder.decode({}, true, text);
  return {text, decoder.malformed()};
}

// Random bytes with fragments that have a meaning in some encoding: pairs, escape sequences, digits
// between lead bytes, surrogates.
std::string hostile_bytes(std::mt19937& random, size_t size) {
  constexpr std::string_view kFragments[] = {"\x1B$B",
                                             "\x1B(B",
                                             "\x1B(J",
                                             "\x1B(I",
                                             "\x1B$@",
                                             "\x1B",
                                             "\x81\x30\x81\x30",
                                             "\x84\x31",
                                             "\x8F\xB0\xA1",
                                             "\x8E",
                                             "\xF0\x9F\x98\x80",
                                             "\xED\xA0\x80",
                                             "\xF4\x90",
                                             "\x88\x62",
                                             "<b>",
                                             "plain ASCII of some length "};
  std::string bytes;
  while (bytes.size() < size) {
    switch (random() % 4) {
      case 0: bytes += kFragments[random() % std::size(kFragments)]; break;
      case 1: bytes += static_cast<char>(random() % 0x80); break;
      case 2: bytes += static_cast<char>(0x80 + random() % 0x80); break;
      default: bytes += static_cast<char>(random()); break;
    }
  }
  return bytes;
}

class EveryEncoding : public testing::TestWithParam<int> {
 protected:
  Encoding encoding() const { return static_cast<Encoding>(GetParam()); }
};

TEST_P(EveryEncoding, ResultDoesNotDependOnTheSizesOfPieces) {
  std::mt19937 random(kSeed);
  for (int round = 0; round < 60; ++round) {
    const std::string bytes = hostile_bytes(random, 300);
    const Decoded whole = decode_in_pieces(encoding(), bytes, bytes.size());
    for (const size_t piece : {1, 2, 3, 7}) {
      ASSERT_EQ(decode_in_pieces(encoding(), bytes, piece), whole)
          << name(encoding()) << " seed " << kSeed << " round " << round << " piece " << piece;
    }
  }
}

TEST_P(EveryEncoding, ResultIsValidUtf8ForAnyBytes) {
  std::mt19937 random(kSeed + 1);
  for (int round = 0; round < 60; ++round) {
    const std::string bytes = hostile_bytes(random, 5000);
    ASSERT_TRUE(is_valid_utf8(decode(encoding(), bytes)))
        << name(encoding()) << " seed " << kSeed + 1 << " round " << round;
  }
}

TEST_P(EveryEncoding, DecodesAsciiUnchangedIfItIsASuperset) {
  const bool superset = encoding() != Encoding::kUtf16Be && encoding() != Encoding::kUtf16Le &&
                        encoding() != Encoding::kReplacement;
  std::string ascii;
  for (char c = 0x10; c != 0x7F; ++c) {
    if (c != 0x1B) ascii += c;
  }
  EXPECT_EQ(decode(encoding(), ascii) == ascii, superset);
}

INSTANTIATE_TEST_SUITE_P(Decoding, EveryEncoding, testing::Range(0, kEncodingCount),
                         [](const testing::TestParamInfo<int>& each) {
                           std::string label(name(static_cast<Encoding>(each.param)));
                           for (char& c : label) {
                             if (c == '-') c = '_';
                           }
                           return label;
                         });

}  // namespace
}  // namespace freshet::charset
