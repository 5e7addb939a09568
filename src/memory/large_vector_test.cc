#include "memory/large_vector.h"

#include <cstdint>

#include "gtest/gtest.h"

namespace freshet {
namespace {

TEST(LargeVector, KeepsItsElementsWhenItGrowsFromSmallToLarge) {
  LargeVector<uint32_t> numbers;
  constexpr uint32_t kMany = 3 * LargeAllocator<uint32_t>::kMuch;
  for (uint32_t i = 0; i < kMany; ++i) numbers.push_back(i);
  for (uint32_t i = 0; i < kMany; ++i) ASSERT_EQ(numbers[i], i);
  numbers.resize(10);
  numbers.shrink_to_fit();
  EXPECT_EQ(numbers, (LargeVector<uint32_t>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
}

TEST(LargeVector, LargeMemoryIsAlignedToAHugePage) {
  const LargeVector<uint32_t> numbers(LargeAllocator<uint32_t>::kMuch, 7);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(numbers.data()) % LargeAllocator<uint32_t>::kHugePage, 0u);
  EXPECT_EQ(numbers.back(), 7u);
}

}  // namespace
}  // namespace freshet
