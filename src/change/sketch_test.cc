#include "change/sketch.h"

#include <random>

#include "change/compare.h"
#include "change/diff.h"
#include "change/pieces.h"
#include "gtest/gtest.h"

namespace freshet::change {
namespace {

std::vector<internal::Piece> pieces_of(const std::string& text) {
  return internal::pieces_of(lines_of(text));
}

int fitting_level(const std::string& text, int used = 0) {
  return change::fitting_level(pieces_of(text), used);
}

Sketch sketch_at(const std::string& text, int level) {
  return change::sketch_at(pieces_of(text), level);
}

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

TEST(Sketch, OfAShortTextHasABlockForEachLineThatIsNotEmpty) {
  EXPECT_EQ(sketch_of("one\n\n  \ntwo\r\nthree").blocks.size(), 3u);
  EXPECT_EQ(sketch_of("").blocks.size(), 0u);
  EXPECT_EQ(sketch_of(" \n \t\n").blocks.size(), 0u);
  EXPECT_EQ(sketch_of("a  b\n"), sketch_of("  a b"));
}

TEST(Sketch, TellsWordsAndNumbersApart) {
  const auto block = [](const std::string& text) { return sketch_of(text).blocks.at(0); };
  EXPECT_EQ(block("no number").numbers, 0u);
  EXPECT_EQ(block("at 12:30").words, block("at 9.15").words);
  EXPECT_NE(block("at 12:30").dates, block("at 12:31").dates);
  EXPECT_EQ(block("at 12:30").numbers, 0u);
  EXPECT_NE(block("costs 12.30").numbers, block("costs 12.31").numbers);
  EXPECT_EQ(block("costs 12.30").dates, 0u);
  EXPECT_NE(block("12 at").words, block("at 12").words);
  EXPECT_EQ(block("9 999 views").words, block("10 000 000 views").words);
  EXPECT_EQ(block("3 minutes ago by Ann").words, block("Yesterday by Ann").words);
  EXPECT_NE(block("3 minutes ago by Ann").words, block("3 minutes ago by Bob").words);
  EXPECT_NE(block("ab c").words, block("a bc").words);
}

TEST(Sketch, TellsDatesFromOtherNumbers) {
  const auto block = [](const std::string& text) { return sketch_of(text).blocks.at(0); };
  for (const char* date :
       {"12:30", "2024-05-17", "17.5.2024", "5/17/24", "Monday", "17 May 2024", "May 17",
        "3 hours ago", "2024-05-17T12:30:00Z", "2024年5月17日", "2024년 5월 17일", "5 pm"}) {
    EXPECT_NE(block(date).dates, 0u) << date;
    EXPECT_EQ(block(date).numbers, 0u) << date;
  }
  for (const char* number : {"7", "12.5", "1,234", "40P01", "v2.1", "192-168", "123456"}) {
    EXPECT_EQ(block(number).dates, 0u) << number;
    EXPECT_NE(block(number).numbers, 0u) << number;
  }
}

TEST(Sketch, OfALongTextIsBoundedAndMostBlocksStayAfterAnInsertion) {
  for (const int count : {513, 1000, 5000, 100'000}) {
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
  EXPECT_EQ(fitting_level(lines(512)), 0);
  EXPECT_GT(fitting_level(lines(513)), 0);
}

TEST(Sketch, OfAPageThatOutgrowsItsLevelCanStillBeCompared) {
  const std::string before = lines(500);
  const std::string after = lines(550);
  const auto before_lines = lines_of(before);
  const auto after_lines = lines_of(after);
  VolatileMask mask;
  const Comparison grown =
      compare(version_of({.body = digest::sha256(before), .lines = before_lines}),
              {.body = digest::sha256(after), .lines = after_lines}, Duration::days(1), mask);
  EXPECT_FALSE(grown.same);
  EXPECT_NEAR(grown.share, 50.0 / 550, 1e-12);
  EXPECT_GT(grown.now.sketch.level, 0);
}

TEST(Sketch, MostPiecesOfAVeryLongLineStayAfterAnInsertion) {
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
    const auto before = lines_of(texts[i]);
    const Version version = version_of({.body = digest::sha256("before"), .lines = before});
    EXPECT_LE(version.sketch.blocks.size(), Sketch::kMostBlocks) << i;
    EXPECT_LE(version.sketch.encode().size(), 4 + 256 + 13 * Sketch::kMostBlocks) << i;
    VolatileMask mask;
    for (const std::string& other : texts) {
      const auto after = lines_of(other);
      const Comparison comparison =
          compare(version, {.body = digest::sha256("after"), .lines = after}, Duration(), mask);
      EXPECT_GE(comparison.share, 0);
      EXPECT_LE(comparison.share, 1);
    }
    EXPECT_LE(mask.encode().size(), 350u);
  }
}

TEST(Sketch, SurvivesEncodingAndDecoding) {
  for (const int count : {0, 1, 7, 8, 9, 100, 256, 3000}) {
    const Sketch sketch = sketch_of(lines(count) + "no number here\n");
    const auto decoded = Sketch::decode(sketch.encode());
    ASSERT_TRUE(decoded) << count;
    EXPECT_EQ(*decoded, sketch) << count;
  }
}

TEST(Sketch, DamagedBytesAndLaterFormatsAreErrors) {
  const std::string bytes = sketch_of(lines(20)).encode();
  EXPECT_FALSE(Sketch::decode(""));
  for (size_t cut = 0; cut < bytes.size(); ++cut)
    EXPECT_FALSE(Sketch::decode(bytes.substr(0, cut)));
  EXPECT_FALSE(Sketch::decode(bytes + "x"));
  std::string newer = bytes;
  newer[0] = 3;
  EXPECT_NE(Sketch::decode(newer).error().message.find("format 3"), std::string::npos);
  EXPECT_NE(VolatileMask::decode("\x07").error().message.find("format 7"), std::string::npos);
  EXPECT_FALSE(VolatileMask::decode("\x02"));
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
