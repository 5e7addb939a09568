#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "control/client.h"
#include "control/local_socket.h"
#include "control/server.h"
#include "gtest/gtest.h"

namespace freshet::control {
namespace {

namespace fs = std::filesystem;

std::string echo(std::string_view line) {
  return "you said " + std::string(line);
}

class Control : public testing::Test {
 protected:
  Control() {
    std::string pattern = (fs::temp_directory_path() / "freshet-control-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
    socket_ = folder_ / kSocketName;
  }
  ~Control() override { fs::remove_all(folder_); }

  std::unique_ptr<Server> serve(Server::Handler handler = echo, const ServerLimits& limits = {}) {
    auto server = Server::open(socket_, std::move(handler), limits);
    EXPECT_TRUE(server) << server.error().message;
    return server ? std::move(*server) : nullptr;
  }
  Client client() const { return std::move(*Client::connect(socket_).value()); }

  // A client without manners; it blocks.
  Descriptor rude() const {
    Descriptor socket = std::move(*make_socket());
    EXPECT_EQ(connect_to(socket, socket_), 0);
    fcntl(socket.get(), F_SETFL, fcntl(socket.get(), F_GETFL) & ~O_NONBLOCK);
    return socket;
  }
  static void send_all(const Descriptor& socket, std::string_view text) {
    while (!text.empty()) {
      const ssize_t n = send(socket.get(), text.data(), text.size(), MSG_NOSIGNAL);
      if (n <= 0) return;
      text.remove_prefix(static_cast<size_t>(n));
    }
  }
  // Until the server hangs up.
  static std::string read_all(const Descriptor& socket) {
    std::string all;
    char buffer[4096];
    while (true) {
      const ssize_t n = recv(socket.get(), buffer, sizeof buffer, 0);
      if (n <= 0) return all;
      all.append(buffer, static_cast<size_t>(n));
    }
  }

  fs::path folder_;
  fs::path socket_;
};

TEST_F(Control, ALineIsAnsweredByALine) {
  const auto server = serve();
  Client one = client();
  EXPECT_EQ(one.ask("hello").value(), "you said hello");
  EXPECT_EQ(one.ask("").value(), "you said ");
  EXPECT_EQ(one.ask("again").value(), "you said again");
}

TEST_F(Control, TwoClientsAtOnceGetTheirOwnAnswers) {
  const auto server = serve();
  const auto talk = [this](const std::string& name) {
    Client client = this->client();
    for (int i = 0; i < 100; ++i) {
      const std::string line = name + std::to_string(i);
      EXPECT_EQ(client.ask(line).value(), "you said " + line);
    }
  };
  std::thread other([&] { talk("a"); });
  talk("b");
  other.join();
}

TEST_F(Control, TheSocketIsForItsOwnerAloneAndGoesWithTheServer) {
  auto server = serve();
  struct stat facts {};
  ASSERT_EQ(stat(socket_.c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0777U, 0600U);
  server.reset();
  EXPECT_FALSE(fs::exists(socket_));
  EXPECT_FALSE(Client::connect(socket_).value().has_value());
}

TEST_F(Control, TheSocketOfAKilledServerIsReplaced) {
  {
    const Descriptor left = std::move(*make_socket());
    ASSERT_EQ(bind_to(left, socket_), 0);
  }
  ASSERT_TRUE(fs::exists(socket_));
  EXPECT_FALSE(Client::connect(socket_).value().has_value());
  const auto server = serve();
  EXPECT_EQ(client().ask("x").value(), "you said x");
}

TEST_F(Control, AFileOfOthersInItsPlaceIsLeftAndReported) {
  std::ofstream(socket_) << "a letter";
  const auto refused = Server::open(socket_, echo);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("is no socket"), std::string::npos);
  EXPECT_EQ(fs::file_size(socket_), 8u);
  fs::remove(socket_);
  // A link is not followed, and not removed.
  std::ofstream(folder_ / "letter") << "a letter";
  fs::create_symlink(folder_ / "letter", socket_);
  EXPECT_FALSE(Server::open(socket_, echo));
  EXPECT_TRUE(fs::is_symlink(socket_));
  EXPECT_EQ(fs::file_size(folder_ / "letter"), 8u);
}

TEST_F(Control, WhatTookItsPlaceIsNotRemoved) {
  auto server = serve();
  fs::remove(socket_);
  std::ofstream(socket_) << "a letter";
  server.reset();
  EXPECT_EQ(fs::file_size(socket_), 8u);
}

TEST_F(Control, ASecondServerIsRefusedAndTheFirstGoesOn) {
  const auto server = serve();
  const auto second = Server::open(socket_, echo);
  ASSERT_FALSE(second);
  EXPECT_NE(second.error().message.find("another run"), std::string::npos);
  EXPECT_EQ(client().ask("x").value(), "you said x");
}

TEST_F(Control, NoPathIsTooLong) {
  const fs::path deep = folder_ / std::string(100, 'a') / std::string(100, 'b');
  fs::create_directories(deep);
  socket_ = deep / kSocketName;
  auto server = serve();
  EXPECT_EQ(client().ask("x").value(), "you said x");
  server.reset();
  EXPECT_FALSE(fs::exists(socket_));
}

TEST_F(Control, AFolderThatIsNotThereIsAnError) {
  const auto server = Server::open(folder_ / "none" / kSocketName, echo);
  ASSERT_FALSE(server);
  EXPECT_NE(server.error().message.find("none"), std::string::npos);
  EXPECT_FALSE(Client::connect(folder_ / "none" / kSocketName).value().has_value());
}

TEST_F(Control, ALineWithoutEndIsCutOffWithAnError) {
  const auto server = serve();
  const Descriptor rude = this->rude();
  send_all(rude, std::string(200 * 1024, 'x'));
  EXPECT_EQ(read_all(rude), "{\"error\":\"the line is too long\"}\n");
  EXPECT_EQ(client().ask("x").value(), "you said x");
}

TEST_F(Control, ALineOfTheGreatestLengthIsTaken) {
  const auto server = serve([](std::string_view line) { return std::to_string(line.size()); });
  EXPECT_EQ(client().ask(std::string(64 * 1024, 'x')).value(), "65536");
}

TEST_F(Control, ManyLinesAtOnceAreAnsweredInOrder) {
  const auto server = serve();
  const Descriptor rude = this->rude();
  send_all(rude, "1\n2\r\n3\n");
  shutdown(rude.get(), SHUT_WR);
  EXPECT_EQ(read_all(rude), "you said 1\nyou said 2\nyou said 3\n");
}

TEST_F(Control, WhoAsksAheadAndStaysGetsAllAnswers) {
  const auto server = serve();
  Client one = client();
  EXPECT_EQ(one.ask("1\n2\n3").value(), "you said 1");
  EXPECT_EQ(one.ask("4").value(), "you said 2");
  EXPECT_EQ(one.ask("5").value(), "you said 3");
}

TEST_F(Control, AnUnfinishedLineIsNotWaitedForForEver) {
  const auto server = serve(echo, {.patience = Duration::milliseconds(50)});
  const Descriptor rude = this->rude();
  send_all(rude, "half");
  EXPECT_EQ(read_all(rude), "");
}

TEST_F(Control, WhoDoesNotReadIsLeftAndOthersAreServed) {
  const auto server = serve([](std::string_view) { return std::string(1 << 20, 'y'); },
                            {.patience = Duration::milliseconds(100)});
  const Descriptor rude = this->rude();
  send_all(rude, "a\nb\nc\n");
  EXPECT_EQ(client().ask("x").value().size(), 1U << 20);
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  EXPECT_LT(read_all(rude).size(), 3U << 20);
}

TEST_F(Control, WhoAsksOnAndOnAndTakesNoAnswerIsLeft) {
  const auto server = serve(echo, {.patience = Duration::milliseconds(100)});
  const Descriptor rude = this->rude();
  constexpr size_t kLines = 20'000;
  for (size_t i = 0; i < kLines; ++i) send_all(rude, "a\n");  // until the server hangs up
  const std::string answers = read_all(rude);
  EXPECT_LT(std::count(answers.begin(), answers.end(), '\n'), kLines);
  EXPECT_EQ(client().ask("x").value(), "you said x");
}

TEST_F(Control, AnAnswerStaysOneLine) {
  const auto server = serve([](std::string_view) { return "two\nlines"; });
  EXPECT_EQ(client().ask("x").value(), "two lines");
}

TEST_F(Control, ANewClientTakesThePlaceOfTheOneThatWasIdleLongest) {
  const auto server = serve(echo, {.most_clients = 2});
  Client first = client();
  Client second = client();
  EXPECT_EQ(second.ask("x").value(), "you said x");
  EXPECT_EQ(first.ask("x").value(), "you said x");
  EXPECT_EQ(client().ask("x").value(), "you said x");
  EXPECT_EQ(first.ask("y").value(), "you said y");
  EXPECT_FALSE(second.ask("y"));
}

TEST_F(Control, IdleClientsLockNobodyOut) {
  const auto server = serve();
  std::vector<Descriptor> idle;
  for (int i = 0; i < 100; ++i) idle.push_back(rude());
  EXPECT_EQ(client().ask("x").value(), "you said x");
}

TEST_F(Control, AClientThatIsBusyForLongIsDroppedWhenNoneIsIdle) {
  const auto server = serve(echo, {.most_clients = 2, .busy = Duration()});
  const Descriptor first = rude();
  const Descriptor second = rude();
  send_all(first, "half");
  send_all(second, "half");
  EXPECT_EQ(client().ask("x").value(), "you said x");
}

TEST_F(Control, MoreBusyClientsThanThereIsRoomForAreTurnedAway) {
  const auto server = serve(echo, {.most_clients = 1, .busy = Duration::minutes(1)});
  const Descriptor first = rude();
  send_all(first, "half");
  EXPECT_EQ(read_all(rude()), "{\"error\":\"too many clients\"}\n");
  send_all(first, "\n");
  shutdown(first.get(), SHUT_WR);
  EXPECT_EQ(read_all(first), "you said half\n");
}

TEST_F(Control, WhoReadsALittleNowAndThenIsNotWaitedForForEver) {
  const auto server = serve([](std::string_view) { return std::string(4 << 20, 'y'); },
                            {.answer = Duration::milliseconds(50)});
  const Descriptor slow = rude();
  send_all(slow, "a\n");
  size_t got = 0;
  char buffer[4096];
  for (ssize_t n = 1; n > 0; got += static_cast<size_t>(std::max<ssize_t>(n, 0))) {
    n = recv(slow.get(), buffer, sizeof buffer, 0);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_LT(got, size_t{4} << 20);
}

TEST_F(Control, TheClientDoesNotWaitForEver) {
  const auto server = serve([](std::string_view line) {
    if (line == "slow") std::this_thread::sleep_for(std::chrono::milliseconds(200));
    return std::string("done");
  });
  const auto answer = client().ask("slow", Duration::milliseconds(20));
  ASSERT_FALSE(answer);
  EXPECT_NE(answer.error().message.find("in time"), std::string::npos);
}

TEST_F(Control, AClientWhoseServerEndsIsTold) {
  auto server = serve();
  Client one = client();
  EXPECT_TRUE(one.ask("x"));
  server.reset();
  EXPECT_FALSE(one.ask("y"));
}

}  // namespace
}  // namespace freshet::control
