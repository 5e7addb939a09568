// TLS against certificates made for the occasion, and HTTP/2, which comes with it.
#include <cstdlib>
#include <filesystem>

#include "fetching.h"

namespace freshet::fetch {
namespace {

using test::RawServer;

constexpr const char* kOk = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

// An authority of our own and certificates by it, made once by openssl(1).
class FetchTls : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = std::filesystem::path(testing::TempDir()) / ("tls" + std::to_string(getpid()));
    std::filesystem::create_directories(folder_);
    run("req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -keyout ca.key "
        "-out ca.pem -subj '/CN=Test authority'");
    run("req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -keyout self.key "
        "-out self.pem -subj /CN=good.test -addext subjectAltName=DNS:good.test");
    certify("good", "-days 2");
    certify("expired", "-days -1");
  }
  static void TearDownTestSuite() { std::filesystem::remove_all(folder_); }

  static void run(const std::string& arguments) {
    const std::string command =
        "cd '" + folder_.string() + "' && openssl " + arguments + " >>log 2>&1";
    ASSERT_EQ(std::system(command.c_str()), 0) << command;
  }
  static void certify(const std::string& name, const std::string& validity) {
    run("req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout " + name + ".key -out " +
        name + ".csr -subj /CN=good.test -addext subjectAltName=DNS:good.test,DNS:*.wild.test");
    run("x509 -req -in " + name +
        ".csr -CA ca.pem -CAkey ca.key -CAcreateserial -copy_extensions " + "copy -out " + name +
        ".pem " + validity);
  }
  static std::string file(const std::string& name) { return folder_ / name; }
  static RawServer::Tls tls(const std::string& name, bool http2 = false) {
    return {file(name + ".pem"), file(name + ".key"), http2};
  }
  static FetchOptions options(const RawServer& server) {
    FetchOptions options = to_server(server);
    options.ca_file = file("ca.pem");
    return options;
  }
  static std::string failure(const Outcome& outcome) {
    const auto* failed = std::get_if<TlsFailed>(&outcome);
    return failed != nullptr ? failed->detail : "not a TLS failure: " + std::string(name(outcome));
  }

  inline static std::filesystem::path folder_;
};

TEST_F(FetchTls, AGoodCertificateIsTrusted) {
  RawServer server(test::always(kOk), tls("good"));
  Fetching fetching(options(server));
  for (const char* url : {"https://good.test/", "https://a.wild.test/", "https://good.test:444/"}) {
    EXPECT_EQ(reply_of(fetching.get(url)).body, "ok") << url;
  }
  EXPECT_EQ(reply_of(fetching.get("https://good.test/")).protocol, "HTTP/1.1");
}

TEST_F(FetchTls, AnExpiredCertificateIsNot) {
  RawServer server(test::always(kOk), tls("expired"));
  Fetching fetching(options(server));
  EXPECT_NE(failure(fetching.get("https://good.test/")).find("expired"), std::string::npos);
}

TEST_F(FetchTls, AnotherNamesCertificateIsNot) {
  RawServer server(test::always(kOk), tls("good"));
  Fetching fetching(options(server));
  for (const char* url : {"https://bad.test/", "https://a.b.wild.test/", "https://wild.test/"}) {
    EXPECT_NE(failure(fetching.get(url)).find("name"), std::string::npos) << url;
  }
}

TEST_F(FetchTls, ASelfSignedCertificateIsNot) {
  RawServer server(test::always(kOk), tls("self"));
  Fetching fetching(options(server));
  EXPECT_NE(failure(fetching.get("https://good.test/")).find("self"), std::string::npos);
}

TEST_F(FetchTls, AnUnknownAuthorityIsNot) {
  RawServer server(test::always(kOk), tls("good"));
  FetchOptions system = to_server(server);
  Fetching fetching(system);
  EXPECT_EQ(name(fetching.get("https://good.test/")), "tls_failed");
}

TEST_F(FetchTls, AHostMayBeExemptedAndNoOtherWithIt) {
  RawServer server(test::always(kOk), tls("self"));
  FetchOptions lenient = options(server);
  lenient.unverified_tls_hosts = {"Lenient.test"};
  Fetching fetching(lenient);
  EXPECT_EQ(reply_of(fetching.get("https://lenient.test/")).body, "ok");
  EXPECT_EQ(name(fetching.get("https://strict.test/")), "tls_failed");
  EXPECT_EQ(reply_of(fetching.get("https://lenient.test/")).body, "ok");
}

TEST_F(FetchTls, APlainServerFailsTheHandshake) {
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

// Just enough of HTTP/2 (RFC 9113): every request gets the same reply. Header fields of requests
// are not read; that of the reply is an index of HPACK's static table.
class Http2Server {
 public:
  static void serve(RawServer::Client& client) {
    if (client.protocol() != "h2") return;
    if (client.read(24) != "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n") return;
    client.send(frame(kSettings, 0, 0, ""));
    while (true) {
      const std::string head = client.read(9);
      if (head.size() < 9) return;
      const auto byte = [&](size_t at) { return static_cast<uint8_t>(head[at]); };
      const size_t length = size_t{byte(0)} << 16 | size_t{byte(1)} << 8 | byte(2);
      const uint32_t stream =
          uint32_t{byte(5)} << 24 | uint32_t{byte(6)} << 16 | uint32_t{byte(7)} << 8 | byte(8);
      client.read(length);
      if (byte(3) == kSettings && (byte(4) & kAck) == 0) client.send(frame(kSettings, kAck, 0, ""));
      if (byte(3) == kHeaders) {
        client.send(frame(kHeaders, kEndHeaders, stream, "\x88") +  // :status 200
                    frame(kBody, kEndStream, stream, "two"));
      }
    }
  }

 private:
  enum Type : char { kBody = 0, kHeaders = 1, kSettings = 4 };
  enum Flags : char { kAck = 1, kEndStream = 1, kEndHeaders = 4 };

  static std::string frame(char type, char flags, uint32_t stream, std::string_view payload) {
    std::string out = {0,
                       0,
                       static_cast<char>(payload.size()),
                       type,
                       flags,
                       static_cast<char>(stream >> 24),
                       static_cast<char>(stream >> 16),
                       static_cast<char>(stream >> 8),
                       static_cast<char>(stream)};
    return out.append(payload);
  }
};

TEST_F(FetchTls, Http2IsSpokenWhereTheServerKnowsIt) {
  RawServer server(&Http2Server::serve, tls("good", true));
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

TEST_F(FetchTls, PlainAndSecureRequestsTakeTurnsOnOneHandle) {
  RawServer plain(test::always(kOk));
  RawServer secure(&Http2Server::serve, tls("good", true));
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
