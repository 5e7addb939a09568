// The object storage client against servers that misbehave. tests/cli/upload_test.py has one that
// verifies signatures.
#include "fetch/object_storage.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <future>
#include <thread>

#include "support/certificates.h"
#include "support/raw_server.h"

namespace freshet::fetch {
namespace {

using test::RawServer;

class ObjectStorageTest : public testing::Test {
 protected:
  static std::unique_ptr<ObjectStorage> storage_at(const RawServer& server, int attempts = 1,
                                                   const std::string& scheme = "http") {
    return make_object_storage({.url = scheme + "://" + server.address() + "/bucket/",
                                .region = "r",
                                .access_key = "key",
                                .secret_key = "hidden",
                                .credentials_from = "the test",
                                .idle_timeout = Duration::seconds(1),
                                .attempts = attempts,
                                .first_pause = Duration::milliseconds(1)});
  }
  // Requests bytes 10 to 19, and expects an error of this kind with these words.
  static void expect_error(const RawServer::Serve& serve, ErrorKind kind,
                           const std::string& words) {
    const RawServer server(serve);
    const auto part = storage_at(server)->get("a", {.offset = 10, .bytes = 10});
    ASSERT_FALSE(part);
    EXPECT_EQ(part.error().kind, kind) << part.error().message;
    EXPECT_NE(part.error().message.find(words), std::string::npos) << part.error().message;
    EXPECT_EQ(part.error().message.find("hidden"), std::string::npos);
  }
  static std::string part(const std::string& fields, const std::string& body) {
    return "HTTP/1.1 206 Partial Content\r\n" + fields + "\r\n\r\n" + body;
  }
  static ObjectContent content_of(const std::string& text) {
    return {.bytes = text.size(),
            .sha256 = digest::sha256(text),
            .read = [text](uint64_t offset, std::span<char> into) -> Result<size_t> {
              return text.copy(into.data(), into.size(), offset);
            }};
  }
};

constexpr char kTen[] = "0123456789";

TEST_F(ObjectStorageTest, ARangeIsRequestedWithASignature) {
  std::promise<std::string> head;
  const RawServer server([&](RawServer::Client& client) {
    head.set_value(client.read_head());
    client.send(part("Content-Range: bytes 10-19/100\r\nContent-Length: 10", kTen));
  });
  const auto got = storage_at(server)->get("a", {.offset = 10, .bytes = 10});
  ASSERT_TRUE(got) << got.error().message;
  EXPECT_EQ(got->bytes, kTen);
  EXPECT_EQ(got->object_bytes, 100u);
  const std::string sent = head.get_future().get();
  EXPECT_TRUE(sent.starts_with("GET /bucket/a HTTP/1.1\r\n")) << sent;
  EXPECT_NE(sent.find("Range: bytes=10-19\r\n"), std::string::npos) << sent;
  EXPECT_NE(sent.find("Authorization: AWS4-HMAC-SHA256 Credential=key/"), std::string::npos);
  EXPECT_EQ(sent.find("hidden"), std::string::npos);
}

TEST_F(ObjectStorageTest, AShorterPartIsTakenAndNothingBehindTheEnd) {
  const RawServer shorter(
      test::once(part("Content-Range: bytes 10-13/100\r\nContent-Length: 4", "0123")));
  const auto got = storage_at(shorter)->get("a", {.offset = 10, .bytes = 10});
  ASSERT_TRUE(got) << got.error().message;
  EXPECT_EQ(got->bytes, "0123");
  const RawServer behind(
      test::once("HTTP/1.1 416 No\r\nContent-Range: bytes */10\r\nContent-Length: 0\r\n\r\n"));
  const auto none = storage_at(behind)->get("a", {.offset = 10, .bytes = 10});
  ASSERT_TRUE(none) << none.error().message;
  EXPECT_EQ(none->bytes, "");
  EXPECT_EQ(none->object_bytes, 10u);
}

TEST_F(ObjectStorageTest, LyingLengthsAreOutages) {
  const ErrorKind kind = ErrorKind::kUnavailable;
  // The body ends before Content-Length; Content-Length is less than the range; the range is
  // another one; there is no range.
  expect_error(test::once(part("Content-Range: bytes 10-19/100\r\nContent-Length: 10", "012")),
               kind, "reading http://127.0.0.1");
  expect_error(test::once(part("Content-Range: bytes 10-19/100\r\nContent-Length: 5", kTen)), kind,
               "not the requested range");
  expect_error(test::once(part("Content-Range: bytes 0-9/100\r\nContent-Length: 10", kTen)), kind,
               "not the requested range");
  expect_error(test::once(part("Content-Length: 10", kTen)), kind, "not the requested range");
  expect_error(
      test::once(part("Content-Range: bytes 10-20/100\r\nContent-Length: 11", "01234567890")), kind,
      "longer than it may be");
}

TEST_F(ObjectStorageTest, ARepliesThatIgnoresTheRangeIsAnError) {
  expect_error(test::once("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n0123456789"),
               ErrorKind::kOther, "ignores ranges");
}

TEST_F(ObjectStorageTest, RepliesWithoutEndAreCutOff) {
  const auto endless = [](const std::string& begin, const std::string& more) {
    return [=](RawServer::Client& client) {
      client.read_head();
      if (!client.send(begin)) return;
      while (client.send(more)) {
      }
    };
  };
  const std::string piece(64 << 10, 'x');
  const ErrorKind kind = ErrorKind::kUnavailable;
  expect_error(endless(part("Content-Range: bytes 10-19/100", ""), piece), kind, "longer than");
  expect_error(endless("HTTP/1.1 200 OK\r\n\r\n", piece), kind, "longer than");
  expect_error(endless("HTTP/1.1 403 No\r\n\r\n", piece), kind, "longer than");
  expect_error(endless("HTTP/1.1 206 Partial Content\r\n", "X-Field: 1\r\n"), kind, "longer than");
  expect_error(endless("", "HTTP/1.1 102 Wait\r\n\r\n"), kind, "longer than");
}

TEST_F(ObjectStorageTest, AServerThatDoesNotAnswerOrBreaksOffIsUnavailable) {
  const ErrorKind kind = ErrorKind::kUnavailable;
  expect_error([](RawServer::Client& client) { client.wait_until_closed(); }, kind, "http://");
  expect_error(
      [](RawServer::Client& client) {
        client.read_head();
        client.send(part("Content-Range: bytes 10-19/100\r\nContent-Length: 10", "0"));
        client.reset();
      },
      kind, "http://");
  expect_error(
      [](RawServer::Client& client) {
        client.read_head();
        client.send(part("Content-Range: bytes 10-19/100\r\nContent-Length: 10", "0"));
        client.wait_until_closed();
      },
      kind, "http://");
  expect_error(test::once("not HTTP\r\n\r\n"), kind, "http://");
}

TEST_F(ObjectStorageTest, RefusalsAreNotRetriedAndFailuresAre) {
  std::atomic<int> requests = 0;
  const RawServer denying([&](RawServer::Client& client) {
    while (!client.read_head().empty()) {
      ++requests;
      client.send(
          "HTTP/1.1 403 Forbidden\r\nContent-Length: 31\r\n\r\n"
          "<Code>InvalidAccessKeyId</Code>");
    }
  });
  const auto denied = storage_at(denying, 4)->get("a", {.bytes = 10});
  ASSERT_FALSE(denied);
  EXPECT_EQ(denied.error().kind, ErrorKind::kDenied);
  EXPECT_NE(denied.error().message.find("InvalidAccessKeyId; check the credentials in the test"),
            std::string::npos);
  EXPECT_EQ(requests, 1);

  requests = 0;
  const RawServer failing([&](RawServer::Client& client) {
    while (!client.read_head().empty()) {
      client.send(++requests < 4 ? "HTTP/1.1 503 Slow Down\r\nContent-Length: 0\r\n\r\n"
                                 : part("Content-Range: bytes 0-9/10\r\nContent-Length: 10", kTen));
    }
  });
  const auto got = storage_at(failing, 4)->get("a", {.bytes = 10});
  ASSERT_TRUE(got) << got.error().message;
  EXPECT_EQ(got->bytes, kTen);
  requests = -10;
  EXPECT_FALSE(storage_at(failing, 4)->get("a", {.bytes = 10}));
  EXPECT_EQ(requests, -6);
}

TEST_F(ObjectStorageTest, HeadDescribesAnObject) {
  const RawServer server(
      test::once("HTTP/1.1 200 OK\r\nContent-Length: 5000000000\r\nETag: \"e\"\r\n"
                 "x-amz-checksum-sha256: ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=\r\n\r\n"));
  const auto found = storage_at(server)->head("a");
  ASSERT_TRUE(found && *found);
  EXPECT_EQ((*found)->bytes, 5'000'000'000u);
  EXPECT_EQ((*found)->etag, "\"e\"");
  EXPECT_EQ((*found)->computed_sha256, digest::sha256("abc"));
  EXPECT_EQ((*found)->noted_sha256, std::nullopt);
  const RawServer empty(test::once("HTTP/1.1 404 Not Found\r\n\r\n"));
  const auto none = storage_at(empty)->head("a");
  ASSERT_TRUE(none);
  EXPECT_FALSE(*none);
  const RawServer silent(test::once("HTTP/1.1 200 OK\r\nETag: \"e\"\r\n\r\n"));
  EXPECT_FALSE(storage_at(silent)->head("a"));
}

TEST_F(ObjectStorageTest, APutSendsTheContentWithItsDigests) {
  const std::string text(3'000'000, 'x');
  std::promise<std::string> head;
  std::promise<std::string> body;
  const RawServer server([&](RawServer::Client& client) {
    head.set_value(client.read_head());
    client.send("HTTP/1.1 100 Continue\r\n\r\n");
    body.set_value(client.read(text.size()));
    client.send("HTTP/1.1 200 OK\r\nETag: \"e\"\r\nContent-Length: 0\r\n\r\n");
  });
  const auto etag = storage_at(server)->put("a", content_of(text));
  ASSERT_TRUE(etag) << etag.error().message;
  EXPECT_EQ(*etag, "\"e\"");
  EXPECT_TRUE(body.get_future().get() == text);
  const std::string sent = head.get_future().get();
  const std::string digest = digest::sha256(text).hex();
  EXPECT_NE(sent.find("Content-Length: 3000000\r\n"), std::string::npos) << sent;
  EXPECT_NE(sent.find("x-amz-content-sha256: " + digest + "\r\n"), std::string::npos) << sent;
  EXPECT_NE(sent.find("x-amz-meta-freshet-sha256: " + digest + "\r\n"), std::string::npos) << sent;
  EXPECT_NE(sent.find("x-amz-checksum-sha256: "), std::string::npos) << sent;
  EXPECT_NE(sent.find("SignedHeaders=host;x-amz-checksum-sha256;x-amz-content-sha256;x-amz-date;"
                      "x-amz-meta-freshet-sha256,"),
            std::string::npos)
      << sent;
}

TEST_F(ObjectStorageTest, APutThatIsRefusedBeforeItsEndIsARefusal) {
  const RawServer server([](RawServer::Client& client) {
    client.read_head();
    client.send("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
  });
  const auto put = storage_at(server)->put("a", content_of(std::string(3'000'000, 'x')));
  ASSERT_FALSE(put);
  EXPECT_EQ(put.error().kind, ErrorKind::kDenied) << put.error().message;
}

TEST_F(ObjectStorageTest, AContentThatCannotBeReadOrIsTooLongIsNotStored) {
  const RawServer server([](RawServer::Client& client) {
    client.read_head();
    client.send("HTTP/1.1 100 Continue\r\n\r\n");
    client.wait_until_closed();
  });
  ObjectContent content = content_of("abc");
  content.bytes = 4;
  const auto shorter = storage_at(server)->put("a", content);
  ASSERT_FALSE(shorter);
  EXPECT_NE(shorter.error().message.find("has become shorter"), std::string::npos);
  const int connections = server.connections();
  content.bytes = kMaxObjectBytes + 1;
  const auto longer = storage_at(server)->put("a", content);
  ASSERT_FALSE(longer);
  EXPECT_NE(longer.error().message.find("warc.max_file_bytes"), std::string::npos);
  EXPECT_EQ(server.connections(), connections);
}

TEST_F(ObjectStorageTest, CancelEndsACallThatWaits) {
  std::promise<void> asked;
  const RawServer server([&](RawServer::Client& client) {
    client.read_head();
    asked.set_value();
    client.wait_until_closed();
  });
  const auto storage = make_object_storage({.url = "http://" + server.address() + "/",
                                            .region = "r",
                                            .access_key = "key",
                                            .secret_key = "hidden"});
  std::thread canceller([&] {
    asked.get_future().wait();
    storage->cancel();
  });
  const auto got = storage->get("a", {.bytes = 10});
  canceller.join();
  ASSERT_FALSE(got);
  EXPECT_NE(got.error().message.find("cancelled"), std::string::npos);
  EXPECT_FALSE(storage->head("a"));
}

TEST_F(ObjectStorageTest, ACertificateOfAnotherNameIsRefused) {
  test::Certificates certificates;
  certificates.certify("good", "-days 10");
  const RawServer server(test::always("HTTP/1.1 404 Not Found\r\n\r\n"), certificates.tls("good"));
  for (const std::string& ca_file : {std::string(), certificates.authority()}) {
    const auto storage = make_object_storage({.url = "https://" + server.address() + "/",
                                              .region = "r",
                                              .access_key = "key",
                                              .secret_key = "hidden",
                                              .ca_file = ca_file,
                                              .attempts = 1});
    const auto found = storage->head("a");
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().kind, ErrorKind::kUnavailable) << found.error().message;
  }
}

}  // namespace
}  // namespace freshet::fetch
