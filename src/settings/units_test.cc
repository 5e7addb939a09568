#include "settings/units.h"

#include "gtest/gtest.h"

namespace freshet::settings {
namespace {

TEST(Units, SizesHaveUnitsOf1000AndOf1024) {
  EXPECT_EQ(parse_bytes("512000"), 512'000);
  EXPECT_EQ(parse_bytes("500KiB"), 512'000);
  EXPECT_EQ(parse_bytes(" 10 MB "), 10'000'000);
  EXPECT_EQ(parse_bytes("1.5 gib"), 1'610'612'736);
  EXPECT_EQ(parse_bytes("2TB"), 2'000'000'000'000);
  EXPECT_EQ(parse_bytes("0"), 0);
}

TEST(Units, InvalidSizesAreRefused) {
  for (const char* text : {"", " ", "KiB", "-1", "+1", "1 KiB x", "1.5", "1 foo", "inf", "nan",
                           "0x10", "99999999999999999999", "9000 TiB", "1e3", "1..2"}) {
    EXPECT_EQ(parse_bytes(text), std::nullopt) << text;
  }
}

TEST(Units, DurationsHaveUnits) {
  EXPECT_EQ(parse_duration("500ms"), 500'000);
  EXPECT_EQ(parse_duration("1s"), 1'000'000);
  EXPECT_EQ(parse_duration("0.25"), 250'000);
  EXPECT_EQ(parse_duration("5m"), 300'000'000);
  EXPECT_EQ(parse_duration("2h"), 7'200'000'000);
  EXPECT_EQ(parse_duration("1 day"), 86'400'000'000);
  EXPECT_EQ(parse_duration("2 Weeks"), 1'209'600'000'000);
}

TEST(Units, InvalidDurationsAreRefused) {
  for (const char* text : {"", "s", "-1s", "1 month", "1s 2s", "1e400", "9999999999 days"}) {
    EXPECT_EQ(parse_duration(text), std::nullopt) << text;
  }
}

TEST(Units, ValuesAreFormattedInTheLargestUnitThatFits) {
  EXPECT_EQ(format_bytes(512'000), "500 KiB");
  EXPECT_EQ(format_bytes(10'000'000), "10 MB");
  EXPECT_EQ(format_bytes(1'073'741'824), "1 GiB");
  EXPECT_EQ(format_bytes(999), "999 B");
  EXPECT_EQ(format_bytes(0), "0 B");
  EXPECT_EQ(format_duration(1'500'000), "1500 ms");
  EXPECT_EQ(format_duration(7'200'000'000), "2 h");
  EXPECT_EQ(format_duration(86'400'000'000), "1 day");
  EXPECT_EQ(format_duration(172'800'000'000), "2 days");
  EXPECT_EQ(format_duration(0), "0 s");
}

TEST(Units, FormattedValuesParseToTheSame) {
  for (int64_t n = 0; n < int64_t{1} << 40; n = n * 3 + 1) {
    EXPECT_EQ(parse_bytes(format_bytes(n)), n);
    EXPECT_EQ(parse_bytes(format_bytes(n * 1000)), n * 1000);
    EXPECT_EQ(parse_duration(format_duration(n)), n);
    EXPECT_EQ(parse_duration(format_duration(n * 60)), n * 60);
  }
}

}  // namespace
}  // namespace freshet::settings
