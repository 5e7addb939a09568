#include "fetch/body_budget.h"

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <semaphore>
#include <thread>

namespace freshet::fetch {
namespace {

constexpr size_t kKiB = 1024;

// Each of ten bodies has a small part of 1 KiB, and longer bodies share 10 KiB.
std::shared_ptr<BodyBudget> ten_and_ten() {
  return std::make_shared<BodyBudget>(BodyBudget::Limits{.bytes = 20 * kKiB, .bodies = 10});
}

struct Body {
  explicit Body(const std::shared_ptr<BodyBudget>& budget)
      : hold(std::make_unique<BodyHold>(budget, [this] { ++wakes; })) {}
  int wakes = 0;
  std::unique_ptr<BodyHold> hold;
};

TEST(BodyBudget, SmallBodiesNeverWait) {
  const auto budget = ten_and_ten();
  EXPECT_EQ(budget->small(), kKiB);
  Body large(budget);
  EXPECT_TRUE(large.hold->grow_to(11 * kKiB));
  Body small(budget);
  EXPECT_TRUE(small.hold->grow_to(kKiB));
  EXPECT_EQ(budget->used(), 10 * kKiB);
  EXPECT_EQ(BodyBudget({.bytes = size_t{256} << 20, .bodies = 100}).small(), 64 * kKiB);
}

TEST(BodyBudget, OneBodyMayExceedTheLimitAndTheOthersWaitForIt) {
  const auto budget = ten_and_ten();
  Body first(budget);
  Body second(budget);
  EXPECT_TRUE(first.hold->grow_to(6 * kKiB));
  EXPECT_TRUE(second.hold->grow_to(6 * kKiB));
  EXPECT_TRUE(first.hold->grow_to(100 * kKiB));
  EXPECT_FALSE(second.hold->grow_to(7 * kKiB));
  EXPECT_EQ(budget->waiting(), 1u);
  EXPECT_EQ(second.wakes, 0);
  first.hold.reset();
  EXPECT_EQ(second.wakes, 1);
  EXPECT_TRUE(second.hold->grow_to(7 * kKiB));
  EXPECT_EQ(budget->waiting(), 0u);
  second.hold.reset();
  EXPECT_EQ(budget->used(), 0u);
}

TEST(BodyBudget, OldestWaitingBodyIsTheNextThatMayExceedTheLimit) {
  const auto budget = ten_and_ten();
  Body first(budget);
  Body second(budget);
  Body third(budget);
  EXPECT_TRUE(first.hold->grow_to(2 * kKiB));
  EXPECT_TRUE(second.hold->grow_to(5 * kKiB));
  EXPECT_TRUE(third.hold->grow_to(6 * kKiB));
  EXPECT_TRUE(first.hold->grow_to(3 * kKiB));
  EXPECT_FALSE(third.hold->grow_to(50 * kKiB));
  EXPECT_FALSE(second.hold->grow_to(50 * kKiB));
  first.hold.reset();
  EXPECT_EQ(second.wakes, 1);
  EXPECT_EQ(third.wakes, 0);
  EXPECT_TRUE(second.hold->grow_to(50 * kKiB));
  second.hold.reset();
  EXPECT_EQ(third.wakes, 1);
}

TEST(BodyBudget, YoungerBodyDoesNotOvertakeAWaitingOne) {
  const auto budget = ten_and_ten();
  Body first(budget);
  Body second(budget);
  Body young(budget);
  EXPECT_TRUE(first.hold->grow_to(9 * kKiB));
  EXPECT_TRUE(second.hold->grow_to(2 * kKiB));
  EXPECT_TRUE(first.hold->grow_to(11 * kKiB));
  EXPECT_FALSE(second.hold->grow_to(5 * kKiB));
  EXPECT_FALSE(young.hold->grow_to(2 * kKiB));
  first.hold->settle(kKiB);
  EXPECT_EQ(second.wakes, 1);
  EXPECT_EQ(young.wakes, 1);
}

TEST(BodyBudget, GrowingToASmallerLengthTakesNothing) {
  const auto budget = ten_and_ten();
  Body one(budget);
  one.hold->settle(31 * kKiB);
  EXPECT_EQ(budget->used(), 30 * kKiB);
  one.hold->settle(kKiB);
  EXPECT_EQ(budget->used(), 0u);
}

TEST(BodyBudget, CompleteBodyCountsUntilItsHoldIsDestroyed) {
  const auto budget = ten_and_ten();
  Body first(budget);
  Body second(budget);
  EXPECT_TRUE(first.hold->grow_to(50 * kKiB));
  first.hold->settle(50 * kKiB);
  EXPECT_FALSE(second.hold->grow_to(50 * kKiB));
  first.hold.reset();
  EXPECT_EQ(second.wakes, 1);
}

TEST(BodyBudget, BodyThatEndsWhileItWaitsIsNotWoken) {
  const auto budget = ten_and_ten();
  Body first(budget);
  Body second(budget);
  EXPECT_TRUE(first.hold->grow_to(50 * kKiB));
  EXPECT_FALSE(second.hold->grow_to(50 * kKiB));
  second.hold.reset();
  first.hold.reset();
  EXPECT_EQ(second.wakes, 0);
  EXPECT_EQ(budget->waiting(), 0u);
}

// In any order, all bodies end, and the memory never exceeds the limit and one body.
TEST(BodyBudget, BodiesInAnyOrderAllEnd) {
  constexpr size_t kLongest = 16 * kKiB;
  for (unsigned seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    const auto budget = ten_and_ten();
    std::vector<std::unique_ptr<Body>> bodies;
    for (int i = 0; i < 10; ++i) bodies.push_back(std::make_unique<Body>(budget));
    std::vector<bool> waits(10, false);
    size_t left = 10;
    for (int step = 0; left > 0; ++step) {
      ASSERT_LT(step, 100'000);
      const size_t i = random() % 10;
      Body& body = *bodies[i];
      if (!body.hold) continue;
      if (waits[i] && body.wakes == 0) continue;
      body.wakes = 0;
      waits[i] = !body.hold->grow_to(body.hold->bytes() + 1 + random() % kKiB);
      ASSERT_LE(budget->used(), 10 * kKiB + kLongest);
      if (body.hold->bytes() >= kLongest - kKiB || random() % 50 == 0) {
        body.hold.reset();
        --left;
      }
    }
    EXPECT_EQ(budget->used(), 0u);
    EXPECT_EQ(budget->waiting(), 0u);
  }
}

TEST(BodyBudget, BodiesOfSeveralThreadsAllEnd) {
  const auto budget = ten_and_ten();
  std::vector<std::jthread> threads;
  for (unsigned seed = 0; seed < 4; ++seed) {
    threads.emplace_back([&budget, seed] {
      std::mt19937 random(seed);
      for (int i = 0; i < 300; ++i) {
        std::binary_semaphore woken(0);
        BodyHold hold(budget, [&] { woken.release(); });
        const size_t length = random() % (16 * kKiB);
        for (size_t bytes = 0; bytes < length; bytes += kKiB) {
          while (!hold.grow_to(bytes)) woken.acquire();
        }
        hold.settle(length / 2);
      }
    });
  }
  threads.clear();
  EXPECT_EQ(budget->used(), 0u);
  EXPECT_EQ(budget->waiting(), 0u);
}

}  // namespace
}  // namespace freshet::fetch
