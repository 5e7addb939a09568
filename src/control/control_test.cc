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
#include "support/scratch_folder.h"

namespace freshet::control {
namespace {

namespace fs = std::filesystem;

std::string echo(std::string_view line) {
  return "you said " + std::string(line);
}

class Control : public testing::Test {
 protected:
  std::unique_ptr<Server> serve(Server::Handler handler = echo, const ServerLimits& limits = {}) {
    auto server = Server::open(socket_, std::move(handler), limits);
    EXPECT_TRUE(server) << server.error().message;
    return server ? std::move(*server) : nullptr;
  }
  Client client() const { return std::move(*Client::connect(socket_).value()); }

  // A blocking socket that is connected to the server, for tests that break the protocol.
  Descriptor raw_socket() const {
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
  // Reads until the server closes the connection.
  static std::string read_all(const Descriptor& socket) {
    std::string all;
    char buffer[4096];
    while (true) {
      const ssize_t n = recv(socket.get(), buffer, sizeof buffer, 0);
      if (n <= 0) return all;
      all.append(buffer, static_cast<size_t>(n));
    }
  }

  const ScratchFolder folder_;
  fs::path socket_ = folder_ / kSocketName;
};

TEST_F(Control, ALineIsAnsweredByALine) {
  const auto server = serve();
  Client one = client();
  EXPECT_EQ(one.request("hello").value(), "you said hello");
  EXPECT_EQ(one.request("").value(), "you said ");
  EXPECT_EQ(one.request("again").value(), "you said again");
}

TEST_F(Control, TwoClientsAtOnceGetTheirOwnAnswers) {
  const auto server = serve();
  const auto talk = [this](const std::string& name) {
    Client client = this->client();
    for (int i = 0; i < 100; ++i) {
      const std::string line = name + std::to_string(i);
      EXPECT_EQ(client.request(line).value(), "you said " + line);
    }
  };
  std::thread other([&] { talk("a"); });
  talk("b");
  other.join();
}

TEST_F(Control, OnlyTheOwnerCanOpenTheSocketAndTheServerRemovesIt) {
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
  EXPECT_EQ(client().request("x").value(), "you said x");
}

TEST_F(Control, AnotherFileInPlaceOfTheSocketIsKeptAndReported) {
  std::ofstream(socket_) << "a letter";
  const auto refused = Server::open(socket_, echo);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("is not a socket"), std::string::npos);
  EXPECT_EQ(fs::file_size(socket_), 8u);
  fs::remove(socket_);
  // A symbolic link is neither followed nor removed.
  std::ofstream(folder_ / "letter") << "a letter";
  fs::create_symlink(folder_ / "letter", socket_);
  EXPECT_FALSE(Server::open(socket_, echo));
  EXPECT_TRUE(fs::is_symlink(socket_));
  EXPECT_EQ(fs::file_size(folder_ / "letter"), 8u);
}

TEST_F(Control, AFileThatReplacedTheSocketIsNotRemoved) {
  auto server = serve();
  fs::remove(socket_);
  std::ofstream(socket_) << "a letter";
  server.reset();
  EXPECT_EQ(fs::file_size(socket_), 8u);
}

TEST_F(Control, ASecondServerIsRefusedAndTheFirstKeepsServing) {
  const auto server = serve();
  const auto second = Server::open(socket_, echo);
  ASSERT_FALSE(second);
  EXPECT_NE(second.error().message.find("another run"), std::string::npos);
  EXPECT_EQ(client().request("x").value(), "you said x");
}

TEST_F(Control, PathMayBeLongerThanASocketAddress) {
  const fs::path deep = folder_ / std::string(100, 'a') / std::string(100, 'b');
  fs::create_directories(deep);
  socket_ = deep / kSocketName;
  auto server = serve();
  EXPECT_EQ(client().request("x").value(), "you said x");
  server.reset();
  EXPECT_FALSE(fs::exists(socket_));
}

TEST_F(Control, AMissingFolderIsAnError) {
  const auto server = Server::open(folder_ / "none" / kSocketName, echo);
  ASSERT_FALSE(server);
  EXPECT_NE(server.error().message.find("none"), std::string::npos);
  EXPECT_FALSE(Client::connect(folder_ / "none" / kSocketName).value().has_value());
}

TEST_F(Control, ALineThatIsTooLongIsAnsweredWithAnError) {
  const auto server = serve();
  const Descriptor socket = raw_socket();
  send_all(socket, std::string(200 * 1024, 'x'));
  EXPECT_EQ(read_all(socket), "{\"error\":\"the line is too long\"}\n");
  EXPECT_EQ(client().request("x").value(), "you said x");
}

TEST_F(Control, ALineOfTheMaximumLengthIsAnswered) {
  const auto server = serve([](std::string_view line) { return std::to_string(line.size()); });
  EXPECT_EQ(client().request(std::string(64 * 1024, 'x')).value(), "65536");
}

TEST_F(Control, ManyLinesAtOnceAreAnsweredInOrder) {
  const auto server = serve();
  const Descriptor socket = raw_socket();
  send_all(socket, "1\n2\r\n3\n");
  shutdown(socket.get(), SHUT_WR);
  EXPECT_EQ(read_all(socket), "you said 1\nyou said 2\nyou said 3\n");
}

TEST_F(Control, AClientThatSendsLinesAheadGetsAllAnswers) {
  const auto server = serve();
  Client one = client();
  EXPECT_EQ(one.request("1\n2\n3").value(), "you said 1");
  EXPECT_EQ(one.request("4").value(), "you said 2");
  EXPECT_EQ(one.request("5").value(), "you said 3");
}

TEST_F(Control, AClientThatDoesNotFinishItsLineIsDisconnected) {
  const auto server = serve(echo, {.patience = Duration::milliseconds(50)});
  const Descriptor socket = raw_socket();
  send_all(socket, "half");
  EXPECT_EQ(read_all(socket), "");
}

TEST_F(Control, AClientThatDoesNotReadIsDisconnectedAndOthersAreServed) {
  const auto server = serve([](std::string_view) { return std::string(1 << 20, 'y'); },
                            {.patience = Duration::milliseconds(100)});
  const Descriptor socket = raw_socket();
  send_all(socket, "a\nb\nc\n");
  EXPECT_EQ(client().request("x").value().size(), 1U << 20);
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  EXPECT_LT(read_all(socket).size(), 3U << 20);
}

TEST_F(Control, AClientThatSendsManyLinesAndReadsNoAnswerIsDisconnected) {
  const auto server = serve(echo, {.patience = Duration::milliseconds(100)});
  const Descriptor socket = raw_socket();
  constexpr size_t kLines = 20'000;
  for (size_t i = 0; i < kLines; ++i) send_all(socket, "a\n");  // until the server disconnects
  const std::string answers = read_all(socket);
  EXPECT_LT(std::count(answers.begin(), answers.end(), '\n'), kLines);
  EXPECT_EQ(client().request("x").value(), "you said x");
}

TEST_F(Control, AnAnswerStaysOneLine) {
  const auto server = serve([](std::string_view) { return "two\nlines"; });
  EXPECT_EQ(client().request("x").value(), "two lines");
}

TEST_F(Control, ANewClientReplacesTheOneThatWasIdleLongest) {
  const auto server = serve(echo, {.most_clients = 2});
  Client first = client();
  Client second = client();
  EXPECT_EQ(second.request("x").value(), "you said x");
  EXPECT_EQ(first.request("x").value(), "you said x");
  EXPECT_EQ(client().request("x").value(), "you said x");
  EXPECT_EQ(first.request("y").value(), "you said y");
  EXPECT_FALSE(second.request("y"));
}

TEST_F(Control, ManyIdleClientsDoNotKeepOutANewOne) {
  const auto server = serve();
  std::vector<Descriptor> idle;
  for (int i = 0; i < 100; ++i) idle.push_back(raw_socket());
  EXPECT_EQ(client().request("x").value(), "you said x");
}

TEST_F(Control, AClientThatIsBusyForLongIsReplacedWhenNoneIsIdle) {
  const auto server = serve(echo, {.most_clients = 2, .busy = Duration()});
  const Descriptor first = raw_socket();
  const Descriptor second = raw_socket();
  send_all(first, "half");
  send_all(second, "half");
  EXPECT_EQ(client().request("x").value(), "you said x");
}

TEST_F(Control, ANewClientIsRefusedWhenAllOthersAreBusy) {
  const auto server = serve(echo, {.most_clients = 1, .busy = Duration::minutes(1)});
  const Descriptor first = raw_socket();
  send_all(first, "half");
  EXPECT_EQ(read_all(raw_socket()), "{\"error\":\"too many clients\"}\n");
  send_all(first, "\n");
  shutdown(first.get(), SHUT_WR);
  EXPECT_EQ(read_all(first), "you said half\n");
}

TEST_F(Control, AClientThatReadsTooSlowlyIsDisconnected) {
  const auto server = serve([](std::string_view) { return std::string(4 << 20, 'y'); },
                            {.answer = Duration::milliseconds(50)});
  const Descriptor slow = raw_socket();
  send_all(slow, "a\n");
  size_t got = 0;
  char buffer[4096];
  for (ssize_t n = 1; n > 0; got += static_cast<size_t>(std::max<ssize_t>(n, 0))) {
    n = recv(slow.get(), buffer, sizeof buffer, 0);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_LT(got, size_t{4} << 20);
}

TEST_F(Control, TheClientTimesOut) {
  const auto server = serve([](std::string_view line) {
    if (line == "slow") std::this_thread::sleep_for(std::chrono::milliseconds(200));
    return std::string("done");
  });
  const auto answer = client().request("slow", Duration::milliseconds(20));
  ASSERT_FALSE(answer);
  EXPECT_NE(answer.error().message.find("in time"), std::string::npos);
}

TEST_F(Control, TheClientGetsAnErrorWhenTheServerEnds) {
  auto server = serve();
  Client one = client();
  EXPECT_TRUE(one.request("x"));
  server.reset();
  EXPECT_FALSE(one.request("y"));
}

}  // namespace
}  // namespace freshet::control
