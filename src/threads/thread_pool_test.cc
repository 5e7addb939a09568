#include "threads/thread_pool.h"

#include <atomic>
#include <vector>

#include "gtest/gtest.h"

namespace freshet {
namespace {

TEST(ThreadPool, ParallelForRunsEveryTaskOnceBeforeItReturns) {
  for (const unsigned count : {1u, 2u, 3u, 8u}) {
    ThreadPool pool(count);
    for (const size_t tasks : {size_t{0}, size_t{1}, size_t{2}, size_t{1000}}) {
      std::vector<std::atomic<int>> runs(tasks);
      pool.parallel_for(tasks, [&](size_t i) { ++runs[i]; });
      for (const auto& times : runs) EXPECT_EQ(times, 1);
    }
  }
}

TEST(ThreadPool, ManyShortCallsFollowEachOther) {
  ThreadPool pool(3);
  std::atomic<size_t> sum = 0;
  for (int call = 0; call < 2000; ++call) pool.parallel_for(4, [&](size_t i) { sum += i; });
  EXPECT_EQ(sum, 2000u * 6);
}

}  // namespace
}  // namespace freshet
