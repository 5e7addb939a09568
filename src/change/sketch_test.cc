#include "change/sketch.h"

#include <random>

#include "change/compare.h"
#include "change/diff.h"
#include "change/pieces.h"
#include "gtest/gtest.h"

namespace freshet::change {
namespace {

Sketch sketch_of(const std::string& text, int used = 0) {
  return sketch_at(text, fitting_level(text, used));
}

std::string lines(int count, int salt = 0) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    text += "line of " + std::string(1, static_cast<char>('a' + i % 26)) + " with " +
            std::to_string(i * 31 + salt) + " and letters ";
    for (int n = i + salt; n > 0; n /= 26) text += static_cast<char>('a' + n % 26);
    text += "\n";
  }
  return text;
}

size_t in_common(const Sketch& a, const Sketch& b) {
  return internal::matches(a.blocks, b.blocks).size();
}

TEST(Sketch, OfAShortTextHasABlockForEachLineThatSaysSomething) {
  EXPECT_EQ(sketch_of("one\n\n  \ntwo\r\nthree").blocks.size(), 3u);
  EXPECT_EQ(sketch_of("").blocks.size(), 0u);
  EXPECT_EQ(sketch_of(" \n \t\n").blocks.size(), 0u);
  EXPECT_EQ(sketch_of("a  b\n"), sketch_of("  a b"));
}

TEST(Sketch, TellsWordsAndNumbersApart) {
  const auto block = [](const std::string& text) { return sketch_of(text).blocks.at(0); };
  EXPECT_EQ(block("no number").numbers, 0u);
  EXPECT_EQ(block("at 12:30").words, block("at 9.15").words);
  EXPECT_NE(block("at 12:30").numbers, block("at 9.15").numbers);
  EXPECT_NE(block("12 at").words, block("at 12").words);
  EXPECT_EQ(block("9 999 views").words, block("10 000 000 views").words);
  EXPECT_EQ(block("3 minutes ago by Ann").words, block("Yesterday by Ann").words);
  EXPECT_NE(block("3 minutes ago by Ann").words, block("3 minutes ago by Bob").words);
  EXPECT_NE(block("ab c").words, block("a bc").words);
}

TEST(Sketch, OfALongTextIsBoundedAndMostOfItSurvivesAnInsertion) {
  for (const int count : {257, 1000, 5000, 100'000}) {
    const std::string text = lines(count);
    const Sketch sketch = sketch_of(text);
    EXPECT_LE(sketch.blocks.size(), Sketch::kMostBlocks) << count;
    EXPECT_GE(sketch.blocks.size(), Sketch::kMostBlocks / 4) << count;
    const size_t middle = text.find('\n', text.size() / 2) + 1;
    const std::string longer = text.substr(0, middle) + "something new\n" + text.substr(middle);
    const Sketch after = sketch_of(longer, sketch.level);
    EXPECT_EQ(after.level, sketch.level) << count;
    EXPECT_NE(after, sketch) << count;
    EXPECT_GE(in_common(sketch, after) + 2, sketch.blocks.size()) << count;
  }
}

TEST(Sketch, LevelIsKeptWhileItFits) {
  const int level = fitting_level(lines(1000));
  EXPECT_EQ(fitting_level(lines(1000), level), level);
  EXPECT_EQ(fitting_level(lines(1000), level + 1), level + 1);
  EXPECT_EQ(fitting_level(lines(1000), level + 2), level);
  EXPECT_EQ(fitting_level(lines(10), 5), 0);
  EXPECT_EQ(fitting_level(lines(256)), 0);
  EXPECT_GT(fitting_level(lines(257)), 0);
}

TEST(Sketch, OfAPageThatOutgrowsItsLevelCanStillBeCompared) {
  const auto fetched = [](const std::string& text) {
    return Fetched{.body = digest::sha256(text), .text = text};
  };
  const std::string before = lines(250);
  const std::string after = lines(275);
  VolatileMask mask;
  const Comparison grown = compare(version_of(fetched(before)), fetched(after), mask);
  EXPECT_FALSE(grown.same);
  EXPECT_NEAR(grown.share, 25.0 / 275, 1e-12);
  EXPECT_GT(grown.now.sketch.level, 0);
}

TEST(Sketch, LineOfAWholeBookIsCutWhereAnInsertionDoesNotMatter) {
  std::mt19937_64 random(61);
  std::string text;
  for (int i = 0; i < 20'000; ++i) {
    for (int k = 0; k < 5; ++k) text += static_cast<char>('a' + random() % 26);
    text += ' ';
  }
  const Sketch sketch = sketch_of(text);
  EXPECT_GE(sketch.blocks.size(), 64u);
  text.insert(text.size() / 3, " inserted ");
  const Sketch after = sketch_of(text, sketch.level);
  EXPECT_GE(in_common(sketch, after) + 3, sketch.blocks.size()) << "seed 61";
}

TEST(Sketch, HostileTextsAreBounded) {
  const std::vector<std::string> texts = {
      std::string(1 << 20, '\n'),
      std::string(1 << 20, 'a'),
      std::string(1 << 20, '7'),
      std::string(1 << 20, '\xFF'),
      [] {
        std::string same;
        for (int i = 0; i < 1'000'000; ++i) same += "a\n";
        return same;
      }(),
      [] {
        std::string different;
        for (int i = 0; i < 200'000; ++i) different += std::to_string(i * int64_t{7919}) + "x\n";
        return different;
      }(),
      [] {
        std::string words;
        for (int i = 0; i < 100'000; ++i)
          words += std::string(1 + i % 7, static_cast<char>('a' + i % 26)) + "\n";
        return words;
      }()};
  for (size_t i = 0; i < texts.size(); ++i) {
    Version version = version_of({.body = digest::sha256("before"), .text = texts[i]});
    EXPECT_LE(version.sketch.blocks.size(), Sketch::kMostBlocks) << i;
    EXPECT_LE(version.sketch.encode().size(), 3 + 32 + 8 * Sketch::kMostBlocks) << i;
    VolatileMask mask;
    for (const std::string& other : texts) {
      const Comparison comparison =
          compare(version, {.body = digest::sha256("after"), .text = other}, mask);
      EXPECT_GE(comparison.share, 0);
      EXPECT_LE(comparison.share, 1);
    }
    EXPECT_LE(mask.encode().size(), 180u);
  }
}

TEST(Sketch, ComesBackFromItsBytes) {
  for (const int count : {0, 1, 7, 8, 9, 100, 256, 3000}) {
    const Sketch sketch = sketch_of(lines(count) + "no number here\n");
    const auto decoded = Sketch::decode(sketch.encode());
    ASSERT_TRUE(decoded) << count;
    EXPECT_EQ(*decoded, sketch) << count;
  }
}

TEST(Sketch, DamageAndNewerFormatsAreErrors) {
  const std::string bytes = sketch_of(lines(20)).encode();
  EXPECT_FALSE(Sketch::decode(""));
  for (size_t cut = 0; cut < bytes.size(); ++cut)
    EXPECT_FALSE(Sketch::decode(bytes.substr(0, cut)));
  EXPECT_FALSE(Sketch::decode(bytes + "x"));
  std::string newer = bytes;
  newer[0] = 2;
  EXPECT_NE(Sketch::decode(newer).error().message.find("later version"), std::string::npos);
  EXPECT_NE(VolatileMask::decode("\x07").error().message.find("later version"), std::string::npos);
  EXPECT_FALSE(VolatileMask::decode("\x01"));
  EXPECT_EQ(VolatileMask::decode("").value(), VolatileMask());
}

TEST(Diff, FindsALongestCommonSubsequence) {
  const auto blocks = [](std::string_view letters) {
    std::vector<Block> result;
    for (const char c : letters)
      result.push_back({.words = static_cast<uint32_t>(c), .numbers = 0});
    return result;
  };
  EXPECT_EQ(internal::matches(blocks("abcbdab"), blocks("bdcaba")).size(), 4u);
  EXPECT_EQ(internal::matches(blocks("abc"), blocks("abc")).size(), 3u);
  EXPECT_EQ(internal::matches(blocks("aab"), blocks("aaab")).size(), 3u);
  EXPECT_EQ(internal::matches(blocks(""), blocks("abc")).size(), 0u);
  EXPECT_EQ(internal::matches(blocks("xay"), blocks("zaw")),
            (std::vector<internal::Match>{{.old_at = 1, .new_at = 1}}));
}

}  // namespace
}  // namespace freshet::change
