#include "fetch/later_calls.h"

#include "gtest/gtest.h"

namespace freshet::fetch {
namespace {

TEST(LaterCalls, AreMadeFromTheLoopInOrder) {
  eventloop::Loop loop;
  LaterCalls later(loop);
  std::vector<int> made;
  later.add([&] {
    made.push_back(1);
    later.add([&] {
      made.push_back(3);
      loop.stop();
    });
  });
  later.add([&] { made.push_back(2); });
  EXPECT_TRUE(made.empty());
  loop.run();
  EXPECT_EQ(made, (std::vector<int>{1, 2, 3}));
}

TEST(LaterCalls, AreMadeAtOnceOnRequestAndNotAgain) {
  eventloop::Loop loop;
  LaterCalls later(loop);
  int made = 0;
  later.add([&] { ++made; });
  later.run();
  EXPECT_EQ(made, 1);
  later.run();
  EXPECT_EQ(made, 1);
}

}  // namespace
}  // namespace freshet::fetch
