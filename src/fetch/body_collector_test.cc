#include "fetch/body_collector.h"

#include "gtest/gtest.h"

namespace freshet::fetch {
namespace {

using Added = BodyCollector::Added;

constexpr auto kNoLength = [] { return int64_t{-1}; };

TEST(BodyCollector, CutsABodyAtItsGreatestLength) {
  const FetchOptions options{.max_body_bytes = 50};
  BodyCollector body(options);
  EXPECT_EQ(body.add(std::string(30, 'a'), kNoLength), Added::kAll);
  EXPECT_FALSE(body.is_cut());
  EXPECT_EQ(body.add(std::string(30, 'b'), kNoLength), Added::kPart);
  EXPECT_TRUE(body.is_cut());
  EXPECT_EQ(body.take().first, std::string(30, 'a') + std::string(20, 'b'));
}

TEST(BodyCollector, ReservesTheContentLengthOnce) {
  const FetchOptions options;
  BodyCollector body(options);
  EXPECT_EQ(body.add(std::string(1'000, 'a'), [] { return 100'000; }), Added::kAll);
  EXPECT_GE(body.take().first.capacity(), 100'000U);
  body.begin(nullptr);
  EXPECT_TRUE(body.is_empty());
  // A false length does not take more than a little memory.
  EXPECT_EQ(body.add("aaaaaaaaaaaaaaaaaaaa", [] { return int64_t{1} << 40; }), Added::kAll);
  EXPECT_LE(body.take().first.capacity(), size_t{2} << 20);
}

TEST(BodyCollector, TakesNothingWithoutMemoryAndTheSameBytesLater) {
  FetchOptions options;
  options.body_budget = std::make_shared<BodyBudget>(BodyBudget::Limits{.bytes = 100'000});
  // One body may always grow, so there must be another.
  BodyHold other(options.body_budget, [] {});
  ASSERT_TRUE(other.grow_to(200'000));
  bool woken = false;
  BodyCollector body(options);
  body.begin(std::make_shared<BodyHold>(options.body_budget, [&] { woken = true; }));
  const std::string bytes(90'000, 'a');
  EXPECT_EQ(body.add(bytes, kNoLength), Added::kNoMemory);
  EXPECT_TRUE(body.is_empty());
  other.settle(0);
  EXPECT_TRUE(woken);
  EXPECT_EQ(body.add(bytes, kNoLength), Added::kAll);
  const auto [taken, hold] = body.take();
  EXPECT_EQ(taken, bytes);
  EXPECT_EQ(hold->bytes(), taken.capacity());
}

}  // namespace
}  // namespace freshet::fetch
