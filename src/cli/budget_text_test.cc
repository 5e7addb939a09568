#include "cli/budget_text.h"

#include "cli/since_text.h"
#include "gtest/gtest.h"

namespace freshet::cli {
namespace {

TEST(BudgetText, IsParsedAsRequestsPerTime) {
  EXPECT_EQ(parse_budget("2").value(), 2);
  EXPECT_EQ(parse_budget("2/s").value(), 2);
  EXPECT_EQ(parse_budget("0.5/second").value(), 0.5);
  EXPECT_EQ(parse_budget("30/min").value(), 0.5);
  EXPECT_EQ(parse_budget("30 / m").value(), 0.5);
  EXPECT_EQ(parse_budget("120/h").value(), 120.0 / 3600);
  EXPECT_EQ(parse_budget("86400/day").value(), 1);
  EXPECT_EQ(parse_budget("0").value(), 0);
}

TEST(BudgetText, InvalidTextIsAnError) {
  for (const char* text : {"", "/s", "-1", "-0", "-0.0/s", "-0e0/day", "x", "1/", "1/week", "1s",
                           "nan", "inf", "1e9", "1/s/s", "0x10", "1,5/s"}) {
    EXPECT_FALSE(parse_budget(text)) << text;
  }
  EXPECT_NE(parse_budget("1/week").error().message.find("1/week"), std::string::npos);
}

TEST(BudgetText, IsFormattedInTheShortestUnitThatGivesAtLeastOne) {
  EXPECT_EQ(format_budget(2), "2/s");
  EXPECT_EQ(format_budget(0.5), "30/min");
  EXPECT_EQ(format_budget(120.0 / 3600), "2/min");
  EXPECT_EQ(format_budget(5.0 / 3600), "5/h");
  EXPECT_EQ(format_budget(3.0 / 86'400), "3/day");
  EXPECT_EQ(format_budget(0), "0/s");
}

TEST(SinceText, IsParsedAsASpanBeforeNowOrADate) {
  EXPECT_EQ(parse_since("1h")->ago, Duration::hours(1));
  EXPECT_EQ(parse_since("2d")->ago, Duration::days(2));
  EXPECT_EQ(parse_since("2 days")->ago, Duration::days(2));
  EXPECT_EQ(parse_since("90min")->ago, Duration::minutes(90));
  const Instant day = Instant::from_unix_seconds(1'795'219'200);
  EXPECT_EQ(parse_since("2026-11-21")->from.at, day);
  EXPECT_EQ(parse_since("2026-11-21T01:00:00Z")->from.at, day + Duration::hours(1));
  EXPECT_EQ(parse_since("2026-11-21T01:00:00+01:00")->from.at, day);
  EXPECT_FALSE(parse_since("2026-11-21T01:00:00Z")->ago);
  for (const char* text : {"", "yesterday", "h", "2026-13-01", "-1h"}) {
    EXPECT_FALSE(parse_since(text)) << text;
  }
}

}  // namespace
}  // namespace freshet::cli
