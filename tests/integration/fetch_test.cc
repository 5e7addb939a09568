// Tests of the fetcher with servers that send all kinds of valid replies.
#include <deque>
#include <mutex>

#include "fetching.h"

namespace freshet::fetch {
namespace {

using test::RawServer;

constexpr const char* kHello = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";

// Answers with kHello and records the heads of requests.
class Listener {
 public:
  RawServer::Serve serve(std::string reply = kHello) {
    return [this, reply](RawServer::Client& client) {
      for (std::string head; !(head = client.read_head()).empty();) {
        {
          const std::lock_guard lock(mutex_);
          heads_.push_back(head);
        }
        client.send(reply);
      }
    };
  }
  std::vector<std::string> heads() {
    const std::lock_guard lock(mutex_);
    return heads_;
  }

 private:
  std::mutex mutex_;
  std::vector<std::string> heads_;
};

TEST(Fetch, AReplyHasStatusFieldsAndBody) {
  RawServer server(
      test::always("HTTP/1.1 404 Not Found\r\nContent-Type: text/plain\r\nX-Two: a\r\nx-two: b\r\n"
                   "Content-Length: 5\r\n\r\nhello"));
  Fetching fetching(to_server(server));
  const Outcome outcome = fetching.get("http://example.test/missing");
  const Reply& reply = reply_of(outcome);
  EXPECT_EQ(reply.status, 404);
  EXPECT_EQ(reply.protocol, "HTTP/1.1");
  EXPECT_EQ(reply.body, "hello");
  EXPECT_FALSE(reply.body_truncated);
  EXPECT_EQ(reply.headers.get("content-type"), "text/plain");
  EXPECT_EQ(reply.headers.get_all("X-Two").size(), 2u);
  EXPECT_EQ(reply.reply_head,
            "HTTP/1.1 404 Not Found\r\nContent-Type: text/plain\r\nX-Two: a\r\nx-two: b\r\n"
            "Content-Length: 5\r\n");
  EXPECT_EQ(reply.address, Address::parse("127.0.0.1"));
  EXPECT_GT(reply.timings.connected, Duration());
  EXPECT_GE(reply.timings.first_byte, reply.timings.connected);
  EXPECT_GE(reply.timings.total, reply.timings.first_byte);
}

TEST(Fetch, AConnectionIsKeptForTheNextRequest) {
  RawServer server(test::always(kHello));
  Fetching fetching(to_server(server));
  for (int i = 0; i < 5; ++i) {
    const Outcome outcome = fetching.get("http://example.test/" + std::to_string(i));
    EXPECT_EQ(reply_of(outcome).body, "hello");
    EXPECT_EQ(reply_of(outcome).timings.connected > Duration(), i == 0);
  }
  EXPECT_EQ(server.connections(), 1);
}

TEST(Fetch, NothingIsSentIfTheRightToSendHasEnded) {
  Listener listener;
  RawServer server(listener.serve());
  FetchOptions options = to_server(server);
  bool may_send = true;
  options.may_send = [&] { return may_send; };
  Fetching fetching(options);
  EXPECT_EQ(reply_of(fetching.get("http://a.test/")).status, 200);
  may_send = false;
  EXPECT_EQ(name(fetching.get("http://a.test/")), "cancelled") << "on the open connection";
  EXPECT_EQ(name(fetching.get("http://b.test/")), "cancelled") << "on a new connection";
  EXPECT_EQ(listener.heads().size(), 1U);
}

TEST(Fetch, ConnectionThatTheServerClosedIsReplaced) {
  RawServer server(test::once(kHello));
  Fetching fetching(to_server(server));
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(reply_of(fetching.get("http://example.test/")).body, "hello");
  }
}

TEST(Fetch, RecordedRequestHeadIsWhatArrives) {
  Listener listener;
  RawServer server(listener.serve());
  Fetching fetching(to_server(server));
  const std::vector<std::pair<std::string, std::string>> more = {
      {"If-None-Match", "\"abc\""},
      {"If-Modified-Since", "Sun, 06 Nov 1994 08:49:37 GMT"},
      {"X-Empty", ""}};
  for (const char* url :
       {"http://example.test/", "http://example.test/a/b?c=d&e#fragment", "http://example.test./",
        "http://example.test:8080/x", "http://example.test?q", "http://127.0.0.9/%7Ea/%2e./",
        "http://[2001:db8::1]:81/", "http://user:secret@example.test/login",
        "http://xn--bcher-kva.example/b%C3%BCcher?x={|}'", "http://example.test//a//b/"}) {
    for (const bool conditional : {false, true}) {
      Request request{.url = *url::parse(url)};
      if (conditional) request.headers = more;
      const Outcome outcome = fetching.send(request);
      EXPECT_EQ(reply_of(outcome).request_head + "\r\n", listener.heads().back()) << url;
    }
  }
}

TEST(Fetch, ServerOfVersionOneZeroGetsRequestsOfThatVersion) {
  Listener listener;
  RawServer server(
      listener.serve("HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nok"));
  Fetching fetching(to_server(server));
  for (int i = 0; i < 3; ++i) {
    const Outcome outcome = fetching.get("http://example.test/");
    EXPECT_EQ(reply_of(outcome).protocol, "HTTP/1.0");
    EXPECT_EQ(reply_of(outcome).request_head + "\r\n", listener.heads().back());
  }
}

TEST(Fetch, TheUsualFieldsAreSent) {
  Listener listener;
  RawServer server(listener.serve());
  Fetching fetching(to_server(server));
  fetching.get("http://example.test/");
  EXPECT_EQ(listener.heads()[0],
            "GET / HTTP/1.1\r\nHost: example.test\r\nUser-Agent: freshet-test/1.0\r\n"
            "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8\r\n"
            "Accept-Encoding: gzip, br, zstd, deflate\r\n\r\n");
}

TEST(Fetch, ARedirectIsAReply) {
  RawServer server(test::always(
      "HTTP/1.1 301 Moved\r\nLocation: http://elsewhere.test/\r\nContent-Length: 0\r\n\r\n"));
  Fetching fetching(to_server(server));
  const Outcome outcome = fetching.get("http://example.test/");
  EXPECT_EQ(reply_of(outcome).status, 301);
  EXPECT_EQ(reply_of(outcome).headers.get("location"), "http://elsewhere.test/");
}

TEST(Fetch, InterimRepliesAreSkipped) {
  RawServer server(test::always(
      "HTTP/1.1 100 Continue\r\nX-First: 1\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
      "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"));
  Fetching fetching(to_server(server));
  const Outcome outcome = fetching.get("http://example.test/");
  EXPECT_EQ(reply_of(outcome).status, 200);
  EXPECT_EQ(reply_of(outcome).reply_head, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n");
  EXPECT_EQ(reply_of(outcome).body, "hello");
}

TEST(Fetch, ChunksAreJoinedAndTrailersLeftOut) {
  RawServer server(test::always(
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2;x=y\r\nlo\r\n0\r\n"
      "X-Trailer: t\r\n\r\n"));
  Fetching fetching(to_server(server));
  for (int i = 0; i < 2; ++i) {
    const Outcome outcome = fetching.get("http://example.test/");
    EXPECT_EQ(reply_of(outcome).body, "hello");
    EXPECT_EQ(reply_of(outcome).reply_head, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n");
    EXPECT_FALSE(reply_of(outcome).body_truncated);
  }
  EXPECT_EQ(server.connections(), 1);
}

TEST(Fetch, ContentCodingIsNotDecoded) {
  const std::string gzip("\x1F\x8B\x08\x00not really", 15);
  RawServer server(test::always("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: " +
                                std::to_string(gzip.size()) + "\r\n\r\n" + gzip));
  Fetching fetching(to_server(server));
  EXPECT_EQ(reply_of(fetching.get("http://example.test/")).body, gzip);
}

TEST(Fetch, NotModifiedHasNoBody) {
  RawServer server(test::always("HTTP/1.1 304 Not Modified\r\nETag: \"x\"\r\n\r\n"));
  Fetching fetching(to_server(server));
  const Outcome outcome = fetching.get("http://example.test/");
  EXPECT_EQ(reply_of(outcome).status, 304);
  EXPECT_EQ(reply_of(outcome).body, "");
}

TEST(Fetch, ManyRequestsAtOnceAllEnd) {
  RawServer server(test::always(kHello));
  Fetching fetching(to_server(server));
  std::vector<Outcome> outcomes;
  for (int i = 0; i < 300; ++i) {
    fetching.start({.url = *url::parse("http://h" + std::to_string(i % 30) + ".test/")}, outcomes);
  }
  EXPECT_EQ(fetching.fetcher().in_flight(), 300u);
  fetching.loop().run();
  ASSERT_EQ(outcomes.size(), 300u);
  for (const Outcome& outcome : outcomes) EXPECT_EQ(reply_of(outcome).body, "hello");
  EXPECT_EQ(fetching.fetcher().in_flight(), 0u);
}

TEST(Fetch, RequestsBeyondTheConnectionLimitWait) {
  RawServer server(test::always(kHello));
  FetchOptions options = to_server(server);
  options.max_connections = 3;
  Fetching fetching(options);
  std::vector<Outcome> outcomes;
  for (int i = 0; i < 40; ++i) {
    fetching.start({.url = *url::parse("http://h" + std::to_string(i) + ".test/")}, outcomes);
  }
  fetching.loop().run();
  ASSERT_EQ(outcomes.size(), 40u);
  for (const Outcome& outcome : outcomes) EXPECT_EQ(reply_of(outcome).body, "hello");
}

TEST(Fetch, MappedNameConnectsElsewhereAndKeepsItsHostField) {
  Listener listener;
  RawServer server(listener.serve());
  RawServer other(test::always("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nother"));
  FetchOptions options;
  options.host_map = {{"a.test", server.address()}, {"*", other.address()}};
  Fetching fetching(options);
  EXPECT_EQ(reply_of(fetching.get("http://a.test:8123/")).body, "hello");
  EXPECT_NE(listener.heads()[0].find("\r\nHost: a.test:8123\r\n"), std::string::npos);
  EXPECT_EQ(reply_of(fetching.get("http://b.test/")).body, "other");
  EXPECT_TRUE(fetching.resolve("http://a.test/")->empty());
}

TEST(Fetch, ALoginIsSentToItsHostOnly) {
  Listener listener;
  RawServer server(listener.serve());
  FetchOptions options = to_server(server);
  options.basic_auth = {{"private.test", "user:secret"}};
  Fetching fetching(options);
  const Outcome outcome = fetching.get("http://private.test/");
  fetching.get("http://public.test/");
  const auto heads = listener.heads();
  EXPECT_NE(heads[0].find("\r\nAuthorization: Basic dXNlcjpzZWNyZXQ=\r\n"), std::string::npos);
  EXPECT_EQ(heads[1].find("Authorization"), std::string::npos);
  EXPECT_EQ(reply_of(outcome).request_head + "\r\n", heads[0]);
}

TEST(Fetch, CookiesAreSentOnlyToTheirDomain) {
  Listener listener;
  RawServer server(
      listener.serve("HTTP/1.1 200 OK\r\nSet-Cookie: id=1\r\nContent-Length: 2\r\n\r\nok"));
  FetchOptions options = to_server(server);
  options.cookies = true;
  Fetching fetching(options);
  fetching.get("http://www.example.com/");
  const Outcome outcome = fetching.get("http://www.example.com/");
  fetching.get("http://www.example.org/");
  const auto heads = listener.heads();
  EXPECT_EQ(heads[0].find("Cookie"), std::string::npos);
  EXPECT_NE(heads[1].find("\r\nCookie: id=1\r\n"), std::string::npos);
  EXPECT_EQ(heads[2].find("Cookie"), std::string::npos);
  EXPECT_EQ(reply_of(outcome).request_head + "\r\n", heads[1]);
}

TEST(Fetch, WithoutTheOptionCookiesAreIgnored) {
  Listener listener;
  RawServer server(
      listener.serve("HTTP/1.1 200 OK\r\nSet-Cookie: id=1\r\nContent-Length: 2\r\n\r\nok"));
  Fetching fetching(to_server(server));
  fetching.get("http://www.example.com/");
  fetching.get("http://www.example.com/");
  EXPECT_EQ(listener.heads()[1].find("Cookie"), std::string::npos);
}

TEST(Fetch, ProxyGetsTheFullUrl) {
  Listener listener;
  RawServer proxy(listener.serve());
  FetchOptions options;
  options.proxy = "http://" + proxy.address();
  Fetching fetching(options);
  const Outcome outcome = fetching.get("http://name-that-only-the-proxy-knows.test/x");
  EXPECT_EQ(reply_of(outcome).body, "hello");
  EXPECT_FALSE(reply_of(outcome).address);
  EXPECT_TRUE(listener.heads()[0].starts_with(
      "GET http://name-that-only-the-proxy-knows.test/x HTTP/1.1\r\n"));
  EXPECT_EQ(reply_of(outcome).request_head + "\r\n", listener.heads()[0]);
  EXPECT_TRUE(fetching.resolve("http://name-that-only-the-proxy-knows.test/")->empty());
  EXPECT_EQ(name(fetching.get("http://127.0.0.1/")), "address_refused");
}

TEST(Fetch, ProxyThatRefusesTheTunnelIsAFailedConnection) {
  RawServer proxy(test::once("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n"));
  FetchOptions options;
  options.proxy = "http://" + proxy.address();
  Fetching fetching(options);
  EXPECT_EQ(name(fetching.get("https://secure.test/")), "connect_failed");
}

TEST(Fetch, MappedNameIsNotRequestedThroughTheProxy) {
  RawServer server(test::always(kHello));
  RawServer proxy(test::once("HTTP/1.1 500 Wrong\r\nContent-Length: 0\r\n\r\n"));
  FetchOptions options;
  options.proxy = "http://" + proxy.address();
  options.host_map = {{"mapped.test", server.address()}};
  Fetching fetching(options);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(reply_of(fetching.get("http://mapped.test/")).body, "hello");
    EXPECT_EQ(reply_of(fetching.get("http://other.test/")).status, 500);
  }
}

TEST(Fetch, ASocksProxyGetsTheNameToResolve) {
  // By RFC 1928: greeting, no authentication; then a connection to a domain name.
  std::string request;
  std::optional<RawServer> proxy(std::in_place, [&](RawServer::Client& client) {
    const std::string greeting = client.read(2);
    client.read(static_cast<size_t>(greeting[1]));
    client.send(std::string("\x05\x00", 2));
    request = client.read(5);
    request += client.read(static_cast<size_t>(request[4]) + 2);
    client.send(std::string("\x05\x00\x00\x01\x7F\x00\x00\x01\x00\x50", 10));
    if (!client.read_head().empty()) client.send(kHello);
  });
  FetchOptions options;
  options.proxy = "socks5h://" + proxy->address();
  Fetching fetching(options);
  EXPECT_EQ(reply_of(fetching.get("http://only-the-proxy.test/")).body, "hello");
  proxy.reset();
  EXPECT_EQ(request, std::string("\x05\x01\x00\x03\x13only-the-proxy.test\x00\x50", 26));
}

TEST(Fetch, InvalidOptionsAreRefused) {
  const auto message = [](auto change) {
    FetchOptions options;
    change(options);
    const Status status = validate(options);
    return status ? std::string() : status.error().message;
  };
  EXPECT_EQ(message([](FetchOptions&) {}), "");
  EXPECT_NE(message([](auto& o) { o.host_map = {{"a", "b.test:80"}}; }), "");
  EXPECT_NE(message([](auto& o) { o.host_map = {{"a", "127.0.0.1"}}; }), "");
  EXPECT_NE(message([](auto& o) { o.host_map = {{"", "127.0.0.1:80"}}; }), "");
  EXPECT_EQ(message([](auto& o) { o.host_map = {{"*", "[::1]:80"}}; }), "");
  EXPECT_NE(message([](auto& o) { o.proxy = "ftp://a"; }), "");
  EXPECT_NE(message([](auto& o) { o.basic_auth = {{"a", "user"}}; }), "");
  EXPECT_NE(message([](auto& o) { o.dns_servers = {"dns.test"}; }), "");
  EXPECT_NE(message([](auto& o) { o.idle_timeout = Duration(); }), "");
}

}  // namespace
}  // namespace freshet::fetch
