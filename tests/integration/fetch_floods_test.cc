// Tests of servers that send endless data that are not part of a reply. They must not keep the
// fetcher from other transfers, nor from ending.
#include <atomic>
#include <memory>
#include <tuple>

#include "fetching.h"
#include "support/certificates.h"
#include "support/http2.h"

namespace freshet::fetch {
namespace {

using test::RawServer;
using namespace test::http2;

std::string times(int n, const std::string& text) {
  std::string all;
  for (int i = 0; i < n; ++i) all += text;
  return all;
}

FetchOptions hasty(const RawServer& bad, const RawServer& good) {
  FetchOptions options = to_server(bad);
  options.host_map.insert(options.host_map.begin(), {"other.test", good.address()});
  options.idle_timeout = Duration::seconds(1);
  options.total_timeout = Duration::seconds(4);
  return options;
}

constexpr char kOk[] = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

// Sends a request to the flooding server and requests to others at the same time, which must be
// answered. Returns the outcome of the first.
Outcome ask_among_others(Fetching& fetching, std::string_view url) {
  std::vector<Outcome> bad;
  std::vector<Outcome> others;
  fetching.start({.url = *url::parse(url)}, bad);
  for (int i = 0; i < 5; ++i) {
    fetching.start({.url = *url::parse("http://other.test/")}, others);
  }
  fetching.loop().run();
  EXPECT_EQ(others.size(), 5u);
  for (const Outcome& outcome : others) {
    // A flood may last until the time-out of a request. Then the others are answered after it.
    const bool was_late = name(outcome) == "timed_out";
    EXPECT_EQ(reply_of(was_late ? fetching.get("http://other.test/") : outcome).body, "ok");
  }
  return bad.empty() ? Outcome(Cancelled{}) : bad[0];
}

struct Flood {
  const char* name;
  std::string first;  // sent once, after the request
  std::string again;  // sent endlessly
  // The possible outcomes. Except for the kinds that block libcurl, they depend on how much is read
  // at a time.
  bool holds_libcurl = false;
};

void PrintTo(const Flood& flood, std::ostream* out) {
  *out << flood.name;
}

class FetchFloods : public testing::TestWithParam<Flood> {
 protected:
  static void SetUpTestSuite() {
    certificates_ = std::make_unique<test::Certificates>();
    certificates_->certify("good", "-days 2");
  }
  static void TearDownTestSuite() { certificates_.reset(); }

  inline static std::unique_ptr<test::Certificates> certificates_;
};

// The first stream of a client has the number 1.
const Flood kHttp2Floods[] = {
    {"EmptyData", frame(kHeaders, kEndHeaders, 1, kStatus200),
     times(1000, frame(kData, kNone, 1, "")), true},
    {"FramesOfUnknownType", "", times(1000, frame(kUnknown, kNone, 0, "")), true},
    {"Priority", "", times(1000, frame(kPriority, kNone, 1, std::string("\0\0\0\0\x10", 5))), true},
    {"PaddingWithoutData", frame(kHeaders, kEndHeaders, 1, kStatus200),
     times(50, frame(kData, kPadded, 1, '\xff' + std::string(255, '\0')))},
    {"Ping", "", times(500, frame(kPing, kNone, 0, "12345678"))},
    {"Settings", "", times(1000, frame(kSettings, kNone, 0, ""))},
    {"WindowUpdate", "", times(100, frame(kWindowUpdate, kNone, 0, std::string("\0\0\0\1", 4)))},
    {"Continuation", frame(kHeaders, kNone, 1, kStatus200),
     times(1000, frame(kContinuation, kNone, 1, ""))},
    {"HeaderFields", frame(kHeaders, kNone, 1, kStatus200),
     frame(kContinuation, kNone, 1, times(100, std::string("\0\3x-y\3abc", 9)))},
    {"InterimReplies", "",
     times(500, frame(kHeaders, kEndHeaders, 1, std::string("\x08\x03") + "103"))},
    {"Trailers", frame(kHeaders, kEndHeaders, 1, kStatus200) + frame(kData, kNone, 1, "x"),
     frame(kHeaders, kEndHeaders, 1, times(100, std::string("\0\3x-y\3abc", 9)))},
};

TEST_P(FetchFloods, OfHttp2FramesEnd) {
  const Flood& flood = GetParam();
  std::atomic<int> http2 = 0;
  std::atomic<int> plain = 0;
  RawServer bad(
      [&](RawServer::Client& client) {
        if (!begin(client)) {
          ++plain;
          while (!client.read_head().empty()) client.send(kOk);
          return;
        }
        ++http2;
        if (next_request(client) == 0) return;
        client.send(flood.first);
        while (client.send(flood.again)) {
        }
      },
      certificates_->tls("good", true));
  RawServer good(test::always(kOk));
  FetchOptions options = hasty(bad, good);
  options.ca_file = certificates_->authority();
  Fetching fetching(options);
  const Outcome outcome = ask_among_others(fetching, "https://good.test/");
  EXPECT_EQ(http2, 1);
  if (const auto* reply = std::get_if<Reply>(&outcome)) {
    EXPECT_TRUE(reply->body_truncated);
  }
  // If the machine is so busy that the thread gets too little processor time, the request times
  // out.
  if (!flood.holds_libcurl || name(outcome) == "timed_out") return;
  EXPECT_EQ(name(outcome), "bad_reply");
  // From then on HTTP/1.1 is used for this host, and HTTP/2 for the others.
  EXPECT_EQ(reply_of(fetching.get("https://good.test/")).protocol, "HTTP/1.1");
  EXPECT_EQ(plain, 1);
  const std::string_view of_another = name(ask_among_others(fetching, "https://a.wild.test/"));
  EXPECT_TRUE(of_another == "bad_reply" || of_another == "timed_out") << of_another;
  EXPECT_EQ(http2, 2);
}

INSTANTIATE_TEST_SUITE_P(Http2, FetchFloods, testing::ValuesIn(kHttp2Floods),
                         [](const auto& flood) { return flood.param.name; });

class PlainFloods : public testing::TestWithParam<Flood> {};

const std::string kChunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
const Flood kPlainFloods[] = {
    {"ChunkExtension", kChunked + "5;x=", std::string(1000, 'x')},
    {"ZerosBeforeAChunkSize", kChunked, std::string(1000, '0')},
    {"Trailers", kChunked + "5\r\nhello\r\n0\r\n", "X-Again: and again and again and again\r\n"},
    {"InterimReplies", "", "HTTP/1.1 100 Continue\r\n\r\n"},
    {"EmptyLinesBeforeTheStatus", "", "\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n"},
    {"HeaderFields", "HTTP/1.1 200 OK\r\n", "X-Again: and again and again and again\r\n"},
    {"HeaderLine", "HTTP/1.1 200 OK\r\nX: ", std::string(1000, 'x')},
    {"StatusLine", "HTTP/1.1 200 ", std::string(1000, 'x')},
};

TEST_P(PlainFloods, OfHttp1End) {
  RawServer bad([](RawServer::Client& client) {
    client.read_head();
    client.send(GetParam().first);
    while (client.send(GetParam().again)) {
    }
  });
  RawServer good(test::always(kOk));
  Fetching fetching(hasty(bad, good));
  const Outcome outcome = ask_among_others(fetching, "http://example.test/");
  if (const auto* reply = std::get_if<Reply>(&outcome)) {
    EXPECT_TRUE(reply->body_truncated);
  }
}

INSTANTIATE_TEST_SUITE_P(Http1, PlainFloods, testing::ValuesIn(kPlainFloods),
                         [](const auto& flood) { return flood.param.name; });

}  // namespace
}  // namespace freshet::fetch
