#include "cli/value_check.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace freshet::cli {
namespace {

Option option_for(Option::Destination destination) {
  return Option{.name = "--x", .help = "", .destination = destination};
}

bool accepts(const Option& option, const std::string& value) {
  return value_error(option, value).empty();
}

TEST(ValueCheck, WordsMustBeInTheList) {
  std::string scope;
  Option option = option_for(&scope);
  EXPECT_TRUE(accepts(option, "anything"));
  option.one_of({"page", "host"});
  EXPECT_TRUE(accepts(option, "page"));
  EXPECT_EQ(value_error(option, "moon"), "\"moon\" is not one of: page, host");
}

TEST(ValueCheck, WholeNumbersMustFitTheType) {
  std::optional<uint16_t> depth;
  const Option option = option_for(&depth);
  for (const char* value : {"0", "65535"}) EXPECT_TRUE(accepts(option, value)) << value;
  for (const char* value : {"", "-1", "65536", "1.5", "x", "1x", "nan", "99999999999999999999"}) {
    EXPECT_EQ(value_error(option, value),
              "\"" + std::string(value) + "\" is not a whole number from 0 to 65535");
  }
  uint64_t pages = 0;
  EXPECT_TRUE(accepts(option_for(&pages), "18446744073709551615"));
  EXPECT_EQ(value_error(option_for(&pages), "18446744073709551616"),
            "\"18446744073709551616\" is not a whole number from 0 on");
  std::optional<int64_t> until;
  EXPECT_TRUE(accepts(option_for(&until), "-9223372036854775808"));
  EXPECT_EQ(value_error(option_for(&until), "x"), "\"x\" is not a whole number");
}

TEST(ValueCheck, NumbersMustBeWithinTheLimits) {
  std::vector<double> rates;
  Option option = option_for(&rates);
  EXPECT_TRUE(accepts(option, "-1e3"));
  EXPECT_FALSE(accepts(option, "nan"));
  option.positive();
  EXPECT_TRUE(accepts(option, "0.01"));
  EXPECT_EQ(value_error(option, "0"), "\"0\" is not a number greater than 0");
  option.within(0.0, 0.9999);
  EXPECT_TRUE(accepts(option, "0.9999"));
  EXPECT_EQ(value_error(option, "1"), "\"1\" is not a number from 0 to 0.9999");
}

TEST(ValueCheck, RangesAreNamedOnlyIfTheOptionHasLimits) {
  uint32_t pages = 0;
  Option option = option_for(&pages);
  EXPECT_EQ(accepted_range(option), "");
  option.non_negative();
  EXPECT_EQ(accepted_range(option), "");
  option.within(1u, 1000u);
  EXPECT_EQ(accepted_range(option), "from 1 to 1000");
}

}  // namespace
}  // namespace freshet::cli
