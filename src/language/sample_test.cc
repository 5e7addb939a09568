#include "language/sample.h"

#include <gtest/gtest.h>

#include "text/utf8.h"

namespace freshet::language {
namespace {

constexpr size_t kSampleBytes = 1'024;

TEST(LanguageSample, AShortTextIsItsOwnSample) {
  EXPECT_EQ(sample_of("Grüße, 世界", kSampleBytes), "Grüße, 世界");
  EXPECT_EQ(sample_of("", kSampleBytes), "");
}

TEST(LanguageSample, BytesThatAreNotTextBecomeSpaces) {
  EXPECT_EQ(sample_of(std::string_view("a\0b", 3), kSampleBytes), "a b");
  EXPECT_EQ(sample_of("a\xFF"
                      "b",
                      kSampleBytes),
            "a b");
  EXPECT_EQ(sample_of("a\xEF\xBF\xBF"
                      "b",
                      kSampleBytes),
            "a b");
  EXPECT_EQ(sample_of("a\xC2\x85"
                      "b",
                      kSampleBytes),
            "a b");
  EXPECT_EQ(sample_of("a\xE4\xB8", kSampleBytes), "a ");
}

TEST(LanguageSample, ALongTextIsCutAtCharactersAndStaysWithinTheLimit) {
  for (const std::string letter : {"ä", "中", "𝄞", "x"}) {
    for (size_t offset = 0; offset < 4; ++offset) {
      std::string text(offset, 'x');
      while (text.size() < 20 * kSampleBytes) text += letter;
      const std::string sample = sample_of(text, kSampleBytes);
      EXPECT_LE(sample.size(), kSampleBytes);
      EXPECT_GE(sample.size(), kSampleBytes - 32);
      EXPECT_EQ(text::valid_utf8_prefix(sample), sample.size());
    }
  }
}

TEST(LanguageSample, ContainsTheBeginningAndTheEnd) {
  const std::string text =
      "first" + std::string(5'000, '.') + std::string(600, 'm') + std::string(5'000, '.') + "last";
  const std::string sample = sample_of(text, kSampleBytes);
  EXPECT_NE(sample.find("first"), sample.npos);
  EXPECT_NE(sample.find("last"), sample.npos);
}

}  // namespace
}  // namespace freshet::language
