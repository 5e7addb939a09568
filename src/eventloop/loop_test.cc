// What is true of Loop alone: threads and sockets. What every TaskLoop must do is in
// tests/contract/task_loop_contract_test.cc.
#include "eventloop/loop.h"

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <numeric>
#include <optional>
#include <thread>

#include "gtest/gtest.h"

namespace freshet::eventloop {
namespace {

TEST(Loop, TasksOfEachThreadRunInTheirOrder) {
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

TEST(Loop, ATaskThatNeverRanIsFreedWithTheLoop) {
  const auto owned = std::make_shared<int>(1);
  {
    Loop loop;
    loop.post([owned] {});
  }
  EXPECT_EQ(owned.use_count(), 1);
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

TEST_F(SocketPair, ASocketWithBytesIsReadable) {
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

TEST_F(SocketPair, ASocketWithAnEmptyBufferIsWritable) {
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

TEST_F(SocketPair, ASocketIsReadableWhenTheOtherEndCloses) {
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

TEST_F(SocketPair, APausedWatchDoesNotCallBack) {
  int calls = 0;
  SocketWatch watch(loop_, ends_[0], [&](SocketWatch::Ready) { ++calls; });
  watch.wait_for({.writable = true});
  watch.wait_for({});
  Timer end(loop_);
  end.start(Duration::milliseconds(2), [&] { loop_.stop(); });
  loop_.run();
  EXPECT_EQ(calls, 0);
}

TEST_F(SocketPair, AWatchMayBeDestroyedInItsOwnCallback) {
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

TEST_F(SocketPair, ADescriptorMayBeWatchedAgainAfterItsWatchIsDestroyed) {
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

// The callback does not read the error from the socket, so it must be called again.
TEST(SocketWatch, AnErrorIsReportedUntilItIsRead) {
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  sockaddr_in nobody{};
  nobody.sin_family = AF_INET;
  nobody.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  nobody.sin_port = htons(1);
  ASSERT_NE(connect(socket, reinterpret_cast<sockaddr*>(&nobody), sizeof nobody), 0);
  Loop loop;
  Timer too_late(loop);
  too_late.start(Duration::seconds(5), [&] { loop.stop(); });
  int calls = 0;
  {
    SocketWatch watch(loop, socket, [&](SocketWatch::Ready) {
      if (++calls >= 3) loop.stop();
    });
    watch.wait_for({.readable = true, .writable = false});
    loop.run();
  }
  EXPECT_GE(calls, 3);
  close(socket);
}

}  // namespace
}  // namespace freshet::eventloop
