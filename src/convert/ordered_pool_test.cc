#include "convert/ordered_pool.h"

#include <atomic>
#include <string>

#include "gtest/gtest.h"

namespace freshet::convert {
namespace {

using Pool = OrderedPool<int, std::string>;

// Two threads that make a string of so many letters.
std::vector<Pool::Work> two(std::atomic<int>& made) {
  const auto work = [&made](int letters) {
    ++made;
    return std::string(static_cast<size_t>(letters), 'a');
  };
  return {work, work};
}

size_t size_of(const std::string& text) {
  return text.size();
}

TEST(OrderedPool, WhatGoesInFirstComesOutFirst) {
  std::atomic<int> made = 0;
  Pool pool(two(made), {size_of, 1'000'000});
  for (int i = 0; i < 500; ++i) pool.push(i % 7 * 100 + 1);
  for (int i = 0; i < 500; ++i) ASSERT_EQ(pool.pop().size(), static_cast<size_t>(i % 7 * 100 + 1));
  EXPECT_EQ(pool.under_way(), 0U);
}

TEST(OrderedPool, RestsWhileMuchWasNotPopped) {
  constexpr int kEach = 100;
  std::atomic<int> made = 0;
  Pool pool(two(made), {size_of, 5 * kEach});
  for (int i = 0; i < 200; ++i) pool.push(kEach);
  for (int i = 0; i < 200; ++i) {
    ASSERT_EQ(pool.pop().size(), size_t{kEach});
    // What there was room for, and one more that each thread had begun.
    ASSERT_LE(made, i + 1 + 5 + 2);
  }
}

// Each is larger than the room there is: the one that is waited for is made all the same.
TEST(OrderedPool, NeverRestsForGood) {
  std::atomic<int> made = 0;
  Pool pool(two(made), {size_of, 0});
  for (int i = 0; i < 50; ++i) pool.push(10);
  for (int i = 0; i < 50; ++i) ASSERT_EQ(pool.pop().size(), 10U);
}

}  // namespace
}  // namespace freshet::convert
