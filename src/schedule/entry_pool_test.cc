#include "schedule/entry_pool.h"

#include <gtest/gtest.h>

#include <deque>
#include <random>
#include <vector>

namespace freshet::schedule {
namespace {

// Many queues at once against the standard library's, with visits that are seconds apart and others
// that are years apart.
TEST(EntryPool, QueuesGiveBackWhatWasPutIntoThemInOrder) {
  constexpr size_t kQueues = 7;
  EntryPool pool;
  std::vector<EntryPool::Fifo> queues(kQueues);
  std::vector<std::deque<EntryPool::Entry>> expected(kQueues);
  std::mt19937_64 random(8);
  uint32_t now = 0;
  for (int i = 0; i < 100'000; ++i) {
    const size_t queue = random() % kQueues;
    if (random() % 100 == 0) now += random() % 3 == 0 ? 20'000'000 : 16'777'215;
    if (now > 4'000'000'000) now = 0;  // a queue may also get an earlier one
    if (expected[queue].empty() || random() % 1'000 < (i < 50'000 ? 520 : 480)) {
      const EntryPool::Entry entry{.page = static_cast<Page>(i), .last_visit = now += random() % 9};
      pool.push_back(queues[queue], entry);
      expected[queue].push_back(entry);
    } else {
      const EntryPool::Entry first = pool.front(queues[queue]);
      ASSERT_EQ(first.page, expected[queue].front().page) << i;
      ASSERT_EQ(first.last_visit, expected[queue].front().last_visit) << i;
      pool.pop_front(queues[queue]);
      expected[queue].pop_front();
    }
    ASSERT_EQ(queues[queue].empty(), expected[queue].empty()) << i;
  }
}

}  // namespace
}  // namespace freshet::schedule
