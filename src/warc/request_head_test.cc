#include "warc/request_head.h"

#include "gtest/gtest.h"

namespace freshet::warc {
namespace {

std::string written(std::string_view head) {
  std::string out;
  append_request_head(out, head);
  return out;
}

TEST(RequestHead, SecretsAreReplacedAndTheirNamesKept) {
  EXPECT_EQ(written("GET /a HTTP/1.1\r\nHost: a.example\r\nAuthorization: Basic dTpw\r\n"
                    "PROXY-AUTHORIZATION:Basic eDp5\r\ncookie : id=7; b=8\r\nAccept: */*\r\n\r\n"),
            "GET /a HTTP/1.1\r\nHost: a.example\r\nAuthorization: [redacted]\r\n"
            "PROXY-AUTHORIZATION: [redacted]\r\ncookie : [redacted]\r\nAccept: */*\r\n");
}

TEST(RequestHead, ContinuationLinesOfASecretAreRemoved) {
  EXPECT_EQ(written("GET / HTTP/1.1\nAuthorization: Digest a=1,\n b=2\n\tc=3\nAccept: a,\n b\n"),
            "GET / HTTP/1.1\r\nAuthorization: [redacted]\r\nAccept: a,\r\n b\r\n");
}

TEST(RequestHead, OtherFieldsAreUnchanged) {
  const std::string head =
      "GET http://a.example/x@y HTTP/1.1\r\nX-Authorization-Hint: no\r\nCookies: no\r\nodd "
      "line\r\n";
  EXPECT_EQ(written(head), head);
}

TEST(RequestHead, TheRequestLineHasNoPassword) {
  EXPECT_EQ(written("GET http://user:p@ss@a.example/x HTTP/1.1\r\nHost: a.example"),
            "GET http://a.example/x HTTP/1.1\r\nHost: a.example\r\n");
}

TEST(RequestHead, UserInfoIsRemovedFromTheAuthorityOnly) {
  EXPECT_EQ(without_user_info("http://u:p@h/a"), "http://h/a");
  EXPECT_EQ(without_user_info("http://u@h"), "http://h");
  EXPECT_EQ(without_user_info("http://h/a@b"), "http://h/a@b");
  EXPECT_EQ(without_user_info("http://h?a@b"), "http://h?a@b");
  EXPECT_EQ(without_user_info("/a?b=http://u:p@h/"), "/a?b=http://u:p@h/");
  EXPECT_EQ(without_user_info(""), "");
}

}  // namespace
}  // namespace freshet::warc
