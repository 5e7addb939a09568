#include "cluster/reply.h"

#include <gtest/gtest.h>

#include <functional>

namespace freshet::cluster {
namespace {

constexpr std::chrono::seconds kPatience{60};

TEST(Reply, HasWhatTheCallGives) {
  Reply<int> reply;
  std::function<void()> call = [answer = reply.answer()] { answer->give(7); };
  call();
  EXPECT_EQ(reply.wait(kPatience), 7);
}

TEST(Reply, IsNothingIfTheCallIsDropped) {
  Reply<int> reply;
  std::function<void()> call = [answer = reply.answer()] { answer->give(7); };
  call = nullptr;
  EXPECT_EQ(reply.wait(kPatience), std::nullopt);
}

TEST(Reply, IsNothingIfTheCallIsNotMadeInTime) {
  Reply<int> reply;
  const std::function<void()> call = [answer = reply.answer()] { answer->give(7); };
  EXPECT_EQ(reply.wait(std::chrono::milliseconds(0)), std::nullopt);
}

}  // namespace
}  // namespace freshet::cluster
