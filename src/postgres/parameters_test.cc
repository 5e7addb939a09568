#include "postgres/parameters.h"

#include "gtest/gtest.h"

namespace freshet::postgres {
namespace {

using namespace std::string_literals;

TEST(Parameters, NumbersHaveTheWidthOfTheirType) {
  Parameters parameters;
  parameters.add(Type::kSmallint, 258).add(Type::kInteger, -2).add(Type::kBigint, 1).add_bytes("a");
  EXPECT_EQ(parameters.values()[0], "\x01\x02"s);
  EXPECT_EQ(parameters.values()[1], "\xFF\xFF\xFF\xFE"s);
  EXPECT_EQ(parameters.values()[2], "\0\0\0\0\0\0\0\x01"s);
  EXPECT_EQ(parameters.values()[3], "a"s);
}

TEST(Parameters, ArrayHasItsValuesWithTheirSizes) {
  Array array(Type::kBytes);
  array.add("one");
  array.add_null();
  array.add("");
  EXPECT_EQ(array.size(), 3U);
  const std::string start = "\0\0\0\x01\0\0\0\x01\0\0\0\x11"s;
  EXPECT_EQ(array.array(0, 3),
            start + "\0\0\0\x03\0\0\0\x01\0\0\0\x03one\xFF\xFF\xFF\xFF\0\0\0\0"s);
  EXPECT_EQ(array.array(2, 3), start + "\0\0\0\x01\0\0\0\x01\0\0\0\0"s);
  EXPECT_EQ(array.array(1, 1), "\0\0\0\0\0\0\0\x01\0\0\0\x11"s);
}

TEST(Parameters, ValuesOfAnArrayCanBePassedOneByOne) {
  Array array(Type::kSmallint);
  array.add(7);
  array.add_null();
  Parameters parameters;
  parameters.add_value(array, 0).add_value(array, 1);
  EXPECT_EQ(parameters.values()[0], "\0\x07"s);
  EXPECT_EQ(parameters.values()[1], std::nullopt);
}

}  // namespace
}  // namespace freshet::postgres
