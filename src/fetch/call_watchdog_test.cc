#include "fetch/call_watchdog.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <thread>

namespace freshet::fetch {
namespace {

// The two ends of a TCP connection on loopback.
struct Connection {
  int near = -1;
  int far = -1;

  Connection() {
    const int listener = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* any = reinterpret_cast<sockaddr*>(&address);
    EXPECT_EQ(bind(listener, any, size), 0);
    EXPECT_EQ(listen(listener, 1), 0);
    EXPECT_EQ(getsockname(listener, any, &size), 0);
    near = socket(AF_INET, SOCK_STREAM, 0);
    EXPECT_EQ(connect(near, any, size), 0);
    far = accept(listener, nullptr, nullptr);
    close(listener);
  }
  ~Connection() {
    close(near);
    close(far);
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
};

TEST(CallWatchdog, ShutsDownTheConnectionThatACallReadsWithoutEnd) {
  Connection flood;
  Connection other;
  ASSERT_EQ(send(other.far, "hello", 5, 0), 5);
  std::jthread feeder([&] {
    const std::string bytes(10'000, 'x');
    while (send(flood.far, bytes.data(), bytes.size(), MSG_NOSIGNAL) > 0) {
    }
  });
  CallWatchdog watchdog(Duration::milliseconds(100));
  watchdog.add(flood.near);
  watchdog.add(other.near);
  watchdog.begin_call();
  char buffer[100];
  while (recv(flood.near, buffer, sizeof buffer, 0) > 0) {
  }
  watchdog.end_call();
  EXPECT_TRUE(watchdog.has_shut_down(flood.near));
  EXPECT_FALSE(watchdog.has_shut_down(other.near));
  EXPECT_EQ(recv(other.near, buffer, sizeof buffer, 0), 5);

  watchdog.remove(flood.near);
  EXPECT_TRUE(watchdog.has_shut_down(flood.near));
  watchdog.add(flood.near);  // another socket with the same number
  EXPECT_FALSE(watchdog.has_shut_down(flood.near));
}

// The processor time of each call counts, not the sum over many calls.
TEST(CallWatchdog, DoesNotShutDownConnectionsOfCallsThatReturn) {
  Connection busy;
  CallWatchdog watchdog(Duration::milliseconds(50));
  watchdog.add(busy.near);
  char byte = 'x';
  const auto start = std::chrono::steady_clock::now();
  while (std::chrono::steady_clock::now() - start < std::chrono::milliseconds(400)) {
    ASSERT_EQ(send(busy.far, &byte, 1, 0), 1);
    watchdog.begin_call();
    ASSERT_EQ(recv(busy.near, &byte, 1, 0), 1);
    watchdog.end_call();
  }
  EXPECT_FALSE(watchdog.has_shut_down(busy.near));
}

}  // namespace
}  // namespace freshet::fetch
