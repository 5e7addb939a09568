#include "catalog/numeric.h"

#include <gtest/gtest.h>

namespace freshet::catalog {
namespace {

// The 16-bit numbers of the encoding: count, weight, sign, scale, groups. A server reads the same
// numbers in tests/contract.
std::vector<int> numbers_of(std::string_view decimal) {
  std::vector<int> numbers;
  const auto encoded = numeric_of(decimal);
  if (!encoded) return {-1};
  for (size_t at = 0; at < encoded->size(); at += 2) {
    const int value = static_cast<unsigned char>((*encoded)[at]) << 8 |
                      static_cast<unsigned char>((*encoded)[at + 1]);
    numbers.push_back(value >= 0x8000 ? value - 0x10000 : value);
  }
  return numbers;
}

using Numbers = std::vector<int>;

TEST(Numeric, HasGroupsOfFourDigitsOnBothSidesOfThePoint) {
  EXPECT_EQ(numbers_of("7"), (Numbers{1, 0, 0, 0, 7}));
  EXPECT_EQ(numbers_of("12.50"), (Numbers{2, 0, 0, 2, 12, 5000}));
  EXPECT_EQ(numbers_of("-12345.6"), (Numbers{3, 1, 0x4000, 1, 1, 2345, 6000}));
  EXPECT_EQ(numbers_of("1000000000"), (Numbers{1, 2, 0, 0, 10}));
  EXPECT_EQ(numbers_of("0.0001"), (Numbers{1, -1, 0, 4, 1}));
  EXPECT_EQ(numbers_of("0.00001"), (Numbers{1, -2, 0, 5, 1000}));
  EXPECT_EQ(numbers_of("0.1"), (Numbers{1, -1, 0, 1, 1000}));
}

TEST(Numeric, ZeroHasNoGroups) {
  EXPECT_EQ(numbers_of("0"), (Numbers{0, 0, 0, 0}));
  EXPECT_EQ(numbers_of("-0.00"), (Numbers{0, 0, 0, 2}));
  EXPECT_EQ(numbers_of("0e5"), (Numbers{0, 0, 0, 0}));
}

TEST(Numeric, ExponentsMoveThePoint) {
  EXPECT_EQ(numbers_of("1.5e3"), numbers_of("1500"));
  EXPECT_EQ(numbers_of("15E-2"), numbers_of("0.15"));
  EXPECT_EQ(numbers_of("1e+4"), (Numbers{1, 1, 0, 0, 1}));
}

TEST(Numeric, OtherTextsAndHugeNumbersAreRefused) {
  for (const char* text : {"", "-", "x", "1x", "1e", "1e999999999999", "1e1000", "1e-1000", ".5"}) {
    EXPECT_EQ(numbers_of(text), Numbers{-1}) << text;
  }
  EXPECT_EQ(numbers_of(std::string(1'001, '9')), Numbers{-1});
  EXPECT_EQ(numbers_of(std::string(1'000, '9')).size(), 4U + 250U);
}

}  // namespace
}  // namespace freshet::catalog
