#include "digest/simhash.h"

#include <random>

#include "gtest/gtest.h"

namespace freshet::digest {
namespace {

// Draws words from a vocabulary of 5,000. As in natural languages, some words are much more common
// than others.
class Words {
 public:
  explicit Words(uint32_t seed) : random_(seed) {}

  std::string word() {
    const double u = std::uniform_real_distribution<>(0, 1)(random_);
    return "w" + std::to_string(static_cast<int>(5000 * u * u * u));
  }
  std::vector<std::string> text(size_t length) {
    std::vector<std::string> words;
    while (words.size() < length) words.push_back(word());
    return words;
  }
  size_t below(size_t n) { return std::uniform_int_distribution<size_t>(0, n - 1)(random_); }

 private:
  std::mt19937 random_;
};

std::string join(const std::vector<std::string>& words) {
  std::string text;
  for (const auto& word : words) text.append(text.empty() ? "" : " ").append(word);
  return text;
}

Simhash64 sketch(const std::vector<std::string>& words) {
  return simhash_of_text(join(words));
}

// Replacing two words of 300 changes 4 of 299 pairs, and so about 64/pi * sqrt(8/299) = 3.3 bits.
// The distance has roughly a Poisson distribution: it exceeds 12 in one of several thousand texts.
// The seeds are fixed.
TEST(Simhash, SmallEditsStayNear) {
  double sum = 0;
  constexpr int kTexts = 200;
  for (uint32_t seed = 1; seed <= kTexts; ++seed) {
    Words words(seed);
    const auto before = words.text(300);
    auto after = before;
    for (int edit = 0; edit < 2; ++edit) after[words.below(300)] = words.word();
    const int bits = distance(sketch(before), sketch(after));
    EXPECT_LE(bits, 12) << "seed " << seed;
    sum += bits;
  }
  EXPECT_LT(sum / kTexts, 5);
}

TEST(Simhash, InsertedAndDeletedWordsStayNear) {
  double sum = 0;
  constexpr int kTexts = 200;
  for (uint32_t seed = 1; seed <= kTexts; ++seed) {
    Words words(seed);
    const auto before = words.text(300);
    auto after = before;
    after.erase(after.begin() + static_cast<std::ptrdiff_t>(words.below(300)));
    after.insert(after.begin() + static_cast<std::ptrdiff_t>(words.below(299)), words.word());
    sum += distance(sketch(before), sketch(after));
  }
  EXPECT_LT(sum / kTexts, 5);
}

// The distance of unrelated texts is nearly binomial(64, 1/2), with mean 32 and standard deviation
// 4: a few pairs occur in both texts by chance.
TEST(Simhash, UnrelatedTextsAreFar) {
  double sum = 0;
  constexpr int kTexts = 200;
  for (uint32_t seed = 1; seed <= kTexts; ++seed) {
    Words words(seed);
    const int bits = distance(sketch(words.text(300)), sketch(words.text(300)));
    EXPECT_GE(bits, 14) << "seed " << seed;
    sum += bits;
  }
  EXPECT_NEAR(sum / kTexts, 32, 2);
}

TEST(Simhash, DistanceGrowsWithTheShareReplaced) {
  Words words(7);
  const auto before = words.text(2000);
  int last = 0;
  for (const size_t replaced : {20, 200, 1000}) {
    auto after = before;
    for (size_t i = 0; i < replaced; ++i) after[i * (2000 / replaced)] = words.word();
    const int bits = distance(sketch(before), sketch(after));
    EXPECT_GT(bits, last) << replaced << " words replaced";
    last = bits;
  }
}

TEST(Simhash, KindAndAmountOfWhiteSpaceDoNotMatter) {
  EXPECT_EQ(simhash_of_text("one two three"), simhash_of_text("\n one\t\ttwo\r\n\fthree  "));
  EXPECT_EQ(simhash_of_text(""), Simhash64{});
  EXPECT_EQ(simhash_of_text(" \n "), Simhash64{});
}

TEST(Simhash, OrderOfWordsMatters) {
  EXPECT_NE(simhash_of_text("dog bites man"), simhash_of_text("man bites dog"));
}

TEST(Simhash, SingleWordIsAFeatureByItself) {
  EXPECT_NE(simhash_of_text("one"), Simhash64{});
  EXPECT_NE(simhash_of_text("one"), simhash_of_text("two"));
}

TEST(Simhash, FeaturesOfScriptsWithoutSpacesArePairsOfCharacters) {
  Simhash pairs;
  pairs.add("東京");
  pairs.add("京都");
  EXPECT_EQ(simhash_of_text("東京都"), pairs.finish());

  pairs.add("東");
  EXPECT_EQ(simhash_of_text("東"), pairs.finish());

  // A space, of either kind, ends a run of characters.
  pairs.add("東京");
  pairs.add("大阪");
  const Simhash64 apart = pairs.finish();
  EXPECT_EQ(simhash_of_text("東京 大阪"), apart);
  EXPECT_EQ(simhash_of_text("東京\u3000大阪"), apart);

  // A word also ends it. A Han character may have four bytes.
  pairs.add("𠀀中");
  pairs.add("ไท");
  pairs.add("ทย");
  pairs.add("word");
  EXPECT_EQ(simhash_of_text("𠀀中wordไทย"), pairs.finish());
}

TEST(Simhash, KoreanIsSplitAtSpaces) {
  EXPECT_EQ(simhash_of_text("서울 날씨"), simhash_of_text("서울\n날씨"));
  Simhash word;
  word.add("서울날씨");
  EXPECT_EQ(simhash_of_text("서울날씨"), word.finish());
}

TEST(Simhash, SmallEditInJapaneseStaysNear) {
  std::mt19937 random(11);
  const auto kana = [&] {
    std::string c = "\xE3\x81\x82";
    c[2] = static_cast<char>(0x80 + std::uniform_int_distribution<>(0, 63)(random));
    return c;
  };
  std::string text;
  for (int i = 0; i < 1000; ++i) text += kana();
  std::string other = text;
  other.replace(1500, 3, "漢");
  EXPECT_LE(distance(simhash_of_text(text), simhash_of_text(other)), 8);
}

TEST(Simhash, MalformedUtf8IsPartOfWords) {
  for (const std::string_view broken :
       {"\xE3", "a\xE3\x81", "\xF0\xA0\x80", "\xE3\x81 x", "\xFF\xFE"}) {
    EXPECT_EQ(simhash_of_text(broken), simhash_of_text(broken));
    EXPECT_NE(simhash_of_text(broken), Simhash64{});
  }
}

TEST(Simhash, CountsManyFeatures) {
  // More than the planes can count, so that they are flushed many times.
  Simhash many;
  for (int i = 0; i < 100'000; ++i) many.add_hash(i % 10 < 6 ? 0xFFFF : 0xFF);
  EXPECT_EQ(many.finish().bits, 0xFFFF);
  for (int i = 0; i < 100'000; ++i) many.add_hash(i % 10 < 5 ? 0xFFFF : 0xFF);
  EXPECT_EQ(many.finish().bits, 0xFF);  // exactly half is not more than half
}

// Stores on disk contain these values: a change that makes this test fail makes every known page
// look changed.
TEST(Simhash, ValuesAreAStableFormat) {
  EXPECT_EQ(simhash_of_text("The quick brown fox jumps over the lazy dog").bits,
            0xf1b00069085c9b07);
  EXPECT_EQ(simhash_of_text("東京都 と Tokyo").bits, 0x8040069130948805);
}

}  // namespace
}  // namespace freshet::digest
