#include "http/headers.h"

#include <string>

#include "gtest/gtest.h"
#include "http/header_block.h"

namespace freshet::http {
namespace {

TEST(HeaderMap, KeepsTheOrderAndIgnoresTheCaseOfNames) {
  HeaderMap headers;
  headers.add("Via", "a");
  headers.add("Date", "now");
  headers.add("VIA", "b");
  EXPECT_EQ(headers.get("via"), "a");
  EXPECT_EQ(headers.get_all("Via"), (std::vector<std::string_view>{"a", "b"}));
  EXPECT_EQ(headers.combined("via"), "a, b");
  EXPECT_EQ(headers.get("Age"), std::nullopt);
  EXPECT_EQ(headers.combined("Age"), std::nullopt);
  std::string names;
  for (const auto& field : headers) names.append(field.name) += ' ';
  EXPECT_EQ(names, "Via Date VIA ");
}

TEST(HeaderMap, RefusesFieldsBeyondItsLimits) {
  HeaderMap headers({.max_count = 2, .max_bytes = 10});
  EXPECT_FALSE(headers.add("Name", std::string(7, 'x')));
  EXPECT_TRUE(headers.add("Name", std::string(5, 'x')));
  EXPECT_TRUE(headers.add("B", ""));
  EXPECT_FALSE(headers.add("", ""));
  EXPECT_EQ(headers.size(), 2U);
}

TEST(HeaderBlock, ParsesAStatusLineAndFields) {
  const std::string_view raw = "HTTP/1.1 200 OK\r\nA: 1\r\nB:2 \r\n\r\nbody: no\r\n";
  const HeaderBlock block = parse_header_block(raw);
  EXPECT_EQ(block.status, (StatusLine{.version = "1.1", .code = 200, .reason = "OK"}));
  EXPECT_EQ(block.headers.size(), 2U);
  EXPECT_EQ(block.headers.get("b"), "2");
  EXPECT_EQ(raw.substr(block.length), "body: no\r\n");
  EXPECT_TRUE(block.remarks.empty());
}

TEST(HeaderBlock, CorrectsMalformedLinesIfPossible) {
  using std::literals::operator""sv;
  const HeaderBlock block =
      parse_header_block("A: 1\n  2\n\t3\nno colon here\nB : x\n(c): y\nD: a\0b\n"sv);
  EXPECT_EQ(block.status, std::nullopt);
  EXPECT_EQ(block.headers.get("A"), "1 2 3");
  EXPECT_EQ(block.headers.get("B"), "x");
  EXPECT_EQ(block.headers.get("D"), "a b");
  EXPECT_EQ(block.headers.size(), 3U);
  EXPECT_EQ(block.remarks.size(), 3U);
}

TEST(HeaderBlock, FieldsBeyondTheLimitsAreRemarked) {
  const HeaderBlock block = parse_header_block("A: 1\nB: 2\nC: 3\n", {.max_count = 2});
  EXPECT_EQ(block.headers.size(), 2U);
  EXPECT_EQ(block.remarks, (std::vector<std::string>{"beyond the limits: C"}));
}

TEST(StatusLine, ParsesTheFormsThatServersSend) {
  EXPECT_EQ(parse_status_line("HTTP/2 404"),
            (StatusLine{.version = "2", .code = 404, .reason = ""}));
  EXPECT_EQ(parse_status_line("HTTP/1.0  302  Found it")->reason, "Found it");
  for (const char* bad : {"", "HTTP/1.1", "HTTP/1.1 20", "HTTP/1.1 2000", "HTTP/x 200",
                          "ICY 200 OK", "HTTP/1.1 099 no"}) {
    EXPECT_EQ(parse_status_line(bad), std::nullopt) << bad;
  }
}

TEST(StatusKind, FollowsFromTheCode) {
  EXPECT_EQ(status_kind(200), StatusKind::kSuccess);
  EXPECT_EQ(status_kind(301), StatusKind::kRedirect);
  EXPECT_EQ(status_kind(304), StatusKind::kNotModified);
  EXPECT_EQ(status_kind(305), StatusKind::kOtherRedirect);
  EXPECT_EQ(status_kind(410), StatusKind::kGone);
  EXPECT_EQ(status_kind(429), StatusKind::kSlowDown);
  EXPECT_EQ(status_kind(403), StatusKind::kClientError);
  EXPECT_EQ(status_kind(500), StatusKind::kServerError);
  EXPECT_EQ(status_kind(0), StatusKind::kUnknown);
}

}  // namespace
}  // namespace freshet::http
