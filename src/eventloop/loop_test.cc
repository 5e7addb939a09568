#include "eventloop/loop.h"

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <numeric>
#include <optional>
#include <thread>

#include "gtest/gtest.h"

namespace freshet::eventloop {
namespace {

TEST(Loop, PostedTasksRunInTheirOrder) {
  Loop loop;
  std::vector<int> order;
  for (int i = 0; i < 100; ++i) loop.post([&order, i] { order.push_back(i); });
  loop.stop();
  loop.run();
  std::vector<int> expected(100);
  std::iota(expected.begin(), expected.end(), 0);
  EXPECT_EQ(order, expected);
}

TEST(Loop, WhatATaskPostsRunsAfterwards) {
  Loop loop;
  std::string order;
  loop.post([&] {
    loop.post([&] {
      order += 'c';
      loop.stop();
    });
    order += 'a';
  });
  loop.post([&] { order += 'b'; });
  loop.run();
  EXPECT_EQ(order, "abc");
}

TEST(Loop, TakesPostsOfManyThreadsEachInItsOrder) {
  constexpr int kThreads = 8;
  constexpr int kPosts = 2000;
  Loop loop;
  std::vector<std::vector<int>> seen(kThreads);
  int left = kThreads * kPosts;
  std::vector<std::jthread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&, thread] {
      for (int i = 0; i < kPosts; ++i) {
        loop.post([&, thread, i] {
          seen[static_cast<size_t>(thread)].push_back(i);
          if (--left == 0) loop.stop();
        });
      }
    });
  }
  loop.run();
  std::vector<int> expected(kPosts);
  std::iota(expected.begin(), expected.end(), 0);
  for (const auto& one : seen) EXPECT_EQ(one, expected);
}

TEST(Loop, StopFromAnotherThreadEndsRun) {
  Loop loop;
  std::jthread other([&] { loop.stop(); });
  loop.run();
}

TEST(Loop, DropsWhatIsPostedAfterStop) {
  Loop loop;
  bool before = false;
  bool after = false;
  loop.post([&] { before = true; });
  loop.stop();
  loop.post([&] { after = true; });
  loop.run();
  EXPECT_TRUE(before);
  EXPECT_FALSE(after);
}

TEST(Loop, RunsAgainAfterAStop) {
  Loop loop;
  loop.stop();
  loop.run();
  bool ran = false;
  loop.post([&] {
    ran = true;
    loop.stop();
  });
  loop.run();
  EXPECT_TRUE(ran);
}

TEST(Loop, ATaskThatNeverRanIsFreedWithTheLoop) {
  const auto owned = std::make_shared<int>(1);
  {
    Loop loop;
    loop.post([owned] {});
  }
  EXPECT_EQ(owned.use_count(), 1);
}

TEST(Timer, TimersFireInTheOrderOfTheirDelays) {
  Loop loop;
  std::string order;
  Timer late(loop);
  Timer early(loop);
  late.start(Duration::milliseconds(20), [&] {
    order += 'b';
    loop.stop();
  });
  early.start(Duration::milliseconds(1), [&] { order += 'a'; });
  const Duration start = loop.monotonic_now();
  loop.run();
  EXPECT_EQ(order, "ab");
  EXPECT_GE(loop.monotonic_now() - start, Duration::milliseconds(19));
}

TEST(Timer, ACancelledTimerIsSilent) {
  Loop loop;
  Timer timer(loop);
  bool fired = false;
  timer.start(Duration(), [&] { fired = true; });
  EXPECT_TRUE(timer.active());
  timer.cancel();
  EXPECT_FALSE(timer.active());
  Timer end(loop);
  end.start(Duration::milliseconds(2), [&] { loop.stop(); });
  loop.run();
  EXPECT_FALSE(fired);
}

TEST(Timer, StartingAgainReplaces) {
  Loop loop;
  Timer timer(loop);
  std::string order;
  timer.start(Duration(), [&] { order += 'a'; });
  timer.start(Duration(), [&] {
    order += 'b';
    loop.stop();
  });
  loop.run();
  EXPECT_EQ(order, "b");
}

TEST(Timer, MayBeStartedAgainFromItsOwnCallback) {
  Loop loop;
  Timer timer(loop);
  int left = 3;
  std::function<void()> again = [&] {
    if (--left == 0) return loop.stop();
    timer.start(Duration(), again);
  };
  timer.start(Duration(), again);
  loop.run();
  EXPECT_EQ(left, 0);
}

TEST(Timer, MayEndInItsOwnCallback) {
  Loop loop;
  auto timer = std::make_unique<Timer>(loop);
  timer->start(Duration(), [&, kept = std::string(100, 'x')] {
    timer.reset();
    EXPECT_EQ(kept.size(), 100u);
    loop.stop();
  });
  loop.run();
  EXPECT_EQ(timer, nullptr);
}

class SocketPair : public testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends_), 0); }
  void TearDown() override {
    for (const int end : ends_) close(end);
  }
  Loop loop_;
  int ends_[2] = {-1, -1};
};

TEST_F(SocketPair, BytesMakeItReadable) {
  std::string got;
  SocketWatch watch(loop_, ends_[0], [&](SocketWatch::Ready ready) {
    EXPECT_TRUE(ready.readable);
    char buffer[16];
    const ssize_t n = read(ends_[0], buffer, sizeof buffer);
    got.append(buffer, static_cast<size_t>(n));
    loop_.stop();
  });
  watch.wait_for({.readable = true});
  std::jthread other([&] { EXPECT_EQ(write(ends_[1], "hello", 5), 5); });
  loop_.run();
  EXPECT_EQ(got, "hello");
}

TEST_F(SocketPair, AnEmptySocketIsWritable) {
  bool writable = false;
  SocketWatch watch(loop_, ends_[0], [&](SocketWatch::Ready ready) {
    writable = ready.writable;
    EXPECT_FALSE(ready.readable);
    loop_.stop();
  });
  watch.wait_for({.readable = true, .writable = true});
  loop_.run();
  EXPECT_TRUE(writable);
}

TEST_F(SocketPair, TheOtherEndClosingMakesItReadable) {
  bool readable = false;
  SocketWatch watch(loop_, ends_[0], [&](SocketWatch::Ready ready) {
    readable = ready.readable;
    loop_.stop();
  });
  watch.wait_for({.readable = true});
  shutdown(ends_[1], SHUT_RDWR);
  loop_.run();
  EXPECT_TRUE(readable);
}

TEST_F(SocketPair, APausedWatchIsSilent) {
  int calls = 0;
  SocketWatch watch(loop_, ends_[0], [&](SocketWatch::Ready) { ++calls; });
  watch.wait_for({.writable = true});
  watch.wait_for({});
  Timer end(loop_);
  end.start(Duration::milliseconds(2), [&] { loop_.stop(); });
  loop_.run();
  EXPECT_EQ(calls, 0);
}

TEST_F(SocketPair, AWatchMayEndInItsOwnCallback) {
  std::optional<SocketWatch> watch;
  int calls = 0;
  watch.emplace(loop_, ends_[0], [&, kept = std::string(100, 'x')](SocketWatch::Ready) {
    ++calls;
    watch.reset();
    EXPECT_EQ(kept.size(), 100u);
    loop_.post([&] { loop_.stop(); });
  });
  watch->wait_for({.writable = true});
  loop_.run();
  EXPECT_EQ(calls, 1);
}

TEST_F(SocketPair, TheNextSocketMayHaveTheSameNumber) {
  {
    SocketWatch first(loop_, ends_[0], [&](SocketWatch::Ready) { ADD_FAILURE(); });
    first.wait_for({.readable = true});
  }
  bool called = false;
  SocketWatch second(loop_, ends_[0], [&](SocketWatch::Ready) {
    called = true;
    loop_.stop();
  });
  second.wait_for({.writable = true});
  loop_.run();
  EXPECT_TRUE(called);
}

// A reader that is told of an error and does not take it is told again.
TEST(SocketWatch, AnErrorIsReportedUntilItIsTaken) {
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  sockaddr_in nobody{};
  nobody.sin_family = AF_INET;
  nobody.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  nobody.sin_port = htons(1);
  ASSERT_NE(connect(socket, reinterpret_cast<sockaddr*>(&nobody), sizeof nobody), 0);
  Loop loop;
  Timer too_late(loop);
  too_late.start(Duration::seconds(5), [&] { loop.stop(); });
  int told = 0;
  {
    SocketWatch watch(loop, socket, [&](SocketWatch::Ready) {
      if (++told >= 3) loop.stop();
    });
    watch.wait_for({.readable = true, .writable = false});
    loop.run();
  }
  EXPECT_GE(told, 3);
  close(socket);
}

}  // namespace
}  // namespace freshet::eventloop
