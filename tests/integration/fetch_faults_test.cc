// Tests of servers that do not send a proper reply, and of the limits against that.
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>

#include "fetching.h"

namespace freshet::fetch {
namespace {

using test::RawServer;

FetchOptions hasty(const RawServer& server) {
  FetchOptions options = to_server(server);
  options.connect_timeout = Duration::milliseconds(500);
  options.idle_timeout = Duration::milliseconds(400);
  options.total_timeout = Duration::milliseconds(1200);
  return options;
}

Outcome get_from(const RawServer::Serve& serve) {
  RawServer server(serve);
  Fetching fetching(to_server(server));
  return fetching.get("http://example.test/");
}

std::optional<TimedOut::Stage> stage_of(const Outcome& outcome) {
  const auto* timed_out = std::get_if<TimedOut>(&outcome);
  EXPECT_NE(timed_out, nullptr) << name(outcome);
  return timed_out == nullptr ? std::nullopt : std::optional(timed_out->stage);
}

// Returns a port without a listener: it was just closed.
uint16_t silent_port() {
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  EXPECT_EQ(bind(socket, reinterpret_cast<sockaddr*>(&address), size), 0);
  getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size);
  close(socket);
  return ntohs(address.sin_port);
}

TEST(FetchFaults, PortWithoutAListener) {
  FetchOptions options;
  options.host_map = {{"*", "127.0.0.1:" + std::to_string(silent_port())}};
  Fetching fetching(options);
  const Outcome outcome = fetching.get("http://example.test/");
  EXPECT_EQ(name(outcome), "connect_failed");
  EXPECT_NE(std::get<ConnectFailed>(outcome).detail, "");
}

TEST(FetchFaults, ClosedWithoutAByte) {
  EXPECT_EQ(name(get_from([](RawServer::Client& client) { client.read_head(); })),
            "connection_lost");
}

TEST(FetchFaults, ResetWithoutAByte) {
  EXPECT_EQ(name(get_from([](RawServer::Client& client) {
              client.read_head();
              client.reset();
            })),
            "connection_lost");
}

TEST(FetchFaults, ClosedInTheMiddleOfTheHead) {
  EXPECT_EQ(name(get_from(test::once("HTTP/1.1 200 OK\r\nContent-Le"))), "connection_lost");
}

TEST(FetchFaults, ResetInTheMiddleOfTheBodyIsATruncatedReply) {
  const Outcome outcome = get_from([](RawServer::Client& client) {
    client.read_head();
    client.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhello");
    client.pause(Duration::milliseconds(50));
    client.reset();
  });
  EXPECT_TRUE(reply_of(outcome).body_truncated);
  EXPECT_EQ(reply_of(outcome).body, "hello");
}

TEST(FetchFaults, ContentLengthBeyondTheBodyIsATruncatedReply) {
  const Outcome outcome =
      get_from(test::once("HTTP/1.1 200 OK\r\nContent-Length: 9999999999\r\n\r\nhello"));
  EXPECT_EQ(reply_of(outcome).status, 200);
  EXPECT_TRUE(reply_of(outcome).body_truncated);
  EXPECT_EQ(reply_of(outcome).body, "hello");
}

TEST(FetchFaults, ChunksThatEndTooEarlyAreATruncatedReply) {
  const Outcome outcome = get_from(
      test::once("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n5\r\nwo"));
  EXPECT_TRUE(reply_of(outcome).body_truncated);
  EXPECT_EQ(reply_of(outcome).body, "hellowo");
}

TEST(FetchFaults, InvalidChunksAreATruncatedReply) {
  const Outcome outcome = get_from(
      test::once("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nzz\r\nx"));
  EXPECT_TRUE(reply_of(outcome).body_truncated);
  EXPECT_EQ(reply_of(outcome).body, "hello");
}

TEST(FetchFaults, WithoutALengthTheBodyEndsWithTheConnection) {
  const Outcome outcome = get_from(test::once("HTTP/1.1 200 OK\r\n\r\nhello"));
  EXPECT_FALSE(reply_of(outcome).body_truncated);
  EXPECT_EQ(reply_of(outcome).body, "hello");
}

TEST(FetchFaults, ReplyThatIsNotHttpIsABadReply) {
  EXPECT_EQ(name(get_from(test::once("SSH-2.0-OpenSSH_9.2\r\n"))), "bad_reply");
  EXPECT_EQ(name(get_from(test::once("<html>a reply of HTTP/0.9</html>"))), "bad_reply");
  EXPECT_EQ(name(get_from(test::once(std::string(5000, '\0')))), "bad_reply");
  EXPECT_EQ(name(get_from(test::once("HtTP/1.1 404 Not Found\r\n\r\n"))), "bad_reply");
}

TEST(FetchFaults, AnEndlessHeadIsABadReply) {
  const Outcome outcome = get_from([](RawServer::Client& client) {
    client.read_head();
    client.send("HTTP/1.1 200 OK\r\n");
    while (client.send("X-Again: and again and again and again and again and again\r\n")) {
    }
  });
  EXPECT_EQ(name(outcome), "bad_reply");
}

TEST(FetchFaults, ANulByteInTheHeadIsABadReply) {
  using namespace std::string_literals;
  for (const std::string& line : {"X-A\0b: c"s, "X: a\0b"s}) {
    const Outcome outcome =
        get_from(test::once("HTTP/1.1 200 OK\r\n" + line + "\r\nContent-Length: 2\r\n\r\nok"));
    EXPECT_EQ(name(outcome), "bad_reply") << line;
  }
}

TEST(FetchFaults, FieldsOfInterimRepliesAreNotPartOfTheReply) {
  const Outcome outcome =
      get_from(test::once("HTTP/1.1 103 Early Hints\r\nX-Early: 1\r\n\r\nHTTP/1.1 200 "
                          "OK\r\nContent-Length: 2\r\n\r\nok"));
  EXPECT_EQ(reply_of(outcome).body, "ok");
  EXPECT_FALSE(reply_of(outcome).headers.get("x-early"));
  EXPECT_TRUE(reply_of(outcome).reply_head.starts_with("HTTP/1.1 200 OK\r\n"));
}

TEST(FetchFaults, HeaderFieldsBeyondTheCountAreLeftOut) {
  std::string head = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n";
  for (int i = 0; i < 600; ++i) head += "X-" + std::to_string(i) + ": y\r\n";
  const Outcome outcome = get_from(test::once(head + "\r\nok"));
  const Reply& reply = reply_of(outcome);
  EXPECT_EQ(reply.body, "ok");
  EXPECT_EQ(reply.headers.size(), http::HeaderLimits().max_count);
  EXPECT_TRUE(reply.headers.get("x-0"));
  EXPECT_FALSE(reply.headers.get("x-599"));
  EXPECT_NE(reply.reply_head.find("X-599: y"), std::string::npos)
      << "the archived head has all fields";
}

TEST(FetchFaults, HeadJustBelowTheLimitIsAccepted) {
  const std::string line = "X-Long: " + std::string(1000, 'x') + "\r\n";
  std::string head = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n";
  while (head.size() + line.size() + 100 < FetchOptions().max_header_bytes) head += line;
  EXPECT_EQ(reply_of(get_from(test::once(head + "\r\nok"))).body, "ok");
  EXPECT_EQ(name(get_from(test::once(head + line + "\r\nok"))), "bad_reply");
}

TEST(FetchFaults, AnEndlessHeaderLineIsABadReply) {
  const Outcome outcome = get_from([](RawServer::Client& client) {
    client.read_head();
    client.send("HTTP/1.1 200 OK\r\nX-Long: ");
    while (client.send(std::string(1000, 'x'))) {
    }
  });
  EXPECT_EQ(name(outcome), "bad_reply");
}

TEST(FetchFaults, EndlessInterimRepliesAreABadReply) {
  const Outcome outcome = get_from([](RawServer::Client& client) {
    client.read_head();
    while (client.send("HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n")) {
    }
  });
  EXPECT_EQ(name(outcome), "bad_reply");
}

TEST(FetchFaults, EndlessBodyIsTruncatedAtTheLimitAndItsConnectionClosed) {
  bool closed = false;
  {
    RawServer server([&](RawServer::Client& client) {
      client.read_head();
      client.send("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n");
      while (client.send(std::string(1000, 'x'))) {
      }
      closed = true;
    });
    FetchOptions options = to_server(server);
    options.max_body_bytes = 100'000;
    Fetching fetching(options);
    const Outcome outcome = fetching.get("http://example.test/");
    EXPECT_EQ(reply_of(outcome).status, 200);
    EXPECT_EQ(reply_of(outcome).body, std::string(100'000, 'x'));
    EXPECT_TRUE(reply_of(outcome).body_truncated);
  }
  EXPECT_TRUE(closed);
}

TEST(FetchFaults, BodyOfExactlyTheLimitIsComplete) {
  RawServer server(test::always("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"));
  FetchOptions options = to_server(server);
  options.max_body_bytes = 5;
  Fetching fetching(options);
  EXPECT_FALSE(reply_of(fetching.get("http://example.test/")).body_truncated);
}

TEST(FetchFaults, BodyAnnouncedAsTooLargeIsTruncatedToo) {
  RawServer server(
      test::once("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n" + std::string(100, 'x')));
  FetchOptions options = to_server(server);
  options.max_body_bytes = 7;
  Fetching fetching(options);
  const Outcome outcome = fetching.get("http://example.test/");
  EXPECT_EQ(reply_of(outcome).body, "xxxxxxx");
  EXPECT_TRUE(reply_of(outcome).body_truncated);
}

TEST(FetchFaults, NoReplyAtAllTimesOut) {
  RawServer server([](RawServer::Client& client) { client.wait_until_closed(); });
  Fetching fetching(hasty(server));
  EXPECT_EQ(stage_of(fetching.get("http://example.test/")), TimedOut::Stage::kReply);
}

TEST(FetchFaults, ConnectionThatIsNotAcceptedTimesOut) {
  // The queue of a listener that accepts no connections is full after one or two.
  const int listener = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  ASSERT_EQ(bind(listener, reinterpret_cast<sockaddr*>(&address), size), 0);
  ASSERT_EQ(listen(listener, 0), 0);
  getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size);
  std::vector<int> waiting;
  for (int i = 0; i < 4; ++i) {
    waiting.push_back(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0));
    (void)connect(waiting.back(), reinterpret_cast<sockaddr*>(&address), size);
  }
  FetchOptions options;
  options.host_map = {{"*", "127.0.0.1:" + std::to_string(ntohs(address.sin_port))}};
  options.connect_timeout = Duration::milliseconds(100);
  Fetching fetching(options);
  EXPECT_EQ(stage_of(fetching.get("http://example.test/")), TimedOut::Stage::kConnect);
  for (const int socket : waiting) close(socket);
  close(listener);
}

TEST(FetchFaults, ABodyThatStopsIsATruncatedReply) {
  RawServer server([](RawServer::Client& client) {
    client.read_head();
    client.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhello");
    client.wait_until_closed();
  });
  Fetching fetching(hasty(server));
  const Outcome outcome = fetching.get("http://example.test/");
  EXPECT_EQ(reply_of(outcome).body, "hello");
  EXPECT_TRUE(reply_of(outcome).body_truncated);
  EXPECT_GE(reply_of(outcome).timings.total, hasty(server).idle_timeout);
}

TEST(FetchFaults, ABodyThatNeverBeginsTimesOut) {
  RawServer server([](RawServer::Client& client) {
    client.read_head();
    client.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n");
    client.wait_until_closed();
  });
  Fetching fetching(hasty(server));
  EXPECT_EQ(stage_of(fetching.get("http://example.test/")), TimedOut::Stage::kIdle);
}

// Sends a byte from time to time, until the client closes.
RawServer::Serve drip(std::string_view start, std::string_view drops) {
  return [start, drops](RawServer::Client& client) {
    client.read_head();
    client.send(start);
    for (size_t i = 0;; ++i) {
      if (!client.pause(Duration::milliseconds(20))) return;
      if (!client.send(drops.substr(i % drops.size(), 1))) return;
    }
  };
}

TEST(FetchFaults, DrippingBodyIsNotIdleButIsTruncatedAtTheTotalTimeOut) {
  RawServer server(drip("HTTP/1.1 200 OK\r\n\r\n", "x"));
  Fetching fetching(hasty(server));
  const Outcome outcome = fetching.get("http://example.test/");
  EXPECT_TRUE(reply_of(outcome).body_truncated);
  EXPECT_TRUE(reply_of(outcome).body.starts_with("x"));
  EXPECT_GE(reply_of(outcome).timings.total, hasty(server).total_timeout);
}

TEST(FetchFaults, DrippingHeaderLineIsNotIdleButEndsAtTheTotalTimeOut) {
  RawServer server(drip("HTTP/1.1 200 OK\r\nX-Slow: ", "x"));
  Fetching fetching(hasty(server));
  EXPECT_EQ(stage_of(fetching.get("http://example.test/")), TimedOut::Stage::kTotal);
}

TEST(FetchFaults, DrippingStatusLineOnAReusedConnectionEndsAtTheTotalTimeOut) {
  RawServer server([](RawServer::Client& client) {
    client.read_head();
    client.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
    drip("HTTP/1.1 ", "2")(client);
  });
  Fetching fetching(hasty(server));
  EXPECT_EQ(reply_of(fetching.get("http://example.test/")).body, "ok");
  EXPECT_EQ(stage_of(fetching.get("http://example.test/")), TimedOut::Stage::kTotal);
  EXPECT_EQ(server.connections(), 1);
}

TEST(FetchFaults, HandleCanBeReusedAfterATimeOut) {
  std::atomic<int> requests = 0;
  RawServer server([&](RawServer::Client& client) {
    client.read_head();
    if (++requests == 1) return client.wait_until_closed();
    client.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
  });
  Fetching fetching(hasty(server));
  EXPECT_EQ(name(fetching.get("http://example.test/")), "timed_out");
  EXPECT_EQ(reply_of(fetching.get("http://example.test/")).body, "ok");
}

TEST(FetchFaults, PrivateAddressesAreRefusedInAnyForm) {
  FetchOptions options;
  Fetching fetching(options);
  for (const char* url :
       {"http://127.0.0.1/", "http://2130706433/", "http://0x7f.1/", "http://[::1]/",
        "http://[::ffff:10.0.0.1]/", "http://169.254.169.254/latest/meta-data", "http://10.1.1.1/",
        "http://192.168.1.1:8080/", "http://[fe80::1]/", "http://[64:ff9b::7f00:1]/",
        "http://[2002:7f00:1::]/", "http://0/"}) {
    EXPECT_EQ(name(fetching.get(url)), "address_refused") << url;
    const auto resolved = fetching.resolve(url);
    ASSERT_FALSE(resolved) << url;
    EXPECT_EQ(name(resolved.error()), "address_refused") << url;
  }
}

TEST(FetchFaults, PrivateAddressesAreRequestedIfAllowed) {
  RawServer server(test::always("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"));
  FetchOptions options;
  options.allow_private = true;
  Fetching fetching(options);
  EXPECT_EQ(reply_of(fetching.get("http://" + server.address() + "/")).body, "ok");
}

TEST(FetchFaults, OtherSchemesAreNotFetched) {
  Fetching fetching({});
  EXPECT_EQ(name(fetching.get("ftp://example.test/")), "connect_failed");
  EXPECT_EQ(name(fetching.get("file:///etc/passwd")), "connect_failed");
}

TEST(FetchFaults, HostThatLibcurlRefusesFails) {
  RawServer server(test::always("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"));
  Fetching fetching(to_server(server));
  EXPECT_EQ(name(fetching.get("http://a$b!c.test/")), "connect_failed");
}

TEST(FetchFaults, DestroyedFetcherCallsNoCallbacks) {
  RawServer server([](RawServer::Client& client) { client.wait_until_closed(); });
  Fetching fetching(to_server(server));
  int calls = 0;
  for (int i = 0; i < 10; ++i) {
    fetching.fetcher().fetch({.url = *url::parse("http://example.test/")},
                             [&](const Outcome&) { ++calls; });
  }
  fetching.fetcher().fetch({.url = *url::parse("ftp://example.test/")},
                           [&](const Outcome&) { ++calls; });
  eventloop::Timer timer(fetching.loop());
  timer.start(Duration::milliseconds(10), [&] {
    fetching.end_fetcher();
    timer.start(Duration::milliseconds(5), [&] { fetching.loop().stop(); });
  });
  fetching.loop().run();
  EXPECT_EQ(calls, 1);
}

}  // namespace
}  // namespace freshet::fetch
