#include "cli/numbers.h"

#include <gtest/gtest.h>

namespace freshet::cli {
namespace {

TEST(Numbers, DigitsAreGroupedByThree) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(UINT64_MAX), "18,446,744,073,709,551,615");
}

TEST(Numbers, CountsHaveAPlural) {
  EXPECT_EQ(counted(0, "page"), "0 pages");
  EXPECT_EQ(counted(1, "page"), "1 page");
  EXPECT_EQ(counted(1200, "page"), "1,200 pages");
}

TEST(Numbers, BytesAreShownInAUnitThatKeepsThemShort) {
  EXPECT_EQ(short_bytes(999), "999 B");
  EXPECT_EQ(short_bytes(1234), "1.2 kB");
  EXPECT_EQ(short_bytes(12'345'678), "12 MB");
  EXPECT_EQ(short_bytes(UINT64_MAX), "18447 PB");
}

TEST(Numbers, TimesAreShownInAtMostTwoUnits) {
  EXPECT_EQ(short_time(59.94), "59.9 s");
  EXPECT_EQ(short_time(185), "3 min 5 s");
  EXPECT_EQ(short_time(7325), "2 h 2 min");
}

}  // namespace
}  // namespace freshet::cli
