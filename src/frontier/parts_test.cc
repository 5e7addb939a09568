// Tests of the parts of the frontier, mostly against a simple implementation of the same.
#include <map>
#include <random>
#include <set>

#include "frontier/host_politeness.h"
#include "frontier/page_queue.h"
#include "frontier/pairing_heap.h"
#include "gtest/gtest.h"

namespace freshet::frontier {
namespace {

constexpr uint32_t kSeed = 99;

TEST(PairingHeap, HasTheLeastElementOnTopAfterAnyInsertionsAndRemovals) {
  struct Element {
    Links links;
  };
  std::mt19937 random(kSeed);
  std::vector<Element> elements(300);
  PairingHeap<std::vector<Element>> heap;
  std::set<std::pair<int64_t, uint32_t>> expected;
  std::set<uint32_t> inside;
  for (int step = 0; step < 50'000; ++step) {
    const uint32_t i = random() % 300;
    if (inside.insert(i).second) {
      elements[i].links.when = Instant::from_unix_microseconds(random() % 100);
      heap.insert(elements, i);
      expected.emplace(elements[i].links.when.unix_microseconds(), i);
    } else {
      const uint32_t gone = random() % 2 == 0 ? heap.top() : i;
      heap.remove(elements, gone);
      inside.erase(gone);
      expected.erase({elements[gone].links.when.unix_microseconds(), gone});
    }
    ASSERT_EQ(heap.empty(), expected.empty());
    if (heap.empty()) continue;
    ASSERT_EQ(elements[heap.top()].links.when.unix_microseconds(), expected.begin()->first);
  }
}

TEST(PageQueue, IsOrderedByTimeThenByTicket) {
  PageQueue queue;
  const auto push = [&](int64_t not_before, uint64_t ticket) {
    queue.push(
        {.page = {.key = {{1}, {ticket}}, .not_before = Instant::from_unix_seconds(not_before)},
         .ticket = ticket});
  };
  push(5, 1);
  push(0, 4);
  push(0, 2);
  push(0, 3);
  push(2, 5);
  for (const uint64_t expected : {2, 3, 4}) EXPECT_EQ(queue.pop().ticket, expected);
  const std::vector<Queued> rest = queue.take_all();
  ASSERT_EQ(rest.size(), 2u);
  EXPECT_EQ(rest[0].key.page.value, 5u);
  EXPECT_EQ(rest[1].key.page.value, 1u);
  EXPECT_TRUE(queue.empty());
}

TEST(PageQueue, IsSortedAfterAnyInsertionsAndRemovals) {
  std::mt19937 random(kSeed);
  PageQueue queue;
  std::map<std::pair<int64_t, uint64_t>, uint64_t> expected;
  for (uint64_t ticket = 0; ticket < 50'000; ++ticket) {
    const int64_t not_before = random() % 3 == 0 ? random() % 5 : 0;
    queue.push({.page = {.key = {{1}, {ticket}},
                         .url = std::string(40, 'x') + std::to_string(ticket),
                         .not_before = Instant::from_unix_seconds(not_before)},
                .ticket = ticket});
    expected[{not_before, ticket}] = ticket;
    for (uint32_t i = random() % 3; i > 0 && !queue.empty(); --i) {
      ASSERT_EQ(queue.first().key.page.value, expected.begin()->second);
      ASSERT_EQ(queue.pop().page.url,
                std::string(40, 'x') + std::to_string(expected.begin()->second));
      expected.erase(expected.begin());
    }
    ASSERT_EQ(queue.size(), expected.size());
    ASSERT_EQ(queue.ids().size(), expected.size());
  }
}

TEST(Backoff, DoublesWithEachFailureUpToTheLongestRest) {
  const Politeness rules;
  EXPECT_EQ(backoff({1}, 2, rules), Duration());
  Duration least = rules.first_backoff;
  for (int failures = 3; failures < 14; ++failures, least = least * 2) {
    const Duration rest = backoff({1}, failures, rules);
    EXPECT_GE(rest, least) << failures;
    EXPECT_LE(rest, least + least / 4) << failures;
  }
  EXPECT_EQ(backoff({1}, 60'000, rules), rules.longest_rest);
}

TEST(Backoff, DiffersBySiteAndIsTheSameEachTime) {
  const Politeness rules;
  std::set<int64_t> rests;
  for (uint64_t site = 0; site < 100; ++site) {
    rests.insert(backoff({site}, 3, rules).in_microseconds());
    EXPECT_EQ(backoff({site}, 3, rules), backoff({site}, 3, rules));
  }
  EXPECT_GT(rests.size(), 80u);
}

TEST(HostPoliteness, VeryLongCrawlDelayDoesNotOverflow) {
  const Politeness rules;
  HostPoliteness host;
  host.start(Instant::from_unix_seconds(1'700'000'000));
  host.set_crawl_delay(Duration::microseconds(INT64_MAX));
  EXPECT_EQ(host.next_allowed(rules), Instant::never());
}

}  // namespace
}  // namespace freshet::frontier
