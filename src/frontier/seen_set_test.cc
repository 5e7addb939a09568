#include "frontier/seen_set.h"

#include <random>
#include <unordered_set>

#include "gtest/gtest.h"

namespace freshet::frontier {
namespace {

TEST(SeenSet, FingerprintIsNewOnce) {
  SeenSet seen;
  EXPECT_FALSE(seen.contains({7}));
  EXPECT_TRUE(seen.insert({7}));
  EXPECT_FALSE(seen.insert({7}));
  EXPECT_TRUE(seen.contains({7}));
  EXPECT_FALSE(seen.contains({8}));
  EXPECT_EQ(seen.size(), 1u);
}

TEST(SeenSet, FingerprintZeroIsStoredLikeOthers) {
  SeenSet seen;
  EXPECT_FALSE(seen.contains({0}));
  EXPECT_TRUE(seen.insert({0}));
  EXPECT_FALSE(seen.insert({0}));
  EXPECT_TRUE(seen.contains({0}));
  EXPECT_EQ(seen.size(), 1u);
}

TEST(SeenSet, AgreesWithAStandardSet) {
  constexpr uint64_t kSeed = 20240517;
  RecordProperty("seed", std::to_string(kSeed));
  std::mt19937_64 random(kSeed);
  SeenSet seen;
  std::unordered_set<uint64_t> expected;
  for (int i = 0; i < 400'000; ++i) {
    // Values with few random bits repeat, are neighbours and lie at both ends.
    uint64_t value = random() % 50'000;
    if (i % 3 == 0) value = ~value;
    if (i % 3 == 1) value = random() >> (random() % 64);
    ASSERT_EQ(seen.contains({value}), expected.contains(value)) << value;
    ASSERT_EQ(seen.insert({value}), expected.insert(value).second) << value;
    ASSERT_EQ(seen.size(), expected.size());
  }
  for (const uint64_t value : expected) ASSERT_TRUE(seen.contains({value})) << value;
}

TEST(SeenSet, ConsecutiveValuesAreStored) {
  SeenSet seen;
  for (uint64_t value = 1; value <= 5'000; ++value) ASSERT_TRUE(seen.insert({value}));
  for (uint64_t value = 1; value <= 5'000; ++value) ASSERT_FALSE(seen.insert({value}));
  for (uint64_t value = 5'001; value <= 9'000; ++value) ASSERT_FALSE(seen.contains({value}));
}

// Inverts mixed(): returns the fingerprint that SeenSet stores as this value.
uint64_t unmixed(uint64_t value) {
  constexpr uint64_t kFactor = 0x9E3779B97F4A7C15;
  uint64_t inverse = kFactor;
  for (int i = 0; i < 5; ++i) inverse *= 2 - kFactor * inverse;
  value *= inverse;
  return value ^ (value >> 32);
}

TEST(SeenSet, ValuesThatAllClusterAtTheEndNeedLittleMemory) {
  SeenSet seen;
  const size_t before = seen.memory_bytes();
  std::mt19937_64 random(7);
  std::unordered_set<uint64_t> expected;
  while (expected.size() < 3'000) {
    const uint64_t value = unmixed(~uint64_t{0} - random() % 5'000);
    ASSERT_EQ(seen.insert({value}), expected.insert(value).second);
  }
  for (uint64_t i = 0; i < 5'000; ++i) {
    const uint64_t value = unmixed(~uint64_t{0} - i);
    ASSERT_EQ(seen.contains({value}), expected.contains(value)) << i;
  }
  EXPECT_LE(seen.memory_bytes() - before, 3'000 * 8 * 4u);
}

TEST(SeenSet, NeedsAtMostTwelveBytesForAUrlBeyondEightThousand) {
  std::mt19937_64 random(4711);
  SeenSet seen;
  double most = 0;
  while (seen.size() < 1'000'000) {
    seen.insert({random()});
    if (seen.size() < 8'000) continue;
    most =
        std::max(most, static_cast<double>(seen.memory_bytes()) / static_cast<double>(seen.size()));
  }
  EXPECT_LE(most, 12.0);
}

}  // namespace
}  // namespace freshet::frontier
