#include "extract/date_value.h"

#include "extract/date_format.h"
#include "extract/month_names.h"
#include "gtest/gtest.h"

namespace freshet::extract {
namespace {

std::string date(std::string_view text, std::string_view locale = "",
                 std::string_view format = "") {
  DateOptions options{.format = format};
  if (!locale.empty()) options.locale = *find_locale(locale);
  const auto value = parse_date(text, options);
  return value ? *value : value.error();
}

constexpr std::string_view kNone = "is no date";
constexpr std::string_view kAmbiguous = "may have day and month in either order; set `locale`";
constexpr std::string_view kImpossible = "has a date that does not exist";

TEST(Date, Iso8601) {
  EXPECT_EQ(date("2026-11-19"), "2026-11-19");
  EXPECT_EQ(date("2026-11-19T10:00:00Z"), "2026-11-19T10:00:00Z");
  EXPECT_EQ(date("2026-11-19T10:00:00.123Z"), "2026-11-19T10:00:00Z");
  EXPECT_EQ(date("2026-11-19T10:00+09:00"), "2026-11-19T01:00:00Z");
  EXPECT_EQ(date("2026-01-01T00:30:00+0100"), "2025-12-31T23:30:00Z");
  EXPECT_EQ(date("2026-11-19 10:00:00-05"), "2026-11-19T15:00:00Z");
  EXPECT_EQ(date("20261119"), "2026-11-19");
  EXPECT_EQ(date("2026/11/19"), "2026-11-19");
}

TEST(Date, ATimeWithoutAZoneIsLeftOut) {
  EXPECT_EQ(date("2026-11-19T10:00:00"), "2026-11-19");
  EXPECT_EQ(date("2026-11-19 10:00"), "2026-11-19");
  EXPECT_EQ(date("2026-11-19 25:00 GMT"), "2026-11-19");
  EXPECT_EQ(date("2026-11-19 10:00 Ortszeit"), "2026-11-19");
  EXPECT_EQ(date("2026-11-19 10:00-12:00"), "2026-11-19");
}

TEST(Date, TheFormsOfMailAndHttp) {
  EXPECT_EQ(date("Thu, 19 Nov 2026 10:00:00 +0100"), "2026-11-19T09:00:00Z");
  EXPECT_EQ(date("Thu, 19 Nov 2026 10:00:00 GMT"), "2026-11-19T10:00:00Z");
  EXPECT_EQ(date("19 Nov 2026 10:00 EST"), "2026-11-19T15:00:00Z");
}

TEST(Date, NamesOfMonths) {
  EXPECT_EQ(date("19 November 2026"), "2026-11-19");
  EXPECT_EQ(date("Nov. 19, 2026"), "2026-11-19");
  EXPECT_EQ(date("November 19th 2026"), "2026-11-19");
  EXPECT_EQ(date("the 3rd of May, 2026"), "2026-05-03");
  EXPECT_EQ(date("19. März 2026"), "2026-03-19");
  EXPECT_EQ(date("1er août 2026"), "2026-08-01");
  EXPECT_EQ(date("19 de noviembre de 2026"), "2026-11-19");
  EXPECT_EQ(date("19 СЕНТЯБРЯ 2026 г."), "2026-09-19");
  EXPECT_EQ(date("3. prosince 2026"), "2026-12-03");
  EXPECT_EQ(date("2026. november 19."), "2026-11-19");
  EXPECT_EQ(date("19-Nov-2026"), "2026-11-19");
  EXPECT_EQ(date("2026-Nov-19"), "2026-11-19");
}

TEST(Date, EastAsianForms) {
  EXPECT_EQ(date("2026년 11월 19일"), "2026-11-19");
  EXPECT_EQ(date("2026년 1월 9일(금) 10:00"), "2026-01-09");
  EXPECT_EQ(date("2026年11月19日"), "2026-11-19");
  EXPECT_EQ(date("2026.11.19"), "2026-11-19");
  EXPECT_EQ(date("2026. 11. 19. 오전 10:00"), "2026-11-19");
}

TEST(Date, DayAndMonthInNumbersNeedALocaleUnlessOnlyOneOrderIsPossible) {
  EXPECT_EQ(date("19.11.2026"), "2026-11-19");
  EXPECT_EQ(date("11/19/2026"), "2026-11-19");
  EXPECT_EQ(date("11/19/2026", "de"), "2026-11-19");
  EXPECT_EQ(date("11/11/2026"), "2026-11-11");
  EXPECT_EQ(date("05.06.2026"), kAmbiguous);
  EXPECT_EQ(date("05.06.2026", "de"), "2026-06-05");
  EXPECT_EQ(date("05/06/2026", "en"), "2026-05-06");
  EXPECT_EQ(date("05/06/2026", "en-GB"), "2026-06-05");
  EXPECT_EQ(date("5. 6. 2026", "cs"), "2026-06-05");
}

TEST(Date, IsFoundWithinAText) {
  EXPECT_EQ(date("Posted on Thursday, November 19, 2026 at 3:20 p.m. EST by X"),
            "2026-11-19T20:20:00Z");
  EXPECT_EQ(date("Stand: 19.11.2026, 14:00 Uhr"), "2026-11-19");
  EXPECT_EQ(date("12 comments | 19 Nov 2026 | 5 votes"), "2026-11-19");
  EXPECT_EQ(date("19 Nov 2026 12:05 am UTC"), "2026-11-19T00:05:00Z");
  EXPECT_EQ(date("19 Nov 2026 12:05 PM UTC+1"), "2026-11-19T11:05:00Z");
}

TEST(Date, DatesThatDoNotExistAreNone) {
  EXPECT_EQ(date("2026-02-29"), kImpossible);
  EXPECT_EQ(date("2028-02-29"), "2028-02-29");
  EXPECT_EQ(date("31.04.2026"), kImpossible);
  EXPECT_EQ(date("13/13/2026"), kImpossible);
  EXPECT_EQ(date("2026-13-01"), kImpossible);
  EXPECT_EQ(date("0 Nov 2026"), kImpossible);
  EXPECT_EQ(date("2026-00-00"), kImpossible);
  EXPECT_EQ(date("0001-01-01"), kImpossible);
}

TEST(Date, WhatIsNoDate) {
  for (const std::string_view text :
       {"", "yesterday", "2026", "2026-11", "Nov 2026", "19 Nov", "19.11.26", "12:30",
        "99999999999999999999", "1.2.3", "20261399", "may 2026", "2026-11/19"}) {
    EXPECT_EQ(date(text), kNone) << text;
  }
}

TEST(Date, AFormatIsTriedFirst) {
  EXPECT_EQ(date("05.06.2026", "", "%m.%d.%Y"), "2026-05-06");
  EXPECT_EQ(date("19.11.26", "", "%d.%m.%y"), "2026-11-19");
  EXPECT_EQ(date("19.11.99", "", "%d.%m.%y"), "1999-11-19");
  EXPECT_EQ(date("am 5. Mai 2026", "", "am %d. %B %Y"), "2026-05-05");
  EXPECT_EQ(date("19 Nov 2026", "", "%d.%m.%Y"), "2026-11-19");
  EXPECT_EQ(date("31.02.26", "", "%d.%m.%y"), kImpossible);
  EXPECT_EQ(date("20261119 0320PM +0100", "", "%Y%m%d %I%M%p %z"), "2026-11-19T14:20:00Z");
  EXPECT_EQ(date("19.11.26 more", "", "%d.%m.%y"), kNone);
}

TEST(DateFormat, NeedsYearMonthAndDayOnce) {
  EXPECT_FALSE(check_date_format("%d.%m.%Y"));
  EXPECT_FALSE(check_date_format("%e %b %y 100%%"));
  EXPECT_TRUE(check_date_format(""));
  EXPECT_TRUE(check_date_format("%d.%m"));
  EXPECT_TRUE(check_date_format("%d.%m.%Y %y"));
  EXPECT_TRUE(check_date_format("%d.%m.%Y %"));
  EXPECT_EQ(check_date_format("%d.%m.%Y %j")->at, 9U);
}

TEST(MonthNames, AreLowerCaseAndMeanOneMonth) {
  EXPECT_EQ(month_of("may"), 5);
  EXPECT_EQ(month_of("mar"), 3);
  EXPECT_EQ(month_of(""), 0);
  EXPECT_EQ(month_of("feb mar"), 0);
  EXPECT_EQ(month_of("ma"), 0);
  EXPECT_EQ(lower_word("МАЯ"), "мая");
  EXPECT_EQ(lower_word("AOÛT"), "août");
}

TEST(Date, HostileTextTakesLinearTime) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "1.1.";
  EXPECT_EQ(date(text), kNone);
  EXPECT_EQ(date(std::string(1'000'000, '-')), kNone);
  EXPECT_EQ(date(std::string(1'000'000, '\xFF')), kNone);
}

}  // namespace
}  // namespace freshet::extract
