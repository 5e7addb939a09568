#include "fetch/reply_head.h"

#include <vector>

#include "gtest/gtest.h"

namespace freshet::fetch {
namespace {

bool add_all(ReplyHead& head, const std::vector<std::string_view>& lines, int status = 200) {
  for (const std::string_view line : lines) {
    if (!head.add(line, [&] { return status; })) return false;
  }
  return true;
}

TEST(ReplyHead, IsCompleteAtTheEmptyLineAndTrailersAreLeftOut) {
  ReplyHead head(1'000);
  EXPECT_TRUE(add_all(head, {"HTTP/1.1 200 OK\r\n", "A: b\r\n"}));
  EXPECT_FALSE(head.is_complete());
  EXPECT_TRUE(add_all(head, {"\r\n", "Trailer: x\r\n", "\r\n"}));
  EXPECT_TRUE(head.is_complete());
  EXPECT_EQ(head.text(), "HTTP/1.1 200 OK\r\nA: b\r\n");
  EXPECT_FALSE(head.fault());
}

TEST(ReplyHead, HeadOfAnInterimReplyIsDropped) {
  ReplyHead head(1'000);
  EXPECT_TRUE(add_all(head, {"HTTP/1.1 103 Early Hints\r\n", "Link: x\r\n", "\r\n"}, 103));
  EXPECT_FALSE(head.is_complete());
  EXPECT_TRUE(add_all(head, {"HTTP/1.1 404 Not Found\r\n", "\r\n"}, 404));
  EXPECT_EQ(head.text(), "HTTP/1.1 404 Not Found\r\n");
}

TEST(ReplyHead, WhatIsNoValidHeadIsRefused) {
  ReplyHead head(20);
  EXPECT_FALSE(add_all(head, {"http/1.1 200 ok\r\n"}));
  EXPECT_EQ(head.fault(), "no status line");
  head.clear();
  using std::string_view_literals::operator""sv;
  EXPECT_FALSE(add_all(head, {"HTTP/1.1 2\0\r\n"sv}));
  EXPECT_EQ(head.fault(), "a NUL byte in the head");
  head.clear();
  EXPECT_FALSE(add_all(head, {"HTTP/1.1 200 OK\r\n", "A: b\r\n"}));
  EXPECT_EQ(head.fault(), "the head of the reply has more than 20 bytes");
}

TEST(ReplyHead, TooLongTrailersEndTheTransferButTheHeadIsGood) {
  ReplyHead head(30);
  EXPECT_TRUE(add_all(head, {"HTTP/1.1 200 OK\r\n", "\r\n"}));
  EXPECT_FALSE(add_all(head, {"Trailer: aaaaaaaaaaaaaaaaaaaa\r\n"}));
  EXPECT_FALSE(head.fault());
}

}  // namespace
}  // namespace freshet::fetch
