#include "words/segmenter.h"

#include <unicode/ubrk.h>
#include <unicode/utext.h>

#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "rapidcheck/gtest.h"
#include "text/ascii.h"
#include "text/utf8.h"

namespace freshet::words {
namespace {

using Terms = std::vector<std::string>;

Terms terms_of(std::string_view text) {
  static Segmenter segmenter;
  Terms terms;
  segmenter.each_word(text, [&](const Word& word) { terms.emplace_back(word.term); });
  return terms;
}

TEST(Segmenter, AsciiWordsConsistOfLettersAndDigits) {
  EXPECT_EQ(terms_of("The quick-brown FOX's e-mail: a.b@example.com, 3.14 (mp3)"),
            (Terms{"the", "quick", "brown", "fox", "s", "e", "mail", "a", "b", "example", "com",
                   "3", "14", "mp3"}));
  EXPECT_EQ(terms_of(""), Terms{});
  EXPECT_EQ(terms_of(" \t.,;-_"), Terms{});
}

TEST(Segmenter, CaseAccentsAndWidthAreFolded) {
  EXPECT_EQ(terms_of("ÉCOLE école e\xCC\x81"
                     "cole"),
            (Terms{"école", "école", "école"}));
  EXPECT_EQ(terms_of("Straße ＡＢＣ１２ ﬁne Москва"),
            (Terms{"strasse", "abc12", "fine", "москва"}));
  EXPECT_EQ(terms_of("co\xC2\xADoperate"), Terms{"cooperate"});  // a soft hyphen is removed
}

TEST(Segmenter, KoreanIsSplitAtSpacesAndAtOtherScripts) {
  EXPECT_EQ(terms_of("한국어를 공부합니다. API를 2024년에"),
            (Terms{"한국어를", "공부합니다", "api", "를", "2024", "년에"}));
  // Decomposed, the form in which some systems write file names.
  EXPECT_EQ(terms_of("\xE1\x84\x92\xE1\x85\xA1\xE1\x86\xAB"), Terms{"한"});
}

TEST(Segmenter, LanguagesWithoutSpacesAreSplitByDictionary) {
  EXPECT_EQ(terms_of("東京に住んでいます。"), (Terms{"東京", "に", "住", "んで", "い", "ます"}));
  EXPECT_EQ(terms_of("北京大学, サーバーABC"), (Terms{"北京", "大学", "サーバー", "abc"}));
  EXPECT_EQ(terms_of("สวัสดีครับ"), (Terms{"สวัสดี", "ครับ"}));
}

TEST(Segmenter, PunctuationThatFoldingProducesIsRemoved) {
  EXPECT_EQ(terms_of("\xCD\xBA\xCE\xB1"), Terms{"ια"});  // U+037A folds to a space and iota
  EXPECT_EQ(terms_of("⑴"), Terms{"1"});                  // to "(1)"
}

TEST(Segmenter, BytesThatAreNotUtf8SeparateWords) {
  EXPECT_EQ(terms_of("ab\xFF"
                     "cd\xE4\xB8 x\xC3"),
            (Terms{"ab", "cd", "x"}));
  EXPECT_EQ(terms_of(std::string_view("a\0b", 3)), (Terms{"a", "b"}));
}

TEST(Segmenter, LongWordsAreCut) {
  for (const std::string_view letter : {"x", "가", "ア", "é"}) {
    std::string text;
    for (int i = 0; i < 5'000; ++i) text += letter;
    const Terms terms = terms_of(text);
    EXPECT_GT(terms.size(), 10U) << letter;
    for (const std::string& term : terms) EXPECT_LE(term.size(), 124U) << letter;
  }
}

TEST(Segmenter, AppendTermsGivesTheTermsOfEachWord) {
  Segmenter segmenter;
  std::string out = "before";
  segmenter.append_terms("Two Wörter 東京", out);
  EXPECT_EQ(out, "before two wörter 東京");
  Segmenter moved = std::move(segmenter);
  moved.append_terms("again", out);
  EXPECT_EQ(out, "before two wörter 東京 again");
}

// Random sequences of letters of several scripts, marks and malformed bytes.
std::string hostile_text() {
  static const std::vector<std::string> kPieces = {"a",
                                                   "Z",
                                                   "7",
                                                   " ",
                                                   ".",
                                                   "'",
                                                   "_",
                                                   "가",
                                                   "나",
                                                   "東",
                                                   "京",
                                                   "ア",
                                                   "か",
                                                   "\xE3\x82\x99",
                                                   "ครับ",
                                                   "é",
                                                   "e",
                                                   "\xCC\x81",
                                                   "ß",
                                                   "\xE2\x80\x8B",
                                                   "\xE2\x80\x8D",
                                                   "\xC2\xAD",
                                                   "😀",
                                                   "\xEF\xB7\xBA",
                                                   "\xFF",
                                                   "\xE4",
                                                   "\xB8",
                                                   "\xF0\x9F",
                                                   "\xED\xA0\x80",
                                                   std::string(1, '\0'),
                                                   "א",
                                                   "ب",
                                                   "𠀀",
                                                   "①"};
  std::string text;
  for (const std::string& piece :
       *rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(kPieces))) {
    text += piece;
  }
  return text;
}

void expect_sane(std::string_view text) {
  Segmenter segmenter;
  size_t last = 0;
  std::string joined;
  segmenter.each_word(text, [&](const Word& word) {
    RC_ASSERT(last <= word.begin);
    RC_ASSERT(word.begin < word.end);
    RC_ASSERT(word.end <= text.size());
    last = word.end;
    const std::string_view written = text.substr(word.begin, word.end - word.begin);
    RC_ASSERT(text::valid_utf8_prefix(written) == written.size());
    RC_ASSERT(text::valid_utf8_prefix(word.term) == word.term.size());
    RC_ASSERT(!word.term.empty());
    RC_ASSERT(word.term.size() < 2'000U);  // a limit of databases
    for (const char c : word.term) {
      RC_ASSERT(static_cast<unsigned char>(c) >= 0x80 || text::is_digit(c) ||
                (text::is_alpha(c) && text::to_lower(c) == c));
    }
    joined += ' ';
    joined += word.term;
  });
  std::string appended;
  segmenter.append_terms(text, appended);
  RC_ASSERT(appended == joined);
}

// The texts are long enough for the implementation for ASCII. They contain words of about the
// maximum length, short ones, and some non-ASCII characters.
RC_GTEST_PROP(SegmenterProperties, LongTextsGiveTheSameTermsByBothMethods, ()) {
  const auto lengths = *rc::gen::container<std::vector<int>>(
      100, rc::gen::elementOf(std::vector<int>{0, 1, 2, 5, 9, 119, 120, 121, 240, 400}));
  const auto ends = *rc::gen::container<std::vector<std::string>>(
      100,
      rc::gen::elementOf(std::vector<std::string>{" ", ". ", "\n", " ", "-", "é", " 한국 ", ""}));
  std::string text;
  for (size_t i = 0; i < lengths.size(); ++i) {
    text.append(static_cast<size_t>(lengths[i]), i % 3 == 0 ? 'X' : 'y').append(ends[i]);
  }
  expect_sane(text);
}

RC_GTEST_PROP(SegmenterProperties, AnyBytesAreHarmless, (const std::string& bytes)) {
  expect_sane(bytes);
}

RC_GTEST_PROP(SegmenterProperties, WordsAreInTheOrderOfTheText, ()) {
  expect_sane(hostile_text());
}

// The words of a term, joined, are that term. A dictionary may split a term further without the
// words around it.
RC_GTEST_PROP(SegmenterProperties, SplittingATermDoesNotChangeIt, ()) {
  for (const std::string& term : terms_of(hostile_text())) {
    std::string again;
    for (const std::string& part : terms_of(term)) again += part;
    RC_ASSERT(again == term);
  }
}

// Returns ICU's words, split at all characters except letters and digits.
Terms icu_terms(const std::string& text) {
  Terms terms;
  UErrorCode status = U_ZERO_ERROR;
  UText* utext = utext_openUTF8(nullptr, text.data(), static_cast<int64_t>(text.size()), &status);
  UBreakIterator* iterator = ubrk_open(UBRK_WORD, "", nullptr, 0, &status);
  ubrk_setUText(iterator, utext, &status);
  int32_t begin = ubrk_first(iterator);
  for (int32_t end = ubrk_next(iterator); end != UBRK_DONE;
       begin = end, end = ubrk_next(iterator)) {
    std::string term;
    for (int32_t i = begin; i <= end; ++i) {
      if (i < end && text::is_alnum(text[static_cast<size_t>(i)])) {
        term += text::to_lower(text[static_cast<size_t>(i)]);
      } else if (!term.empty()) {
        terms.push_back(std::exchange(term, {}));
      }
    }
  }
  ubrk_close(iterator);
  utext_close(utext);
  return terms;
}

RC_GTEST_PROP(SegmenterProperties, AsciiIsSplitLikeByIcu, ()) {
  std::string text = *rc::gen::container<std::string>(rc::gen::inRange<char>(0, 127));
  RC_ASSERT(terms_of(text) == icu_terms(text));
}

}  // namespace
}  // namespace freshet::words
