#include "cluster/postgres_values.h"

#include <cmath>

#include "gtest/gtest.h"

namespace freshet::cluster {
namespace {

TEST(PostgresValues, ShardsAreAnArrayAndBack) {
  const store::ShardSet shards{0, 7, 255};
  EXPECT_EQ(text_of(shards), "{0,7,255}");
  EXPECT_EQ(shards_in("{0,7,255}"), shards);
  EXPECT_EQ(text_of(store::ShardSet()), "{}");
  EXPECT_EQ(shards_in(""), store::ShardSet());
}

TEST(PostgresValues, WhatIsNoShardIsLeftOut) {
  EXPECT_EQ(shards_in("1, 300 x2;-5 99999999999999999999 3"), (store::ShardSet{1, 2, 3}));
}

TEST(PostgresValues, NumbersKeepTheirValue) {
  EXPECT_EQ(std::stod(text_of(0.1)), 0.1);
  EXPECT_EQ(text_of(INFINITY), "inf");
}

TEST(PostgresValues, NamesAreQuoted) {
  EXPECT_EQ(text_of(std::vector<std::string>{"a", "b \"c\" \\", ""}),
            "{\"a\",\"b \\\"c\\\" \\\\\",\"\"}");
}

}  // namespace
}  // namespace freshet::cluster
