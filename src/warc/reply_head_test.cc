#include "warc/reply_head.h"

#include "gtest/gtest.h"

namespace freshet::warc {
namespace {

std::string archived(std::string_view head) {
  std::string out;
  append_reply_head(out, head);
  return out;
}
ReplySummary summary(std::string_view head) {
  std::string out;
  const ReplySummary written = append_reply_head(out, head);
  // An index that is made from the file must be the same.
  const ReplySummary read = summary_of_reply(out + "body");
  EXPECT_EQ(read.status, written.status);
  EXPECT_EQ(read.mime, written.mime);
  return written;
}

TEST(ReplyHead, AValidHeadIsUnchanged) {
  EXPECT_EQ(archived("HTTP/1.1 200 OK\r\nA: b\r\nC:d"), "HTTP/1.1 200 OK\r\nA: b\r\nC:d\r\n\r\n");
  EXPECT_EQ(archived("HTTP/1.0 404 Not Found"), "HTTP/1.0 404 Not Found\r\n\r\n");
}

TEST(ReplyHead, LaterVersionsOfHttpAreWrittenAsHttp11) {
  EXPECT_EQ(archived("HTTP/2 200\r\na: b"), "HTTP/1.1 200 \r\na: b\r\n\r\n");
  EXPECT_EQ(archived("HTTP/2 200 "), "HTTP/1.1 200 \r\n\r\n");
  EXPECT_EQ(archived("HTTP/3 404 Gone"), "HTTP/1.1 404 Gone\r\n\r\n");
  EXPECT_EQ(archived("HTTP/2.0 301 Moved Permanently"), "HTTP/1.1 301 Moved Permanently\r\n\r\n");
}

TEST(ReplyHead, AReplyWithoutStatusLineGetsOne) {
  EXPECT_EQ(archived(""), "HTTP/1.0 200 \r\n\r\n");
  EXPECT_EQ(archived("Content-Type: a/b"), "HTTP/1.0 200 \r\nContent-Type: a/b\r\n\r\n");
  EXPECT_EQ(archived("ICY 200 OK\r\nA: b"), "HTTP/1.0 200 \r\nICY 200 OK\r\nA: b\r\n\r\n");
}

TEST(ReplyHead, TransferEncodingIsRenamed) {
  EXPECT_EQ(archived("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nA: b"),
            "HTTP/1.1 200 OK\r\nx-orig-transfer-encoding: chunked\r\nA: b\r\n\r\n");
  EXPECT_EQ(archived("HTTP/1.1 200 OK\nTRANSFER-ENCODING :gzip, chunked\n"),
            "HTTP/1.1 200 OK\r\nx-orig-transfer-encoding:gzip, chunked\r\n\r\n");
  EXPECT_EQ(archived("HTTP/1.1 200 OK\r\nX-Transfer-Encoding: a"),
            "HTTP/1.1 200 OK\r\nX-Transfer-Encoding: a\r\n\r\n");
}

TEST(ReplyHead, EmptyLinesInsideTheHeadAreRemoved) {
  EXPECT_EQ(archived("HTTP/1.1 200 OK\r\n\r\nA: b\n\n\r\nC: d\r\n\r\n"),
            "HTTP/1.1 200 OK\r\nA: b\r\nC: d\r\n\r\n");
  EXPECT_EQ(archived("HTTP/1.1 200 OK\r\r\nA: b\r\r\n\r"), "HTTP/1.1 200 OK\r\nA: b\r\n\r\n");
}

TEST(ReplyHead, SummaryHasStatusAndType) {
  EXPECT_EQ(summary("HTTP/1.1 200 OK\r\nContent-Type: Text/HTML; charset=utf-8").mime, "text/html");
  EXPECT_EQ(summary("HTTP/2 503\r\ncontent-type:a/b").status, 503);
  EXPECT_EQ(summary("HTTP/2 503\r\ncontent-type:a/b").mime, "a/b");
  EXPECT_EQ(summary("HTTP/1.1 204 No Content").mime, "unk");
  EXPECT_EQ(summary("HTTP/1.1 200 OK\r\nContent-Type:\r\nA: b").mime, "unk");
  EXPECT_EQ(summary("HTTP/1.1 200 OK\r\nContent-Type: a/\"\\\x01\xFFz").mime, "a/z");
  EXPECT_EQ(summary("HTTP/1.1 200 OK\r\nContent-Type: " + std::string(900, 'x')).mime.size(), 100u);
  EXPECT_EQ(summary("").status, 200);
}

}  // namespace
}  // namespace freshet::warc
