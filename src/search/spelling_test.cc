#include "search/spelling.h"

#include <map>

#include "gtest/gtest.h"
#include "search/korean.h"

namespace freshet::search {
namespace {

// An index that has words only.
class Vocabulary final : public Index {
 public:
  explicit Vocabulary(std::map<std::string, uint64_t> words) : words_(std::move(words)) {}

  Result<Matches> find(const Query&, const Slice&, words::Segmenter&) override { return Matches{}; }
  Result<std::vector<std::string>> languages() override { return std::vector<std::string>(); }
  Status each_word(std::string_view first, std::string_view end,
                   const WordCallback& callback) override {
    for (const auto& [word, pages] : words_) {
      if (word >= first && word < end) callback(word, pages);
    }
    return Done{};
  }

 private:
  const std::map<std::string, uint64_t> words_;
};

std::string suggestion(std::string_view text) {
  static Vocabulary vocabulary({{"river", 50},
                                {"rover", 3},
                                {"rivets", 2},
                                {"bridge", 40},
                                {"bridle", 40},
                                {"the", 500},
                                {"한국의", 30},
                                {"한국은", 20},
                                {"한글", 5},
                                {"날씨", 9}});
  static words::Segmenter segmenter;
  auto suggested = suggest(text, *parse_query(text, segmenter), vocabulary, segmenter);
  return suggested ? suggested->value_or("") : suggested.error().message;
}

int distance(std::string_view a, std::string_view b) {
  return keystroke_distance(keystrokes(a), keystrokes(b), 3);
}

TEST(KeystrokeDistance, CountsKeystrokes) {
  EXPECT_EQ(distance("river", "river"), 0);
  EXPECT_EQ(distance("rivr", "river"), 1);
  EXPECT_EQ(distance("rvier", "river"), 1);
  EXPECT_EQ(distance("", "abc"), 3);
  EXPECT_EQ(distance("abcdef", "ghijkl"), 4);
  EXPECT_EQ(distance("한국", "한극"), 1);
  EXPECT_EQ(distance("한국", "하국"), 1);
  EXPECT_EQ(distance("값", "갑"), 1);
}

TEST(Suggest, AMistypedWordIsReplacedByTheMostCommonSimilarWord) {
  EXPECT_EQ(suggestion("rivr"), "river");
  EXPECT_EQ(suggestion("The  Birdge"), "The  bridge");
  EXPECT_EQ(suggestion("\"the rivver\" -x site:rivver.com"), "\"the river\" -x site:river.com");
}

TEST(Suggest, WordsInTheIndexAreKept) {
  EXPECT_EQ(suggestion("rover"), "");
  EXPECT_EQ(suggestion("한국"), "");  // it is the beginning of indexed words
}

TEST(Suggest, ShortWordsAndWordsLikeNoOtherAreKept) {
  EXPECT_EQ(suggestion("rx"), "");
  EXPECT_EQ(suggestion("rhinoceros"), "");
}

TEST(Suggest, KoreanIsComparedByKeystrokeAndWithoutParticles) {
  EXPECT_EQ(suggestion("한귝"), "한국");
  EXPECT_EQ(suggestion("날싸"), "날씨");
}

}  // namespace
}  // namespace freshet::search
