#include "fetch/slot_queue.h"

#include "gtest/gtest.h"

namespace freshet::fetch {
namespace {

class Queue : public testing::Test {
 protected:
  eventloop::Loop loop_;
  const FetchOptions options_;
  Multi multi_{loop_, 2, {.finished = [](void*, int) {}, .waits = [](void*, int) {}}};
  TransferPool pool_{[this] { return std::make_unique<Transfer>(options_, loop_, multi_); }};
  std::vector<Transfer*> begun_;
  SlotQueue queue_{loop_, multi_, 2, [this](Transfer& transfer) { begun_.push_back(&transfer); }};
};

TEST_F(Queue, BeginsTransfersInTheirOrderWhenSlotsAreFree) {
  std::vector<Transfer*> all;
  for (int i = 0; i < 4; ++i) queue_.push(*all.emplace_back(&pool_.take()));
  EXPECT_EQ(begun_, (std::vector<Transfer*>{all[0], all[1]}));
  queue_.release();
  EXPECT_EQ(begun_.back(), all[2]);
  queue_.release();
  EXPECT_EQ(begun_, all);
}

TEST_F(Queue, SkipsTransfersWhoseRequestHasEnded) {
  std::vector<Transfer*> all;
  for (int i = 0; i < 4; ++i) queue_.push(*all.emplace_back(&pool_.take()));
  pool_.give_back(*all[2]);
  queue_.release();
  EXPECT_EQ(begun_, (std::vector<Transfer*>{all[0], all[1], all[3]}));
}

// No connection is open, so nothing can begin before the limit is restored.
TEST_F(Queue, TransferWithoutADescriptorIsTheFirstThatWaits) {
  Transfer& first = pool_.take();
  queue_.push(first);
  queue_.wait_for_descriptors(first);
  queue_.push(pool_.take());
  EXPECT_EQ(begun_, std::vector<Transfer*>{&first});
}

}  // namespace
}  // namespace freshet::fetch
