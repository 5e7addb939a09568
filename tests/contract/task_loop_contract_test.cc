// What every TaskLoop must do, in real time and in virtual time.
#include <numeric>

#include "eventloop/loop.h"
#include "gtest/gtest.h"
#include "support/manual_loop.h"

namespace freshet::eventloop {
namespace {

struct InRealTime {
  Loop loop;
};

struct InVirtualTime {
  test::ManualClock clock;
  test::ManualLoop loop{clock};
};

template <typename Kind>
class TaskLoopContract : public testing::Test {
 protected:
  Kind kind_;
  TaskLoop& loop_ = kind_.loop;
  std::string order_;

  void note(char what) { order_ += what; }
};

using Kinds = testing::Types<InRealTime, InVirtualTime>;
class KindNames {
 public:
  template <typename Kind>
  static std::string GetName(int) {
    return std::is_same_v<Kind, InRealTime> ? "InRealTime" : "InVirtualTime";
  }
};
TYPED_TEST_SUITE(TaskLoopContract, Kinds, KindNames);

TYPED_TEST(TaskLoopContract, PostedTasksRunInTheirOrder) {
  std::vector<int> order;
  for (int i = 0; i < 100; ++i) this->loop_.post([&order, i] { order.push_back(i); });
  this->loop_.stop();
  this->loop_.run();
  std::vector<int> expected(100);
  std::iota(expected.begin(), expected.end(), 0);
  EXPECT_EQ(order, expected);
}

TYPED_TEST(TaskLoopContract, WhatATaskPostsRunsInTheNextTurn) {
  this->loop_.post([this] {
    this->loop_.post([this] {
      this->note('d');
      this->loop_.stop();
    });
    this->loop_.defer([this] { this->note('c'); });
    this->note('a');
  });
  this->loop_.post([this] { this->note('b'); });
  this->loop_.run();
  EXPECT_EQ(this->order_, "abcd");
}

TYPED_TEST(TaskLoopContract, WhatATimerDefersRunsBeforeALaterTimer) {
  Timer first(this->loop_);
  Timer second(this->loop_);
  first.start(Duration::milliseconds(1), [this] {
    this->loop_.defer([this] { this->note('b'); });
    this->note('a');
  });
  second.start(Duration::milliseconds(50), [this] {
    this->note('c');
    this->loop_.stop();
  });
  this->loop_.run();
  EXPECT_EQ(this->order_, "abc");
}

TYPED_TEST(TaskLoopContract, WhatADeferredTaskDefersRunsToo) {
  this->loop_.post([this] {
    this->loop_.defer([this] {
      this->note('a');
      this->loop_.defer([this] {
        this->note('b');
        this->loop_.stop();
      });
    });
  });
  this->loop_.run();
  EXPECT_EQ(this->order_, "ab");
}

TYPED_TEST(TaskLoopContract, WhatIsPostedAfterStopIsDropped) {
  this->loop_.post([this] { this->note('a'); });
  this->loop_.stop();
  this->loop_.post([this] { this->note('b'); });
  this->loop_.run();
  EXPECT_EQ(this->order_, "a");
}

TYPED_TEST(TaskLoopContract, ItRunsAgainAfterAStop) {
  this->loop_.stop();
  this->loop_.run();
  this->loop_.post([this] {
    this->note('a');
    this->loop_.stop();
  });
  this->loop_.run();
  EXPECT_EQ(this->order_, "a");
}

TYPED_TEST(TaskLoopContract, TimersFireInTheOrderOfTheirDelaysAndNotTooEarly) {
  Timer late(this->loop_);
  Timer early(this->loop_);
  const Duration start = this->loop_.monotonic_now();
  late.start(Duration::milliseconds(20), [this] {
    this->note('b');
    this->loop_.stop();
  });
  early.start(Duration::milliseconds(1), [this] { this->note('a'); });
  this->loop_.run();
  EXPECT_EQ(this->order_, "ab");
  // The time is read once a turn, in whole milliseconds.
  EXPECT_GE(this->loop_.monotonic_now() - start, Duration::milliseconds(19));
}

TYPED_TEST(TaskLoopContract, TimersOfOneDelayFireInTheOrderOfStarting) {
  Timer first(this->loop_);
  Timer second(this->loop_);
  Timer third(this->loop_);
  second.start(Duration::milliseconds(3), [this] { this->note('x'); });
  first.start(Duration::milliseconds(3), [this] { this->note('a'); });
  second.start(Duration::milliseconds(3), [this] { this->note('b'); });
  third.start(Duration::milliseconds(3), [this] {
    this->note('c');
    this->loop_.stop();
  });
  this->loop_.run();
  EXPECT_EQ(this->order_, "abc");
}

TYPED_TEST(TaskLoopContract, ATimeInThePastIsNow) {
  Timer timer(this->loop_);
  timer.start(-Duration::hours(1), [this] { this->loop_.stop(); });
  this->loop_.run();
  EXPECT_FALSE(timer.active());
}

TYPED_TEST(TaskLoopContract, ACancelledTimerIsSilent) {
  Timer timer(this->loop_);
  timer.start(Duration(), [this] { this->note('x'); });
  EXPECT_TRUE(timer.active());
  timer.cancel();
  EXPECT_FALSE(timer.active());
  Timer end(this->loop_);
  end.start(Duration::milliseconds(2), [this] { this->loop_.stop(); });
  this->loop_.run();
  EXPECT_EQ(this->order_, "");
}

TYPED_TEST(TaskLoopContract, StartingAgainReplaces) {
  Timer timer(this->loop_);
  timer.start(Duration(), [this] { this->note('x'); });
  timer.start(Duration(), [this] {
    this->note('a');
    this->loop_.stop();
  });
  this->loop_.run();
  EXPECT_EQ(this->order_, "a");
}

TYPED_TEST(TaskLoopContract, ATimerMayBeStartedAgainFromItsOwnCallback) {
  Timer timer(this->loop_);
  int left = 3;
  std::function<void()> again = [&] {
    EXPECT_FALSE(timer.active());
    if (--left == 0) return this->loop_.stop();
    timer.start(Duration(), again);
  };
  timer.start(Duration(), again);
  this->loop_.run();
  EXPECT_EQ(left, 0);
}

TYPED_TEST(TaskLoopContract, ATimerMayEndInItsOwnCallback) {
  auto timer = std::make_unique<Timer>(this->loop_);
  timer->start(Duration(), [&, kept = std::string(100, 'x')] {
    timer.reset();
    EXPECT_EQ(kept.size(), 100u);
    this->loop_.stop();
  });
  this->loop_.run();
  EXPECT_EQ(timer, nullptr);
}

TYPED_TEST(TaskLoopContract, ATimerThatEndsIsSilent) {
  {
    Timer timer(this->loop_);
    timer.start(Duration(), [this] { this->note('x'); });
  }
  Timer end(this->loop_);
  end.start(Duration::milliseconds(2), [this] { this->loop_.stop(); });
  this->loop_.run();
  EXPECT_EQ(this->order_, "");
}

TYPED_TEST(TaskLoopContract, WhatATimerPostsRunsBeforeALaterTimer) {
  Timer first(this->loop_);
  Timer second(this->loop_);
  first.start(Duration::milliseconds(1), [this] {
    this->note('a');
    this->loop_.post([this] { this->note('b'); });
  });
  second.start(Duration::milliseconds(50), [this] {
    this->note('c');
    this->loop_.stop();
  });
  this->loop_.run();
  EXPECT_EQ(this->order_, "abc");
}

// What only virtual time has.

TEST(ManualLoop, AYearPassesAtOnceAndTheClockWithIt) {
  test::ManualClock clock;
  test::ManualLoop loop(clock);
  Timer timer(loop);
  timer.start(Duration::days(365), [&] { loop.stop(); });
  loop.run();
  EXPECT_EQ(clock.now(), Instant() + Duration::days(365));
  EXPECT_EQ(loop.monotonic_now(), Duration::days(365));
}

TEST(ManualLoop, AClockThatIsSetBackDelaysNoTimer) {
  test::ManualClock clock(Instant::from_unix_seconds(1'000'000));
  test::ManualLoop loop(clock);
  loop.after(Duration::hours(1), [&] { clock.advance(-Duration::days(1)); });
  loop.after(Duration::hours(2), [&] { loop.stop(); });
  loop.run();
  EXPECT_EQ(loop.monotonic_now(), Duration::hours(2));
  EXPECT_EQ(clock.now(), Instant::from_unix_seconds(1'000'000) - Duration::hours(22));
}

TEST(ManualLoop, AWaitForEverEndsAndIsTold) {
  test::ManualClock clock;
  test::ManualLoop loop(clock);
  loop.post([] {});
  loop.run();
  EXPECT_TRUE(loop.is_stuck());
  loop.stop();
  loop.run();
  EXPECT_FALSE(loop.is_stuck());
}

}  // namespace
}  // namespace freshet::eventloop
