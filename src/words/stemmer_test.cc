#include "words/stemmer.h"

#include <gtest/gtest.h>

#include <string>

namespace freshet::words {
namespace {

std::string stem_of(std::string_view term, std::string_view language) {
  Stemmer stemmer;
  return std::string(stemmer.stem(term, stem_language(language)));
}

TEST(Stemmer, FormsOfAWordShareAStem) {
  EXPECT_EQ(stem_of("running", "en"), "run");
  EXPECT_EQ(stem_of("indexes", "en-us"), "index");
  EXPECT_EQ(stem_of("keys", "en"), stem_of("key", "en"));
  EXPECT_EQ(stem_of("häuser", "de"), stem_of("häusern", "de"));
  EXPECT_EQ(stem_of("книги", "ru"), stem_of("книга", "ru"));
  EXPECT_EQ(stem_of("chevaux", "fr"), stem_of("cheval", "fr"));
}

TEST(Stemmer, AsciiWordsAreEnglishIfTheLanguageIsNotWrittenInLatinLetters) {
  for (const char* language : {"", "ko", "ja", "zh-cn", "ru", "el", "xx"}) {
    EXPECT_EQ(stem_of("indexes", language), "index") << language;
  }
  EXPECT_EQ(stem_of("indexes", "de"), "index");  // by the German rules
  EXPECT_EQ(stem_of("running", "de"), "running");
}

TEST(Stemmer, SomeWordsAreTheirOwnStems) {
  EXPECT_EQ(stem_of("40p01s", "en"), "40p01s");
  EXPECT_EQ(stem_of("as", "en"), "as");
  for (const char* with_digit : {"as1", "1as", "a1s", "key2s", "2keys", "indexes9",
                                 "0123456789keys", "internationalizations2"}) {
    EXPECT_EQ(stem_of(with_digit, "en"), with_digit);
  }
  EXPECT_EQ(stem_of("한국에서", "ko"), "한국에서");
  EXPECT_EQ(stem_of("北京", "zh"), "北京");
  EXPECT_EQ(stem_of("", "en"), "");
  const std::string long_word(41, 's');
  EXPECT_EQ(stem_of(long_word, "en"), long_word);
}

TEST(Stemmer, EveryLanguageOfTheTableHasAStemmer) {
  Stemmer stemmer;
  for (const char* tag :
       {"en", "ar", "ca", "da", "de", "el", "es", "eu", "fi", "fr", "ga", "hi", "hu", "hy", "id",
        "it", "lt", "nb", "ne", "nl", "nn", "no", "pt", "ro", "ru", "sr", "sv", "ta", "tr", "yi"}) {
    EXPECT_NE(stem_language(tag).own, 0) << tag;
    stemmer.stem("words", stem_language(tag));
    stemmer.stem("слова", stem_language(tag));
  }
}

TEST(Stemmer, StemsThatDifferAreJoinedToTheirWords) {
  Stemmer stemmer;
  std::string out;
  stemmer.append_with_stems(" the indexes run", stem_language("en"), out);
  EXPECT_EQ(out, " the indexes\x1F\xEE\x80\x81index run");
}

// Words of every length, each twice, many of which differ in one byte.
TEST(Stemmer, CacheDistinguishesSimilarWords) {
  Stemmer stemmer;
  const StemLanguage english = stem_language("en");
  for (int round = 0; round < 2; ++round) {
    for (size_t length = 3; length <= 20; ++length) {
      for (size_t at = 0; at < length; ++at) {
        std::string word(length, 'b');
        word[at] = 'd';
        EXPECT_EQ(stemmer.stem(word, english), word);
        EXPECT_EQ(stemmer.stem(word + "ing", english), Stemmer().stem(word + "ing", english));
      }
    }
  }
  EXPECT_EQ(stemmer.stem("internationalizations", english), "internation");
}

// A word that is evicted from the cache is stemmed again.
TEST(Stemmer, StemsAreCorrectIfTheVocabularyIsLargerThanTheCache) {
  Stemmer stemmer;
  const StemLanguage english = stem_language("en");
  std::string word = "aaaa";
  for (int i = 0; i < 120'000; ++i) {
    for (size_t at = 0; ++word[at] > 'z'; ++at) word[at] = 'a';
    stemmer.stem(word, english);
  }
  EXPECT_EQ(stemmer.stem("running", english), "run");
}

}  // namespace
}  // namespace freshet::words
