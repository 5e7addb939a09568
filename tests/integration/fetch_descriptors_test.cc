// Tests with fewer descriptors than transfers: transfers wait, and it does not count as a failure
// of the server.
#include "fetching.h"
#include "support/few_descriptors.h"
#include "support/name_server.h"

namespace freshet::fetch {
namespace {

using test::NameServer;
using test::NoDescriptors;
using test::RawServer;

constexpr char kOk[] = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

// Shorter than the time for which transfers wait in these tests.
FetchOptions hasty(FetchOptions options) {
  options.connect_timeout = options.idle_timeout = Duration::milliseconds(300);
  options.total_timeout = Duration::milliseconds(400);
  return options;
}

// Starts a transfer to each URL, releases the descriptors after half a second, and waits for the
// outcomes.
std::vector<Outcome> get_all(Fetching& fetching, NoDescriptors& none,
                             const std::vector<std::string>& urls) {
  std::vector<Outcome> outcomes;
  for (const std::string& url : urls) fetching.start({.url = *url::parse(url)}, outcomes);
  eventloop::Timer timer(fetching.loop());
  timer.start(Duration::milliseconds(500), [&] {
    EXPECT_TRUE(outcomes.empty());
    none.release();
  });
  fetching.loop().run();
  return outcomes;
}

class FetchDescriptors : public testing::Test {
 protected:
  void SetUp() override {
    if (test::kSanitizerNeedsDescriptors) GTEST_SKIP() << "the sanitizer needs descriptors";
  }
};

TEST_F(FetchDescriptors, TransfersWaitForASlotWithoutTimingOut) {
  RawServer server([](RawServer::Client& client) {
    while (!client.read_head().empty()) {
      client.pause(Duration::milliseconds(100));
      client.send(kOk);
    }
  });
  FetchOptions options = hasty(to_server(server));
  options.max_connections = 1;
  Fetching fetching(options);
  std::vector<Outcome> outcomes;
  for (int i = 0; i < 8; ++i) {
    fetching.start({.url = *url::parse("http://h" + std::to_string(i) + ".test/")}, outcomes);
  }
  fetching.loop().run();
  ASSERT_EQ(outcomes.size(), 8u);
  for (const Outcome& outcome : outcomes) EXPECT_EQ(reply_of(outcome).body, "ok");
}

TEST_F(FetchDescriptors, TransfersWaitWhenThereAreNone) {
  RawServer server(test::always(kOk));
  Fetching fetching(hasty(to_server(server)));
  NoDescriptors none;
  for (const Outcome& outcome :
       get_all(fetching, none, {"http://a.test/", "http://b.test/", "http://c.test/"})) {
    EXPECT_EQ(reply_of(outcome).body, "ok");
  }
}

TEST_F(FetchDescriptors, IdleConnectionIsClosedForANewOne) {
  RawServer server(test::always(kOk));
  Fetching fetching(hasty(to_server(server)));
  EXPECT_EQ(reply_of(fetching.get("http://a.test/")).body, "ok");
  NoDescriptors none;
  // The server is in this process and needs a descriptor for the connection, too. It gets the one
  // of the closed idle connection.
  std::vector<Outcome> outcomes;
  fetching.start({.url = *url::parse("http://b.test/")}, outcomes);
  eventloop::Timer timer(fetching.loop());
  timer.start(Duration::milliseconds(200), [&] { none.release(); });
  fetching.loop().run();
  ASSERT_EQ(outcomes.size(), 1u);
  EXPECT_EQ(reply_of(outcomes[0]).body, "ok");
  // The first connection was closed.
  EXPECT_EQ(reply_of(fetching.get("http://a.test/")).body, "ok");
  EXPECT_EQ(server.connections(), 3);
}

TEST_F(FetchDescriptors, NameQueriesWaitWhenThereAreNone) {
  RawServer server(test::always(kOk));
  NameServer names;
  names.set("a.test", {"127.0.0.1"});
  FetchOptions options;
  options.allow_private = true;
  options.dns_servers = {names.address()};
  Fetching fetching(hasty(options));
  NoDescriptors none;
  const std::string url = "http://a.test:" + std::to_string(server.port()) + "/";
  const auto outcomes = get_all(fetching, none, {url, url});
  ASSERT_EQ(outcomes.size(), 2u);
  for (const Outcome& outcome : outcomes) EXPECT_EQ(reply_of(outcome).body, "ok");
}

TEST_F(FetchDescriptors, WaitingTransfersCanBeCancelled) {
  NameServer names;
  FetchOptions options;
  options.allow_private = true;
  options.dns_servers = {names.address()};
  Fetching fetching(options);
  NoDescriptors none;
  std::vector<Outcome> outcomes;
  for (const char* url : {"http://127.0.0.1:1/", "http://a.test/"}) {
    fetching.start({.url = *url::parse(url)}, outcomes);
  }
  eventloop::Timer timer(fetching.loop());
  timer.start(Duration::milliseconds(100), [&] { fetching.fetcher().cancel_all(); });
  fetching.loop().run();
  ASSERT_EQ(outcomes.size(), 2u);
  for (const Outcome& outcome : outcomes) EXPECT_EQ(name(outcome), "cancelled");
}

}  // namespace
}  // namespace freshet::fetch
