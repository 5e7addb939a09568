#include "http/date.h"

#include <random>
#include <string>

#include "gtest/gtest.h"
#include "http/retry_after.h"

namespace freshet::http {
namespace {

constexpr Instant kExample = Instant::from_unix_seconds(784'111'777);  // 1994-11-06 08:49:37

TEST(HttpDate, ParsesTheThreeFormsOfTheStandard) {
  EXPECT_EQ(parse_http_date("Sun, 06 Nov 1994 08:49:37 GMT"), kExample);
  EXPECT_EQ(parse_http_date("Sunday, 06-Nov-94 08:49:37 GMT"), kExample);
  EXPECT_EQ(parse_http_date("Sun Nov  6 08:49:37 1994"), kExample);
}

TEST(HttpDate, ParsesOtherFormsThatServersSend) {
  EXPECT_EQ(parse_http_date("06 NOV 1994 8:49:37"), kExample);
  EXPECT_EQ(parse_http_date("\"Sun, 06 Nov 1994 03:49:37 EST\""), kExample);
  EXPECT_EQ(parse_http_date("6 November 1994 09:49:37 +0100"), kExample);
  EXPECT_EQ(parse_http_date("19941106 08:49:37"), kExample);
  EXPECT_EQ(parse_http_date("1994 Nov 6"), Instant::from_unix_seconds(784'080'000));
}

TEST(HttpDate, RefusesInvalidDates) {
  for (const char* text : {"", "0", "-1", "Sun", "06 Nov", "06 Nov 1994 25:00:00", "06 Foo 1994",
                           "Nov 6 Nov 1994", "32 Nov 1994", "06 Nov 1500", "06 Nov 123456",
                           "99999999999999999999", "1994-11-06T08:49:37Z"}) {
    EXPECT_EQ(parse_http_date(text), std::nullopt) << text;
  }
}

TEST(HttpDate, TwoDigitYearsFromSeventyAreInTheTwentiethCentury) {
  EXPECT_EQ(parse_http_date("01-Jan-70 00:00:00 GMT"), Instant());
  EXPECT_EQ(parse_http_date("01-Jan-69 00:00:00 GMT"), Instant::from_unix_seconds(3'124'224'000));
}

TEST(HttpDate, FormattedDateParsesToTheSameInstant) {
  EXPECT_EQ(format_http_date(kExample), "Sun, 06 Nov 1994 08:49:37 GMT");
  std::mt19937_64 random(5);
  for (int round = 0; round < 2'000; ++round) {
    const auto instant = Instant::from_unix_seconds(
        static_cast<int64_t>(random() % 40'000'000'000) - 10'000'000'000);
    EXPECT_EQ(parse_http_date(format_http_date(instant)), instant) << format_http_date(instant);
  }
}

TEST(RetryAfter, IsSecondsOrADate) {
  const Duration day = Duration::days(1);
  EXPECT_EQ(parse_retry_after(" 120 ", kExample, day), Duration::seconds(120));
  EXPECT_EQ(parse_retry_after("1.5", kExample, day), Duration::seconds(2));
  EXPECT_EQ(parse_retry_after("Sun, 06 Nov 1994 08:50:37 GMT", kExample, day),
            Duration::minutes(1));
  EXPECT_EQ(parse_retry_after("Sat, 05 Nov 1994 08:49:37 GMT", kExample, day), Duration());
}

TEST(RetryAfter, IsLimited) {
  const Duration hour = Duration::hours(1);
  EXPECT_EQ(parse_retry_after("99999999999999999999999", kExample, hour), hour);
  EXPECT_EQ(parse_retry_after("3600.5", kExample, hour), hour);
  EXPECT_EQ(parse_retry_after("Sun, 06 Nov 9994 08:49:37 GMT", kExample, hour), hour);
}

TEST(RetryAfter, InvalidValuesAreIgnored) {
  for (const char* text : {"", "-5", "soon", "12 s", ".", "1e9"}) {
    EXPECT_EQ(parse_retry_after(text, kExample, Duration::days(1)), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace freshet::http
