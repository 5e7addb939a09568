#include "crawl/descriptor_plan.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

namespace freshet::crawl {
namespace {

TEST(DescriptorPlan, GrantsTheDemandIfThereAreEnough) {
  const auto plan =
      DescriptorPlan::make({.limit = 20'000, .open = 3, .workers = 8, .connections = 2000});
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->workers, 8u);
  EXPECT_EQ(plan->connections, 2000u);
  EXPECT_EQ(plan->state_files, 512u);
}

TEST(DescriptorPlan, NeverExceedsTheLimit) {
  const size_t least = DescriptorPlan::least_limit();
  for (size_t limit = least; limit < 5000; ++limit) {
    for (const size_t workers : {1, 2, 8, 64}) {
      const auto plan = DescriptorPlan::make(
          {.limit = limit, .open = 3, .workers = workers, .connections = 4000});
      ASSERT_TRUE(plan) << limit;
      EXPECT_GE(plan->workers, 1u);
      EXPECT_LE(plan->workers, workers);
      EXPECT_GE(plan->connections, plan->workers);
      EXPECT_GE(plan->state_files, 10u);
      // Folders and log of the state, archive, engine, workers, and a reserve.
      EXPECT_LE(3 + 28 + 8 + 8 * plan->workers + plan->connections + plan->state_files, limit)
          << limit << ' ' << workers;
    }
  }
}

TEST(DescriptorPlan, TheUsualLimitGivesMostToConnections) {
  const auto plan =
      DescriptorPlan::make({.limit = 1024, .open = 3, .workers = 2, .connections = 2000});
  ASSERT_TRUE(plan);
  EXPECT_GE(plan->connections, 600u);
}

TEST(DescriptorPlan, TooFewDescriptorsAreAnErrorWithAdvice) {
  for (const size_t limit :
       {size_t{0}, size_t{24}, size_t{32}, DescriptorPlan::least_limit() - 1}) {
    const auto plan =
        DescriptorPlan::make({.limit = limit, .open = 3, .workers = 1, .connections = 2000});
    ASSERT_FALSE(plan) << limit;
    EXPECT_NE(plan.error().message.find("the limit is " + std::to_string(limit)),
              std::string::npos);
    EXPECT_NE(plan.error().message.find("ulimit -n"), std::string::npos);
  }
  EXPECT_FALSE(DescriptorPlan::make({.limit = 1024, .open = 1000, .workers = 1, .connections = 1}));
}

TEST(DescriptorPlan, CountsTheDescriptorsOfThisProcess) {
  const size_t before = open_descriptors();
  const int one = open("/dev/null", O_RDONLY);
  EXPECT_EQ(open_descriptors(), before + 1);
  close(one);
  EXPECT_EQ(open_descriptors(), before);
}

TEST(DescriptorPlan, TheSoftLimitIsRaised) {
  rlimit before = {};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  rlimit lower = before;
  lower.rlim_cur = 100;
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &lower), 0);
  EXPECT_EQ(descriptor_limit(), 100u);
  EXPECT_EQ(raise_descriptor_limit(), std::min<size_t>(before.rlim_max, 65'536));
  EXPECT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
}

}  // namespace
}  // namespace freshet::crawl
