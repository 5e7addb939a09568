// Tests of the memory budget for all bodies: long ones wait for each other, and none fails.
#include "fetching.h"
#include "support/certificates.h"
#include "support/http2.h"

namespace freshet::fetch {
namespace {

using test::RawServer;

constexpr size_t kMiB = 1 << 20;
constexpr size_t kLong = 3 * kMiB / 2;

FetchOptions with_budget(const RawServer& server) {
  FetchOptions options = to_server(server);
  options.body_budget =
      std::make_shared<BodyBudget>(BodyBudget::Limits{.bytes = 2 * kMiB, .bodies = 10});
  options.idle_timeout = Duration::milliseconds(500);
  options.total_timeout = Duration::seconds(5);
  return options;
}

std::string head(size_t length) {
  return "HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(length) + "\r\n\r\n";
}

Request to(const std::string& host) {
  return {.url = *url::parse("http://" + host + ".test/")};
}

// Starts a request, and releases the memory of its body when it has arrived.
void start(Fetching& fetching, Request request, std::vector<Outcome>& outcomes) {
  fetching.fetcher().fetch(std::move(request), [&](Outcome outcome) {
    if (auto* reply = std::get_if<Reply>(&outcome)) reply->held.reset();
    outcomes.push_back(std::move(outcome));
    if (fetching.fetcher().in_flight() == 0) fetching.loop().stop();
  });
}

TEST(FetchBudget, LongBodiesWaitAndAllArriveComplete) {
  RawServer server(test::once(head(kLong) + std::string(kLong, 'x')));
  const FetchOptions options = with_budget(server);
  Fetching fetching(options);
  std::vector<Outcome> outcomes;
  size_t most_used = 0;
  for (int i = 0; i < 8; ++i) {
    fetching.fetcher().fetch(to("h" + std::to_string(i)), [&](Outcome outcome) {
      most_used = std::max(most_used, options.body_budget->used());
      EXPECT_EQ(reply_of(outcome).body.size(), kLong);
      EXPECT_FALSE(reply_of(outcome).body_truncated);
      // The result is smaller than the body, and the rest of the memory is free for others.
      std::get<Reply>(outcome).held->settle(100);
      outcomes.push_back(std::move(outcome));
      if (fetching.fetcher().in_flight() == 0) fetching.loop().stop();
    });
  }
  fetching.loop().run();
  EXPECT_EQ(outcomes.size(), 8u);
  EXPECT_LE(most_used, 2 * kMiB + kLong + kMiB);  // a body grows in steps of at most a mebibyte
  outcomes.clear();
  EXPECT_EQ(options.body_budget->used(), 0u);
}

// The first body has nearly all of the memory and is slow. The second has to wait longer than the
// idle time-out.
TEST(FetchBudget, WaitingForMemoryIsNotTimedOut) {
  RawServer slow([](RawServer::Client& client) {
    client.read_head();
    client.send(head(2 * kMiB) + std::string(2 * kMiB - 12, 'x'));
    for (int i = 0; i < 12; ++i) {
      client.pause(Duration::milliseconds(100));
      client.send("x");
    }
  });
  RawServer quick(test::always(head(kLong) + std::string(kLong, 'x')));
  FetchOptions options = with_budget(slow);
  options.host_map.insert(options.host_map.begin(), {"quick.test", quick.address()});
  Fetching fetching(options);
  std::vector<Outcome> outcomes;
  start(fetching, to("slow"), outcomes);
  bool had_to_wait = false;
  eventloop::Timer timer(fetching.loop());
  timer.start(Duration::milliseconds(100), [&] {
    start(fetching, to("quick"), outcomes);
    timer.start(Duration::milliseconds(300),
                [&] { had_to_wait = options.body_budget->waiting() == 1; });
  });
  fetching.loop().run();
  EXPECT_TRUE(had_to_wait);
  ASSERT_EQ(outcomes.size(), 2u);
  for (const Outcome& outcome : outcomes) EXPECT_FALSE(reply_of(outcome).body_truncated);
  EXPECT_EQ(reply_of(outcomes[1]).body.size(), kLong);
}

TEST(FetchBudget, SmallBodiesDoNotWait) {
  RawServer slow([](RawServer::Client& client) {
    client.read_head();
    client.send(head(10 * kMiB) + std::string(3 * kMiB, 'x'));
    client.wait_until_closed();
  });
  RawServer quick(test::always(head(60'000) + std::string(60'000, 'x')));
  FetchOptions options = with_budget(slow);
  options.host_map.insert(options.host_map.begin(), {"quick.test", quick.address()});
  Fetching fetching(options);
  std::vector<Outcome> slow_ones;
  std::vector<Outcome> quick_ones;
  for (int i = 0; i < 3; ++i) start(fetching, to("slow" + std::to_string(i)), slow_ones);
  eventloop::Timer timer(fetching.loop());
  timer.start(Duration::milliseconds(100), [&] {
    EXPECT_GT(options.body_budget->waiting(), 0u);
    for (int i = 0; i < 5; ++i) start(fetching, to("quick"), quick_ones);
    timer.start(Duration::milliseconds(200), [&] { fetching.fetcher().cancel_all(); });
  });
  fetching.loop().run();
  ASSERT_EQ(quick_ones.size(), 5u);
  for (const Outcome& outcome : quick_ones) EXPECT_EQ(reply_of(outcome).body.size(), 60'000u);
  ASSERT_EQ(slow_ones.size(), 3u);
  for (const Outcome& outcome : slow_ones) EXPECT_EQ(name(outcome), "cancelled");
  EXPECT_EQ(options.body_budget->used(), 0u);
  EXPECT_EQ(options.body_budget->waiting(), 0u);
}

TEST(FetchBudget, BodyThatWaitedIsTruncatedAtTheSizeLimitToo) {
  RawServer server([](RawServer::Client& client) {
    client.read_head();
    client.send("HTTP/1.1 200 OK\r\n\r\n");
    while (client.send(std::string(10'000, 'x'))) {
    }
  });
  FetchOptions options = with_budget(server);
  options.max_body_bytes = kLong;
  Fetching fetching(options);
  std::vector<Outcome> outcomes;
  for (int i = 0; i < 5; ++i) start(fetching, to("h" + std::to_string(i)), outcomes);
  fetching.loop().run();
  ASSERT_EQ(outcomes.size(), 5u);
  for (const Outcome& outcome : outcomes) {
    EXPECT_EQ(reply_of(outcome).body.size(), kLong);
    EXPECT_TRUE(reply_of(outcome).body_truncated);
  }
}

TEST(FetchBudget, Http2BodiesWaitToo) {
  using namespace test::http2;
  test::Certificates certificates;
  certificates.certify("good", "-days 2");
  RawServer server(
      [](RawServer::Client& client) {
        if (!begin(client)) return;
        while (const uint32_t stream = next_request(client)) {
          client.send(frame(kHeaders, kEndHeaders, stream, kStatus200));
          for (size_t sent = 0; sent < kLong; sent += 16'384) {
            client.send(frame(kData, kNone, stream, std::string(16'384, 'x')));
          }
          client.send(frame(kData, kEndStream, stream, ""));
        }
      },
      certificates.tls("good", true));
  FetchOptions options = with_budget(server);
  options.ca_file = certificates.authority();
  Fetching fetching(options);
  std::vector<Outcome> outcomes;
  for (int i = 0; i < 6; ++i) {
    start(fetching, {.url = *url::parse("https://h" + std::to_string(i) + ".wild.test/")},
          outcomes);
  }
  fetching.loop().run();
  ASSERT_EQ(outcomes.size(), 6u);
  for (const Outcome& outcome : outcomes) {
    EXPECT_EQ(reply_of(outcome).protocol, "HTTP/2");
    EXPECT_EQ(reply_of(outcome).body.size(), kLong);
    EXPECT_FALSE(reply_of(outcome).body_truncated);
  }
}

// One of the two is paused, and the other must continue.
TEST(FetchBudget, TwoHttp2BodiesOfOneConnectionBothArrive) {
  using namespace test::http2;
  test::Certificates certificates;
  certificates.certify("good", "-days 2");
  RawServer server(
      [](RawServer::Client& client) {
        if (!begin(client)) return;
        const uint32_t one = next_request(client);
        const uint32_t other = next_request(client);
        for (const uint32_t stream : {one, other}) {
          client.send(frame(kHeaders, kEndHeaders, stream, kStatus200));
        }
        for (size_t sent = 0; sent < 2 * kLong; sent += 16'384) {
          for (const uint32_t stream : {one, other}) {
            client.send(frame(kData, kNone, stream, std::string(16'384, 'x')));
          }
        }
        for (const uint32_t stream : {one, other}) {
          client.send(frame(kData, kEndStream, stream, ""));
        }
        client.wait_until_closed();
      },
      certificates.tls("good", true));
  FetchOptions options = with_budget(server);
  options.ca_file = certificates.authority();
  Fetching fetching(options);
  std::vector<Outcome> outcomes;
  for (int i = 0; i < 2; ++i) {
    start(fetching, {.url = *url::parse("https://good.test/" + std::to_string(i))}, outcomes);
  }
  fetching.loop().run();
  ASSERT_EQ(outcomes.size(), 2u);
  for (const Outcome& outcome : outcomes) {
    EXPECT_EQ(reply_of(outcome).body.size(), 2 * kLong);
    EXPECT_FALSE(reply_of(outcome).body_truncated);
  }
  EXPECT_EQ(server.connections(), 1);
}

}  // namespace
}  // namespace freshet::fetch
