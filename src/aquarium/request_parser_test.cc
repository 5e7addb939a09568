#include "aquarium/request_parser.h"

#include <string>

#include "gtest/gtest.h"

namespace freshet::aquarium {
namespace {

using State = ParsedRequest::State;

constexpr std::string_view kPlain =
    "GET /a?b HTTP/1.1\r\nHost: h0.aquarium.test\r\nUser-Agent: freshet/1\r\n"
    "Accept-Encoding: br, gzip\r\nIf-None-Match: \"x\"\r\n"
    "If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT\r\n\r\n";

int refusal_status(const std::string& bytes, const RequestLimits& limits = {}) {
  const ParsedRequest parsed = parse_request(bytes, limits);
  return parsed.state == State::kRefused ? parsed.status : 0;
}

TEST(RequestParser, FindsTheFieldsThatTheAquariumUses) {
  const ParsedRequest parsed = parse_request(kPlain);
  ASSERT_EQ(parsed.state, State::kWhole);
  EXPECT_EQ(parsed.head_length, kPlain.size());
  EXPECT_EQ(parsed.request.method, "GET");
  EXPECT_EQ(parsed.request.target, "/a?b");
  EXPECT_EQ(parsed.request.host, "h0.aquarium.test");
  EXPECT_EQ(parsed.request.user_agent, "freshet/1");
  EXPECT_EQ(parsed.request.if_none_match, "\"x\"");
  EXPECT_EQ(parsed.request.if_modified_since, "Sun, 06 Nov 1994 08:49:37 GMT");
  EXPECT_TRUE(parsed.request.accepts_gzip);
  EXPECT_TRUE(parsed.request.keep_alive);
}

TEST(RequestParser, EveryPrefixOfARequestIsPartial) {
  for (size_t length = 0; length < kPlain.size(); ++length) {
    EXPECT_EQ(parse_request(kPlain.substr(0, length)).state, State::kPartial) << length;
  }
}

TEST(RequestParser, StopsAtTheEndOfTheFirstRequest) {
  const std::string two = std::string(kPlain) + std::string(kPlain);
  EXPECT_EQ(parse_request(two).head_length, kPlain.size());
}

TEST(RequestParser, AcceptsBareLineFeedsAndEmptyLinesBeforeTheRequest) {
  const ParsedRequest parsed = parse_request("\r\n\nGET / HTTP/1.1\nHost: a\n\n");
  ASSERT_EQ(parsed.state, State::kWhole);
  EXPECT_EQ(parsed.request.host, "a");
}

TEST(RequestParser, ConnectionsAreKeptAliveByDefaultInHttp11) {
  const auto kept = [](std::string_view head) { return parse_request(head).request.keep_alive; };
  EXPECT_FALSE(kept("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"));
  EXPECT_FALSE(kept("GET / HTTP/1.0\r\n\r\n"));
  EXPECT_TRUE(kept("GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n"));
}

TEST(RequestParser, AnAbsoluteTargetOverridesTheHostField) {
  const ParsedRequest parsed =
      parse_request("GET http://h1.aquarium.test/x?y HTTP/1.1\r\nHost: other\r\n\r\n");
  ASSERT_EQ(parsed.state, State::kWhole);
  EXPECT_EQ(parsed.request.host, "h1.aquarium.test");
  EXPECT_EQ(parsed.request.target, "/x?y");
  EXPECT_EQ(parse_request("GET http://h1 HTTP/1.1\r\n\r\n").request.target, "/");
}

TEST(RequestParser, GzipCanBeRefused) {
  const auto accepts = [](const std::string& value) {
    const std::string head = "GET / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: " + value + "\r\n\r\n";
    return parse_request(head).request.accepts_gzip;
  };
  EXPECT_TRUE(accepts("gzip;q=0.5"));
  EXPECT_TRUE(accepts("*"));
  EXPECT_FALSE(accepts("gzip;q=0"));
  EXPECT_FALSE(accepts("gzip; q=0.0, br"));
  EXPECT_FALSE(accepts("identity"));
}

TEST(RequestParser, RefusesMalformedRequests) {
  EXPECT_EQ(refusal_status("hello\r\n\r\n"), 400);
  EXPECT_EQ(refusal_status("GET /\r\n\r\n"), 400);
  EXPECT_EQ(refusal_status(" / HTTP/1.1\r\n\r\n"), 400);
  EXPECT_EQ(refusal_status("GET nowhere HTTP/1.1\r\nHost: a\r\n\r\n"), 400);
  EXPECT_EQ(refusal_status("GET /a b HTTP/1.1\r\nHost: a\r\n\r\n"), 400);
  EXPECT_EQ(refusal_status("GET / HTTP/1.1\r\nno colon\r\n\r\n"), 400);
  EXPECT_EQ(refusal_status("GET / HTTP/1.1\r\nHost : a\r\n\r\n"), 400);
  EXPECT_EQ(refusal_status("GET / HTTP/1.1\r\n\r\n"), 400);  // no host
  EXPECT_EQ(refusal_status("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n"), 400);
  EXPECT_EQ(refusal_status("GET / HTTP/2.0\r\nHost: a\r\n\r\n"), 505);
  EXPECT_EQ(refusal_status("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"),
            501);
  std::string with_nul = "GET /x HTTP/1.1\r\nHost: a\r\n\r\n";
  with_nul[5] = 0;
  EXPECT_EQ(refusal_status(with_nul), 400);
}

TEST(RequestParser, RefusesRequestsBeyondTheLimits) {
  const RequestLimits limits;
  EXPECT_EQ(refusal_status("GET /" + std::string(9'000, 'a') + " HTTP/1.1\r\nHost: a\r\n\r\n"),
            414);
  EXPECT_EQ(refusal_status("GET /" + std::string(9'000, 'a')), 414);
  EXPECT_EQ(refusal_status("GET / HTTP/1.1\r\nX: " + std::string(limits.max_head, 'a')), 431);
  std::string many = "GET / HTTP/1.1\r\n";
  for (size_t i = 0; i <= limits.max_fields; ++i) many += "A: b\r\n";
  EXPECT_EQ(refusal_status(many + "\r\n"), 431);
  EXPECT_EQ(refusal_status("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\n\r\n"), 413);
}

TEST(RequestParser, ReadsTheLengthOfTheBody) {
  const ParsedRequest parsed =
      parse_request("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello");
  ASSERT_EQ(parsed.state, State::kWhole);
  EXPECT_EQ(parsed.body_length, 5U);
}

// Flips bytes of a request at random.
TEST(RequestParser, AcceptsAnyBytesWithoutHarm) {
  uint64_t state = 42;
  for (int round = 0; round < 2'000; ++round) {
    std::string bytes(kPlain);
    for (int i = 0; i < 8; ++i) {
      state = state * 6364136223846793005 + 1442695040888963407;
      bytes[(state >> 33) % bytes.size()] = static_cast<char>(state >> 56);
    }
    const ParsedRequest parsed = parse_request(bytes);
    if (parsed.state == State::kWhole) {
      EXPECT_LE(parsed.head_length, bytes.size());
    }
    if (parsed.state == State::kRefused) {
      EXPECT_GE(parsed.status, 400);
    }
  }
}

}  // namespace
}  // namespace freshet::aquarium
