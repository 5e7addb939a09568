// Tests of TLS, with certificates made by the test, and of HTTP/2, which needs TLS.
#include <memory>

#include "fetching.h"
#include "support/certificates.h"
#include "support/http2.h"

namespace freshet::fetch {
namespace {

using test::RawServer;

constexpr const char* kOk = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

class FetchTls : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    certificates_ = std::make_unique<test::Certificates>();
    certificates_->sign_by_itself("self");
    certificates_->certify("good", "-days 2");
    certificates_->certify("expired", "-days -1");
  }
  static void TearDownTestSuite() { certificates_.reset(); }

  static RawServer::Tls tls(const std::string& name, bool http2 = false) {
    return certificates_->tls(name, http2);
  }
  static FetchOptions options(const RawServer& server) {
    FetchOptions options = to_server(server);
    options.ca_file = certificates_->authority();
    return options;
  }
  static std::string failure(const Outcome& outcome) {
    const auto* failed = std::get_if<TlsFailed>(&outcome);
    return failed != nullptr ? failed->detail : "not a TLS failure: " + std::string(name(outcome));
  }

  inline static std::unique_ptr<test::Certificates> certificates_;
};

TEST_F(FetchTls, AGoodCertificateIsTrusted) {
  RawServer server(test::always(kOk), tls("good"));
  Fetching fetching(options(server));
  for (const char* url : {"https://good.test/", "https://a.wild.test/", "https://good.test:444/"}) {
    EXPECT_EQ(reply_of(fetching.get(url)).body, "ok") << url;
  }
  EXPECT_EQ(reply_of(fetching.get("https://good.test/")).protocol, "HTTP/1.1");
}

TEST_F(FetchTls, ExpiredCertificateIsRefused) {
  RawServer server(test::always(kOk), tls("expired"));
  Fetching fetching(options(server));
  EXPECT_NE(failure(fetching.get("https://good.test/")).find("expired"), std::string::npos);
}

TEST_F(FetchTls, CertificateOfAnotherNameIsRefused) {
  RawServer server(test::always(kOk), tls("good"));
  Fetching fetching(options(server));
  for (const char* url : {"https://bad.test/", "https://a.b.wild.test/", "https://wild.test/"}) {
    EXPECT_NE(failure(fetching.get(url)).find("name"), std::string::npos) << url;
  }
}

TEST_F(FetchTls, SelfSignedCertificateIsRefused) {
  RawServer server(test::always(kOk), tls("self"));
  Fetching fetching(options(server));
  EXPECT_NE(failure(fetching.get("https://good.test/")).find("self"), std::string::npos);
}

TEST_F(FetchTls, CertificateOfAnUnknownAuthorityIsRefused) {
  RawServer server(test::always(kOk), tls("good"));
  FetchOptions system = to_server(server);
  Fetching fetching(system);
  EXPECT_EQ(name(fetching.get("https://good.test/")), "tls_failed");
}

TEST_F(FetchTls, CertificateCheckCanBeTurnedOffForOneHostOnly) {
  RawServer server(test::always(kOk), tls("self"));
  FetchOptions lenient = options(server);
  lenient.unverified_tls_hosts = {"Lenient.test"};
  Fetching fetching(lenient);
  EXPECT_EQ(reply_of(fetching.get("https://lenient.test/")).body, "ok");
  EXPECT_EQ(name(fetching.get("https://strict.test/")), "tls_failed");
  EXPECT_EQ(reply_of(fetching.get("https://lenient.test/")).body, "ok");
}

TEST_F(FetchTls, ServerWithoutTlsFailsTheHandshake) {
  RawServer server([](RawServer::Client& client) { client.send("HTTP/1.1 400 Bad\r\n\r\n"); });
  Fetching fetching(options(server));
  EXPECT_EQ(name(fetching.get("https://good.test/")), "tls_failed");
}

TEST_F(FetchTls, AHandshakeThatNeverEndsTimesOut) {
  RawServer server([](RawServer::Client& client) { client.wait_until_closed(); });
  FetchOptions impatient = options(server);
  impatient.connect_timeout = Duration::milliseconds(100);
  Fetching fetching(impatient);
  const Outcome outcome = fetching.get("https://good.test/");
  ASSERT_EQ(name(outcome), "timed_out");
  EXPECT_EQ(std::get<TimedOut>(outcome).stage, TimedOut::Stage::kConnect);
}

// Sends the same reply to every request.
void serve_http2(RawServer::Client& client) {
  using namespace test::http2;
  if (!begin(client)) return;
  while (const uint32_t stream = next_request(client)) {
    client.send(frame(kHeaders, kEndHeaders, stream, kStatus200) +
                frame(kData, kEndStream, stream, "two"));
  }
}

TEST_F(FetchTls, Http2IsUsedIfTheServerSupportsIt) {
  RawServer server(&serve_http2, tls("good", true));
  Fetching fetching(options(server));
  std::vector<Outcome> outcomes;
  for (int i = 0; i < 30; ++i) {
    fetching.start({.url = *url::parse("https://good.test/" + std::to_string(i))}, outcomes);
  }
  fetching.loop().run();
  ASSERT_EQ(outcomes.size(), 30u);
  for (const Outcome& outcome : outcomes) {
    EXPECT_EQ(reply_of(outcome).status, 200);
    EXPECT_EQ(reply_of(outcome).protocol, "HTTP/2");
    EXPECT_EQ(reply_of(outcome).body, "two");
    EXPECT_TRUE(reply_of(outcome).request_head.starts_with("GET /"));
    EXPECT_NE(reply_of(outcome).request_head.find(" HTTP/2\r\nHost: good.test\r\n"),
              std::string::npos);
  }
  EXPECT_EQ(server.connections(), 1);
}

TEST_F(FetchTls, IncompleteHttp2BodyIsTruncated) {
  using namespace test::http2;
  for (const bool has_length : {false, true}) {
    RawServer server(
        [&](RawServer::Client& client) {
          if (!begin(client)) return;
          const uint32_t stream = next_request(client);
          // With content-length: 9, a literal field with an indexed name.
          const std::string fields = std::string(kStatus200) + (has_length ? "\x0f\x0d\x01"
                                                                             "9"
                                                                           : "");
          client.send(frame(kHeaders, kEndHeaders, stream, fields) +
                      frame(kData, kNone, stream, "two"));
        },
        tls("good", true));
    Fetching fetching(options(server));
    const Outcome outcome = fetching.get("https://good.test/");
    EXPECT_EQ(reply_of(outcome).body, "two");
    EXPECT_TRUE(reply_of(outcome).body_truncated) << has_length;
  }
}

TEST_F(FetchTls, Http2CanBeSwitchedOff) {
  RawServer server(
      [](RawServer::Client& client) {
        EXPECT_EQ(client.protocol(), "");
        while (!client.read_head().empty()) client.send(kOk);
      },
      tls("good", true));
  FetchOptions old = options(server);
  old.http2 = false;
  Fetching fetching(old);
  EXPECT_EQ(reply_of(fetching.get("https://good.test/")).protocol, "HTTP/1.1");
}

TEST_F(FetchTls, PlainAndSecureRequestsAlternateOnOneHandle) {
  RawServer plain(test::always(kOk));
  RawServer secure(&serve_http2, tls("good", true));
  FetchOptions both = options(secure);
  both.host_map.insert(both.host_map.begin(), {"plain.test", plain.address()});
  Fetching fetching(both);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(reply_of(fetching.get("http://plain.test/")).protocol, "HTTP/1.1");
    EXPECT_EQ(reply_of(fetching.get("https://good.test/")).protocol, "HTTP/2");
  }
}

}  // namespace
}  // namespace freshet::fetch
