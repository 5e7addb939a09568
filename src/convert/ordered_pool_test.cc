#include "convert/ordered_pool.h"

#include <atomic>
#include <string>

#include "gtest/gtest.h"

namespace freshet::convert {
namespace {

using Pool = OrderedPool<int, std::string>;

// Two functions for two threads: each returns a string of so many letters.
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

TEST(OrderedPool, ResultsArePoppedInTheOrderOfTheirInputs) {
  std::atomic<int> made = 0;
  Pool pool(two(made), {size_of, 1'000'000});
  for (int i = 0; i < 500; ++i) pool.push(i % 7 * 100 + 1);
  for (int i = 0; i < 500; ++i) ASSERT_EQ(pool.pop().size(), static_cast<size_t>(i % 7 * 100 + 1));
  EXPECT_EQ(pool.in_flight(), 0U);
}

TEST(OrderedPool, PausesWhileUnpoppedResultsExceedTheLimit) {
  constexpr int kEach = 100;
  std::atomic<int> made = 0;
  Pool pool(two(made), {size_of, 5 * kEach});
  for (int i = 0; i < 200; ++i) pool.push(kEach);
  for (int i = 0; i < 200; ++i) {
    ASSERT_EQ(pool.pop().size(), size_t{kEach});
    // What the limit admits, and one more for each thread, which had started before.
    ASSERT_LE(made, i + 1 + 5 + 2);
  }
}

// Every result exceeds the limit of 0 bytes; the one that pop() waits for is made all the same.
TEST(OrderedPool, DoesNotDeadlockIfEveryResultExceedsTheLimit) {
  std::atomic<int> made = 0;
  Pool pool(two(made), {size_of, 0});
  for (int i = 0; i < 50; ++i) pool.push(10);
  for (int i = 0; i < 50; ++i) ASSERT_EQ(pool.pop().size(), 10U);
}

}  // namespace
}  // namespace freshet::convert
