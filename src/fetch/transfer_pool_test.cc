#include "fetch/transfer_pool.h"

#include "gtest/gtest.h"

namespace freshet::fetch {
namespace {

class Pool : public testing::Test {
 protected:
  eventloop::Loop loop_;
  const FetchOptions options_;
  Multi multi_{loop_, 10, {.finished = [](void*, int) {}, .waits = [](void*, int) {}}};
  TransferPool pool_{[this] { return std::make_unique<Transfer>(options_, loop_, multi_); }};
};

TEST_F(Pool, ReusesTransfersAndKnowsTheActiveOnes) {
  Transfer& first = pool_.take();
  Transfer& second = pool_.take();
  Transfer& third = pool_.take();
  EXPECT_EQ(pool_.active().size(), 3U);
  pool_.give_back(first);
  EXPECT_EQ(pool_.active(), (std::vector<Transfer*>{&third, &second}));
  pool_.give_back(second);
  EXPECT_EQ(pool_.active(), std::vector<Transfer*>{&third});
  EXPECT_EQ(&pool_.take(), &second);
}

TEST_F(Pool, TicketIsGoodForOneRequest) {
  Transfer& transfer = pool_.take();
  const auto ticket = TransferPool::ticket(transfer);
  EXPECT_TRUE(ticket.is_good());
  pool_.give_back(transfer);
  EXPECT_FALSE(ticket.is_good());
  EXPECT_EQ(&pool_.take(), &transfer);
  EXPECT_FALSE(ticket.is_good());
}

}  // namespace
}  // namespace freshet::fetch
