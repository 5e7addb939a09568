#include "schedule/due_heap.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace freshet::schedule {
namespace {

std::vector<double> drained(DueHeap heap) {
  std::vector<double> dues;
  while (!heap.empty()) dues.push_back(heap.pop().due);
  return dues;
}

TEST(DueHeap, StaysInOrderWhenHeadsAtAnyPlaceAreReplacedOrRemoved) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> due(0, 1);
  DueHeap heap;
  for (uint32_t i = 0; i < 200; ++i) heap.push({.due = due(random), .id = i, .page = i});
  for (int i = 0; i < 100; ++i) {
    heap.replace(random() % heap.size(), {.due = due(random), .id = 0, .page = 0});
    heap.remove(random() % heap.size());
    for (size_t at = 1; at < heap.size(); ++at) ASSERT_LE(heap[(at - 1) / 2].due, heap[at].due);
  }
  const std::vector<double> dues = drained(heap);
  EXPECT_EQ(dues.size(), 100U);
  EXPECT_TRUE(std::is_sorted(dues.begin(), dues.end()));
}

TEST(DueHeap, IsInOrderAfterItWasFilled) {
  DueHeap heap;
  for (const double due : {3.0, 1.0, 2.0, 1.0}) heap.append({.due = due, .id = 0, .page = 0});
  heap.restore();
  EXPECT_EQ(drained(heap), (std::vector<double>{1, 1, 2, 3}));
}

}  // namespace
}  // namespace freshet::schedule
