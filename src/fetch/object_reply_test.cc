#include "fetch/object_reply.h"

#include <gtest/gtest.h>

namespace freshet::fetch {
namespace {

ObjectReply reply_of(int status, std::string body) {
  ObjectReply reply;
  reply.status = status;
  reply.body = std::move(body);
  return reply;
}

TEST(ObjectReply, LinesOfTheHeadAreReadAndAnInterimReplyIsForgotten) {
  ObjectReply reply;
  for (const char* line : {"HTTP/1.1 100 Continue\r\n", "ETag: \"interim\"\r\n", "\r\n",
                           "HTTP/1.1 206 Partial Content\r\n", "content-RANGE:  bytes 5-9/10 \r\n",
                           "X-Amz-Checksum-Sha256: abc=\r\n", "no colon\r\n", "\r\n"}) {
    reply.add_line(line);
  }
  EXPECT_EQ(reply.status, 206);
  EXPECT_EQ(reply.etag, "");
  EXPECT_EQ(reply.content_range, "bytes 5-9/10");
  EXPECT_EQ(reply.checksum_sha256, "abc=");
}

TEST(ObjectReply, ContentRangesAreReadAndNonsenseIsRefused) {
  EXPECT_EQ(parse_content_range("bytes 5-9/10"), (ContentRange{5, 9, 10}));
  EXPECT_EQ(parse_content_range("bytes 0-0/1"), (ContentRange{0, 0, 1}));
  for (const char* text :
       {"", "bytes", "bytes 5-9/9", "bytes 9-5/10", "bytes 5-9/*", "bytes 5-9/10x", "items 5-9/10",
        "bytes -5-9/10", "bytes 5-99999999999999999999/10", "bytes */10"}) {
    EXPECT_EQ(parse_content_range(text), std::nullopt) << text;
  }
  EXPECT_EQ(parse_unsatisfied_range("bytes */10"), 10u);
  EXPECT_EQ(parse_unsatisfied_range("bytes 1-2/10"), std::nullopt);
}

TEST(ObjectReply, DigestsAreRead) {
  const digest::Digest256 digest = digest::sha256("abc");
  EXPECT_EQ(digest_of_base64("ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="), digest);
  EXPECT_EQ(digest_of_base64("ungW"), std::nullopt);
  // The checksum of an object that was stored in parts.
  EXPECT_EQ(digest_of_base64("ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=-2"), std::nullopt);
}

TEST(ObjectReply, ErrorsHaveTheWordsOfTheServerAndNameTheSetting) {
  const Error denied =
      error_of(reply_of(403,
                        "<?xml version=\"1.0\"?><Error><Code>InvalidAccessKeyId</Code>"
                        "<Message>No such\x1b[31m key</Message></Error>"),
               "warc.upload_credentials_file");
  EXPECT_EQ(denied.kind, ErrorKind::kDenied);
  EXPECT_NE(
      denied.message.find("403 InvalidAccessKeyId: No such?[31m key; check the credentials in "
                          "warc.upload_credentials_file"),
      std::string::npos)
      << denied.message;
  EXPECT_EQ(error_of(reply_of(503, ""), "x").kind, ErrorKind::kUnavailable);
  EXPECT_EQ(error_of(reply_of(429, ""), "x").kind, ErrorKind::kUnavailable);
  ObjectReply moved = reply_of(301, "");
  moved.bucket_region = "eu-west-9";
  EXPECT_NE(error_of(moved, "x").message.find("region: eu-west-9"), std::string::npos);
  const Error longest = error_of(reply_of(400, "<Code>" + std::string(100'000, 'x')), "x");
  EXPECT_LT(longest.message.size(), 300u);
}

}  // namespace
}  // namespace freshet::fetch
