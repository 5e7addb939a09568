#include "text/utf8.h"

#include <random>
#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace freshet::text {
namespace {

// Follows the definition directly: the sequence encodes a scalar value in its shortest form.
// Returns the length of the sequence, or 0 if it is not well-formed.
size_t sequence_length_by_definition(std::string_view bytes) {
  const auto at = [&](size_t i) { return static_cast<uint8_t>(bytes[i]); };
  const size_t length = at(0) < 0x80             ? 1
                        : (at(0) & 0xE0) == 0xC0 ? 2
                        : (at(0) & 0xF0) == 0xE0 ? 3
                        : (at(0) & 0xF8) == 0xF0 ? 4
                                                 : 0;
  if (length == 0 || bytes.size() < length) return 0;
  for (size_t i = 1; i < length; ++i) {
    if ((at(i) & 0xC0) != 0x80) return 0;
  }
  const char32_t c = utf8_scalar(bytes);
  if (c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) return 0;
  char shortest[4];
  return static_cast<size_t>(write_utf8(shortest, c) - shortest) == length ? length : 0;
}

size_t valid_prefix_by_definition(std::string_view bytes) {
  size_t at = 0;
  while (at < bytes.size()) {
    const size_t length = sequence_length_by_definition(bytes.substr(at));
    if (length == 0) break;
    at += length;
  }
  return at;
}

TEST(Utf8, EveryScalarValueIsValidAndReadsBack) {
  std::string all;
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;
    char bytes[4];
    const std::string_view one(bytes, static_cast<size_t>(write_utf8(bytes, c) - bytes));
    ASSERT_EQ(utf8_scalar(one), c);
    all.append(one);
  }
  EXPECT_EQ(valid_utf8_prefix(all), all.size());
}

TEST(Utf8, EveryPairAndTripleIsCheckedAsByDefinitionAnywhereInABlock) {
  // 64 bytes, so that the bytes under test also lie at the edges of the 16-byte blocks.
  for (const size_t place :
       {size_t{0}, size_t{13}, size_t{14}, size_t{15}, size_t{16}, size_t{30}}) {
    std::string text(64, 'a');
    for (unsigned first = 0x80; first < 0x100; ++first) {
      for (unsigned second = 0; second < 0x100; ++second) {
        for (const unsigned third :
             {0x41u, 0x7Fu, 0x80u, 0x8Fu, 0x90u, 0x9Fu, 0xA0u, 0xBFu, 0xC2u}) {
          text[place] = static_cast<char>(first);
          text[place + 1] = static_cast<char>(second);
          text[place + 2] = static_cast<char>(third);
          text[place + 3] = static_cast<char>(third == 0xA0 ? 0x80 : 'b');
          ASSERT_EQ(valid_utf8_prefix(text), valid_prefix_by_definition(text))
              << std::hex << first << ' ' << second << ' ' << third << " at " << place;
        }
      }
    }
  }
}

TEST(Utf8, ValidPrefixOfDamagedTextIsThatOfTheDefinition) {
  constexpr unsigned kSeed = 20240601;
  std::mt19937 random(kSeed);
  const std::vector<std::string> pieces = {
      "a", "plain ASCII text, longer than a block. ", "é", "한국어", "漢", "😀", "\xC2\xA0", "—"};
  for (int round = 0; round < 20'000; ++round) {
    std::string text;
    const size_t count = random() % 40;
    for (size_t i = 0; i < count; ++i) text += pieces[random() % pieces.size()];
    ASSERT_EQ(valid_utf8_prefix(text), text.size());
    if (text.empty()) continue;
    const size_t at = random() % text.size();
    switch (random() % 3) {
      case 0: text[at] = static_cast<char>(random()); break;
      case 1: text.erase(at, 1); break;
      default: text.resize(at); break;
    }
    ASSERT_EQ(valid_utf8_prefix(text), valid_prefix_by_definition(text)) << "seed " << kSeed;
  }
}

TEST(Utf8, AsciiPrefixStopsAtTheFirstOtherByte) {
  for (size_t length = 0; length < 200; ++length) {
    std::string text(length, 'x');
    EXPECT_EQ(ascii_prefix(text), length);
    text += "\x80 and more, enough for another block or two of sixteen bytes";
    EXPECT_EQ(ascii_prefix(text), length);
  }
}

TEST(Utf8, MaximalSubpartsMatchUnicodeTable3_8) {
  const auto length = [](std::string_view bytes) { return int{utf8_sequence(bytes).length}; };
  EXPECT_EQ(length("\xF0\x80\x80"), 1);
  EXPECT_EQ(length("\xF1\x80\x80\x41"), 3);
  EXPECT_EQ(length("\xE1\x80\xC2"), 2);
  EXPECT_EQ(length("\xED\xA0\x80"), 1);
  EXPECT_EQ(length("\xC0\xAF"), 1);
  EXPECT_EQ(utf8_sequence("\xF1\x80").kind, Utf8Sequence::kCut);
  EXPECT_EQ(utf8_sequence("\xF1\x80\x80\x41").kind, Utf8Sequence::kMalformed);
}

TEST(Utf8, WellFormedCopyHasOneReplacementForEachMaximalSubpart) {
  const auto well_formed = [](std::string_view text) {
    std::string out = "before ";
    append_well_formed(out, text);
    return out.substr(7);
  };
  EXPECT_EQ(well_formed(""), "");
  EXPECT_EQ(well_formed("a\xC3\xA9\xF0\x9F\x98\x80z"), "a\xC3\xA9\xF0\x9F\x98\x80z");
  EXPECT_EQ(well_formed("\xC0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(well_formed("\xED\xA0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(well_formed("\xF0\x9F\x98x"), "\xEF\xBF\xBDx");
  EXPECT_EQ(well_formed("\xE2\x82"), "\xEF\xBF\xBD");
  EXPECT_EQ(well_formed("\xF4\x90\x80\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(well_formed("longer than a block of sixteen \xFF and on \xE2\x82\xAC"),
            "longer than a block of sixteen \xEF\xBF\xBD and on \xE2\x82\xAC");
}

TEST(Utf8, AppendedCharacterIsTheOneThatReadsBack) {
  std::string out;
  for (const char32_t c : {U'a', U'\u00E9', U'\u20AC', U'\U0001F600'}) append_utf8(out, c);
  EXPECT_EQ(out, "aé€😀");
}

TEST(Utf8, IsAsciiAcceptsBytesUpTo7F) {
  EXPECT_TRUE(is_ascii(""));
  EXPECT_TRUE(is_ascii("\x7F plain"));
  EXPECT_FALSE(is_ascii("caf\xC3\xA9"));
  EXPECT_FALSE(is_ascii("\x80"));
}

TEST(Utf8, WholeCharactersLeavesOutACharacterThatIsCutAtTheEnd) {
  const std::string_view text = "aé€😀";
  EXPECT_EQ(whole_characters(text), text.size());
  const size_t whole[] = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10};
  for (size_t length = 0; length <= text.size(); ++length) {
    EXPECT_EQ(whole_characters(text.substr(0, length)), whole[length]) << length;
  }
}

TEST(Utf8, WholeCharactersKeepsMalformedBytes) {
  for (const std::string_view text :
       {"\x80", "\x80\x80\x80\x80", "a\xFF", "\xC0", "\xE0\x80", "\xF4\x90\x80"}) {
    EXPECT_EQ(whole_characters(text), text.size());
  }
}

}  // namespace
}  // namespace freshet::text
