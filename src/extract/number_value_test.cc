#include "extract/number_value.h"

#include "gtest/gtest.h"

namespace freshet::extract {
namespace {

std::string number(std::string_view text, std::string_view locale = "", bool for_programs = false) {
  const Locale rules = locale.empty() ? Locale() : *find_locale(locale);
  const auto value = parse_number(text, rules, for_programs);
  return value ? *value : value.error();
}

constexpr std::string_view kNone = "is no number";

// Returns a character many times, between two texts.
std::string padded(std::string_view before, size_t count, char c, std::string_view after = "") {
  std::string out(before);
  out.resize(out.size() + count, c);
  return out.append(after);
}

TEST(Number, TheFirstNumberOfATextCounts) {
  EXPECT_EQ(number("4"), "4");
  EXPECT_EQ(number("Rating: 4.5 out of 5"), "4.5");
  EXPECT_EQ(number("10-20 pieces"), "10");
  EXPECT_EQ(number("45 %"), "45");
  EXPECT_EQ(number("ask us"), kNone);
  EXPECT_EQ(number(""), kNone);
}

TEST(Number, DigitsStayAsTheyAre) {
  EXPECT_EQ(number("4.50"), "4.50");
  EXPECT_EQ(number("007"), "7");
  EXPECT_EQ(number("000"), "0");
  EXPECT_EQ(number("0.10"), "0.10");
  EXPECT_EQ(number("12345678.123456789012"), "12345678.123456789012");
}

TEST(Number, WithoutALocaleTheSeparatorsDecide) {
  EXPECT_EQ(number("1,234.56"), "1234.56");
  EXPECT_EQ(number("1.234,56"), "1234.56");
  EXPECT_EQ(number("1.234.567"), "1234567");
  EXPECT_EQ(number("1.234.567,8"), "1234567.8");
  EXPECT_EQ(number("12,50"), "12.50");
  EXPECT_EQ(number("12.5"), "12.5");
  EXPECT_EQ(number("1.234"), "1234");
  EXPECT_EQ(number("1,234"), "1234");
  EXPECT_EQ(number("0,125"), "0.125");
  EXPECT_EQ(number("1234.567"), "1234.567");
  EXPECT_EQ(number("1.2345"), "1.2345");
}

TEST(Number, SpacesAndApostrophesGroupThousands) {
  EXPECT_EQ(number("1 234 567,89"), "1234567.89");
  EXPECT_EQ(number("1\u00A0234,5"), "1234.5");
  EXPECT_EQ(number("1\u202F234"), "1234");
  EXPECT_EQ(number("1'234.50"), "1234.50");
  EXPECT_EQ(number("1’234’567"), "1234567");
  EXPECT_EQ(number("4 50"), "4");
  EXPECT_EQ(number("12.50 100"), "12.50");
  EXPECT_EQ(number("1234 567"), "1234");
  EXPECT_EQ(number("15 256 GB", "fr"), "15256");
  EXPECT_EQ(number("15 256 GB", "en"), "15");
}

TEST(Number, ALocaleDecidesWhatIsAmbiguous) {
  EXPECT_EQ(number("1.234", "de"), "1234");
  EXPECT_EQ(number("1,234", "de"), "1.234");
  EXPECT_EQ(number("1.234", "en"), "1.234");
  EXPECT_EQ(number("1,234", "en-GB"), "1234");
  EXPECT_EQ(number("1.234", "de-CH"), "1.234");
  EXPECT_EQ(number("12.50", "de"), "12.50");
  EXPECT_EQ(number("1,234.56", "de"), "1234.56");
}

TEST(Number, IndianGroups) {
  EXPECT_EQ(number("12,34,567.50"), "1234567.50");
  EXPECT_EQ(number("1,00,000"), "100000");
  EXPECT_EQ(number("1.00.000"), kNone);
}

TEST(Number, RunsThatAreNoNumbersArePassedOver) {
  EXPECT_EQ(number("19.11.2026"), kNone);
  EXPECT_EQ(number("1.2.3"), kNone);
  EXPECT_EQ(number("1,234,56"), kNone);
  EXPECT_EQ(number("1.234,567,890"), kNone);
  EXPECT_EQ(number("1,234.567,8"), kNone);
  EXPECT_EQ(number("version 1.2.3 of 7"), "7");
  EXPECT_EQ(number(".99.5"), kNone);
  EXPECT_EQ(number("1e5"), kNone);
  EXPECT_EQ(number("2E-3 and 8"), "8");
}

TEST(Number, SignsAndFractionsWithoutADigitBefore) {
  EXPECT_EQ(number("-5"), "-5");
  EXPECT_EQ(number("\u22124,5"), "-4.5");
  EXPECT_EQ(number("(-3)"), "-3");
  EXPECT_EQ(number("A-5"), "5");
  EXPECT_EQ(number(".99"), "0.99");
  EXPECT_EQ(number("-,5"), "-0.5");
  EXPECT_EQ(number("x.99"), "99");
}

TEST(Number, DigitsOfOtherScripts) {
  EXPECT_EQ(number("１２３．５"), "123.5");
  EXPECT_EQ(number("١٢٣٫٥"), "123.5");
}

TEST(Number, NumbersThatJsonReadersCannotHoldAreNone) {
  EXPECT_EQ(number(padded("", 18, '9')), padded("", 18, '9'));
  EXPECT_EQ(number(padded("", 19, '9')), kNone);
  EXPECT_EQ(number(padded("0.", 19, '9')), kNone);
  EXPECT_EQ(number(padded("", 1'000'000, '9')), kNone);
  EXPECT_EQ(number(padded("", 30, '0', "5")), "5");
}

TEST(Number, OnlyTheStartOfALongTextIsSearched) {
  EXPECT_EQ(number(padded("", 4'095, 'x', "7")), "7");
  EXPECT_EQ(number(padded("", 4'096, 'x', "7")), kNone);
}

TEST(Number, TextForProgramsHasADotBeforeTheFraction) {
  EXPECT_EQ(number("1.234", "", true), "1.234");
  EXPECT_EQ(number("1.234", "de", true), "1.234");
  EXPECT_EQ(number(" -12 ", "", true), "-12");
  EXPECT_EQ(number("1.234,50", "", true), "1234.50");
  EXPECT_EQ(number("12.", "", true), "12");
}

TEST(Number, BytesThatAreNotUtf8DoNoHarm) {
  EXPECT_EQ(number("\xFF\xC3"
                   "5\xE2\x80"),
            "5");
}

TEST(Locale, IsFoundByLanguageAndCountry) {
  EXPECT_EQ(find_locale("de")->decimal, ',');
  EXPECT_EQ(find_locale("de_CH")->decimal, '.');
  EXPECT_EQ(find_locale("en")->order, Locale::DateOrder::kMonthFirst);
  EXPECT_EQ(find_locale("en-GB")->order, Locale::DateOrder::kDayFirst);
  for (const std::string_view none : {"", "xx", "d", "de en", " de", "german", "-de"}) {
    EXPECT_FALSE(find_locale(none)) << none;
  }
}

}  // namespace
}  // namespace freshet::extract
