#include "store/shards.h"

#include <gtest/gtest.h>

namespace freshet::store {
namespace {

using Runs = std::vector<ShardSet::Run>;

TEST(ShardSet, NeighboursAreOneRun) {
  EXPECT_EQ(ShardSet().runs(), Runs());
  EXPECT_EQ(ShardSet::all().runs(), (Runs{{.first = 0, .last = 255}}));
  EXPECT_EQ(ShardSet({255, 3, 0, 4, 5, 7}).runs(), (Runs{{0, 0}, {3, 5}, {7, 7}, {255, 255}}));
  EXPECT_EQ(ShardSet::range(250, 255).runs(), (Runs{{250, 255}}));
  EXPECT_TRUE(ShardSet::range(0, 255).is_all());
  EXPECT_FALSE(ShardSet::range(1, 255).is_all());
}

TEST(ShardSet, DifferenceAndIntersectionOfSets) {
  ShardSet shards{1, 2, 200};
  shards.remove_all({2, 3});
  EXPECT_EQ(shards, (ShardSet{1, 200}));
  EXPECT_EQ(shards.size(), 2u);
  shards.keep_only({200, 201});
  EXPECT_EQ(shards, ShardSet{200});
}

TEST(Holding, HasOnlyTheEpochsOfItsShards) {
  Epochs epochs{};
  epochs.fill(7);
  const Holding holding(epochs, {1, 9});
  EXPECT_EQ(holding.epoch(1), 7U);
  EXPECT_EQ(holding.epoch(2), 0U);
  EXPECT_EQ(holding.shards(), (ShardSet{1, 9}));
  EXPECT_TRUE(Holding().shards().empty());
  EXPECT_EQ(Holding().epoch(1), 0U);
}

TEST(Holding, UnionUsesTheEpochOfTheLaterOne) {
  Epochs epochs{};
  epochs.fill(7);
  const Holding first(epochs, {1, 2});
  epochs.fill(8);
  const Holding both = first.with(Holding(epochs, {2, 3}));
  EXPECT_EQ(both.epoch(1), 7U);
  EXPECT_EQ(both.epoch(2), 8U);
  EXPECT_EQ(both.epoch(3), 8U);
  EXPECT_EQ(both.shards(), (ShardSet{1, 2, 3}));
  EXPECT_EQ(Holding().with(first).shards(), first.shards());
}

}  // namespace
}  // namespace freshet::store
