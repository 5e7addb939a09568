#include "store/commit_queue.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>

#include "contract/store_samples.h"

namespace freshet::store {
namespace {

// Returns an entry whose batch has its number as a fact.
CommitQueue::Entry entry(int number) {
  return {.batch = {.pages = {waiting_page(key_of(1, static_cast<uint64_t>(number)), at(number))},
                    .facts = {{"last", std::to_string(number)}}}};
}

int number_of(const Batch& batch) {
  return std::stoi(batch.facts.at(0).second);
}

size_t pages_in(const Store& store) {
  size_t pages = 0;
  EXPECT_TRUE(store.each_page_key([&](const PageKey&) { return ++pages > 0; }));
  return pages;
}

// Blocks the queue's thread in its report until the gate is opened.
class Gate {
 public:
  void open() {
    const std::lock_guard lock(mutex_);
    is_open_ = true;
    opened_.notify_all();
  }
  void pass() {
    std::unique_lock lock(mutex_);
    opened_.wait(lock, [this] { return is_open_; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable opened_;
  bool is_open_ = false;
};

TEST(CommitQueue, CommitsInOrderAndReportsEach) {
  const auto store = make_memory_store();
  std::vector<int> reported;
  std::vector<int> expected;
  CommitQueue queue(*store, [&](const Batch& batch, const Status& status) {
    EXPECT_TRUE(status);
    EXPECT_EQ(store->fact("last").value(), batch.facts.at(0).second);
    reported.push_back(number_of(batch));
  });
  for (int i = 0; i < 200; ++i) {
    queue.add(entry(i));
    expected.push_back(i);
  }
  EXPECT_TRUE(queue.flush());
  EXPECT_EQ(reported, expected);
  EXPECT_EQ(queue.size(), 0U);
  EXPECT_EQ(pages_in(*store), 200U);
  EXPECT_TRUE(queue.take_back().empty());
  EXPECT_TRUE(queue.flush()) << "with nothing to do";
}

TEST(CommitQueue, StopsAtTheFirstErrorAndReturnsWhatIsNotCommitted) {
  const auto store = make_memory_store();
  std::vector<std::pair<int, bool>> reported;
  CommitQueue queue(*store, [&](const Batch& batch, const Status& status) {
    reported.emplace_back(number_of(batch), status.has_value());
  });
  const Holding lost = store->take({0}).value();
  const Holding held = store->take({0}).value();
  for (int i = 0; i < 10; ++i) {
    CommitQueue::Entry next = entry(i);
    next.batch.holding = i == 4 ? lost : held;
    next.durability = i == 7 ? Durability::kPower : Durability::kProcess;
    queue.add(std::move(next));
  }
  const Status flushed = queue.flush();
  ASSERT_FALSE(flushed);
  EXPECT_EQ(flushed.error().kind, ErrorKind::kFenced);
  queue.add({.batch = {.holding = held, .facts = {{"last", "10"}}}});
  EXPECT_FALSE(queue.flush()) << "until take_back()";
  EXPECT_EQ(queue.size(), 7U);
  EXPECT_EQ(reported.size(), 5U);
  EXPECT_EQ(reported.back(), std::pair(4, false));
  EXPECT_EQ(store->fact("last").value(), "3");

  std::vector<CommitQueue::Entry> back = queue.take_back();
  ASSERT_EQ(back.size(), 7U);
  for (int i = 0; i < 7; ++i) {
    CommitQueue::Entry& again = back[static_cast<size_t>(i)];
    EXPECT_EQ(number_of(again.batch), 4 + i);
    EXPECT_EQ(again.durability, i == 3 ? Durability::kPower : Durability::kProcess);
    again.batch.holding = held;
    queue.add(std::move(again));
  }
  EXPECT_TRUE(queue.flush());
  EXPECT_EQ(store->fact("last").value(), "10");
  EXPECT_EQ(pages_in(*store), 10U);
}

TEST(CommitQueue, AddingDoesNotWaitForACommit) {
  const auto store = make_memory_store();
  Gate gate;
  CommitQueue queue(*store, [&](const Batch&, const Status&) { gate.pass(); });
  for (int i = 0; i < 5; ++i) queue.add(entry(i));
  EXPECT_EQ(queue.size(), 5U) << "a batch counts until its report has returned";
  gate.open();
  EXPECT_TRUE(queue.flush());
  EXPECT_EQ(queue.size(), 0U);
}

TEST(CommitQueue, DestroyedWhileBusyCommitsTheRest) {
  const auto store = make_memory_store();
  Gate gate;
  std::atomic<int> reports = 0;
  std::thread opener;
  {
    CommitQueue queue(*store, [&](const Batch&, const Status&) {
      gate.pass();
      ++reports;
    });
    for (int i = 0; i < 50; ++i) queue.add(entry(i));
    opener = std::thread([&] { gate.open(); });
  }
  opener.join();
  EXPECT_EQ(reports, 50);
  EXPECT_EQ(pages_in(*store), 50U);
}

TEST(CommitQueue, DestroyedAfterAnErrorCommitsNothingMore) {
  const auto store = make_memory_store();
  const Holding lost = store->take({0}).value();
  const Holding held = store->take({0}).value();
  int reports = 0;
  {
    CommitQueue queue(*store, [&](const Batch&, const Status&) { ++reports; });
    for (int i = 0; i < 3; ++i) {
      CommitQueue::Entry next = entry(i);
      next.batch.holding = i == 1 ? lost : held;
      queue.add(std::move(next));
    }
  }
  EXPECT_EQ(reports, 2);
  EXPECT_EQ(pages_in(*store), 1U);
}

TEST(CommitQueue, DestroyedWithoutWorkEnds) {
  const auto store = make_memory_store();
  const CommitQueue queue(*store, [](const Batch&, const Status&) {});
  EXPECT_EQ(queue.size(), 0U);
}

}  // namespace
}  // namespace freshet::store
