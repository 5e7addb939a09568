// Sends any bytes as a server's response, over loopback, to the real fetcher: as HTTP/1.1, or as
// HTTP/2 over TLS. The request always ends exactly once, in time, and within the limits; the result
// of HTTP/1.1 does not depend on how the response is cut into pieces.
//
// The first byte of an input chooses how the rest is sent (Transport).
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/ec.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "eventloop/loop.h"
#include "fetch/fetcher.h"

namespace {

using namespace freshet;

constexpr size_t kMostBody = 10'000;
constexpr size_t kMostHead = 5'000;

enum class Transport : uint8_t { kWhole, kPieces, kHttp2 };

// Makes a self-signed certificate and writes it to a file in memory. The fetcher reads that file
// instead of the authorities of the system: reading those for each input would take longer than
// everything else.
SSL_CTX* server_context(const std::string& certificate_file) {
  SSL_CTX* context = SSL_CTX_new(TLS_server_method());
  EVP_PKEY* key = EVP_EC_gen("P-256");
  X509* certificate = X509_new();
  ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1);
  X509_gmtime_adj(X509_getm_notBefore(certificate), 0);
  X509_gmtime_adj(X509_getm_notAfter(certificate), 86'400);
  X509_set_pubkey(certificate, key);
  X509_sign(certificate, key, EVP_sha256());
  SSL_CTX_use_certificate(context, certificate);
  SSL_CTX_use_PrivateKey(context, key);
  FILE* file = std::fopen(certificate_file.c_str(), "w");
  if (file == nullptr || PEM_write_X509(file, certificate) != 1) std::abort();
  std::fclose(file);
  X509_free(certificate);
  EVP_PKEY_free(key);
  SSL_CTX_set_alpn_select_cb(
      context,
      [](SSL*, const unsigned char** out, unsigned char* size, const unsigned char* in,
         unsigned in_size, void*) {
        static constexpr unsigned char kHttp2[] = "\x02h2";
        unsigned char* chosen = nullptr;
        if (SSL_select_next_proto(&chosen, size, kHttp2, 3, in, in_size) != OPENSSL_NPN_NEGOTIATED)
          return SSL_TLSEXT_ERR_NOACK;
        *out = chosen;
        return SSL_TLSEXT_ERR_OK;
      },
      nullptr);
  return context;
}

// A server that sends the current script on every connection and closes it. It serves one
// connection at a time, on a thread of its own that runs as long as the process.
class ScriptedServer {
 public:
  ScriptedServer()
      : certificate_file_("/proc/self/fd/" + std::to_string(memfd_create("certificate", 0))),
        context_(server_context(certificate_file_)),
        listener_(socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* any = reinterpret_cast<sockaddr*>(&address);
    if (bind(listener_, any, size) != 0 || listen(listener_, 16) != 0) std::abort();
    getsockname(listener_, any, &size);
    port_ = ntohs(address.sin_port);
    std::thread([this] { serve(); }).detach();
  }

  std::string address() const { return "127.0.0.1:" + std::to_string(port_); }

  const std::string& certificate_file() const { return certificate_file_; }

  void set_script(Transport transport, std::string_view bytes) {
    const std::lock_guard lock(mutex_);
    transport_ = transport;
    script_ = bytes;
  }

 private:
  void serve() {
    while (true) {
      const int client = accept(listener_, nullptr, nullptr);
      if (client < 0) continue;
      const timeval timeout = {.tv_sec = 2, .tv_usec = 0};
      setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof timeout);
      setsockopt(client, SOL_SOCKET, SO_SNDTIMEO, &timeout, sizeof timeout);
      const int on = 1;
      setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
      Transport transport;
      std::string script;
      {
        const std::lock_guard lock(mutex_);
        transport = transport_;
        script = script_;
      }
      if (transport == Transport::kHttp2)
        serve_http2(client, script);
      else
        serve_http1(client, transport, script);
      // Read until the client closes: closing first would reset the connection, and the client
      // would lose bytes that it has not received yet.
      shutdown(client, SHUT_WR);
      char rest[1000];
      while (recv(client, rest, sizeof rest, 0) > 0) {
      }
      close(client);
    }
  }

  static void serve_http1(int client, Transport transport, std::string_view script) {
    std::string request;
    char buffer[1000];
    while (request.find("\r\n\r\n") == std::string::npos) {
      const ssize_t n = recv(client, buffer, sizeof buffer, 0);
      if (n <= 0) return;
      request.append(buffer, static_cast<size_t>(n));
    }
    const size_t piece = transport == Transport::kPieces ? 7 : script.size();
    while (!script.empty()) {
      const std::string_view next = script.substr(0, piece);
      const ssize_t n = send(client, next.data(), next.size(), MSG_NOSIGNAL);
      if (n <= 0) return;
      script.remove_prefix(static_cast<size_t>(n));
    }
  }

  // The script holds HTTP/2 frames. An empty SETTINGS frame is sent before it.
  void serve_http2(int client, const std::string& script) {
    SSL* tls = SSL_new(context_);
    SSL_set_fd(tls, client);
    char buffer[1000];
    if (SSL_accept(tls) == 1 && SSL_read(tls, buffer, sizeof buffer) > 0) {
      const std::string settings("\0\0\0\4\0\0\0\0\0", 9);
      SSL_write(tls, settings.data(), static_cast<int>(settings.size()));
      SSL_write(tls, script.data(), static_cast<int>(script.size()));
      SSL_shutdown(tls);
    }
    SSL_free(tls);
  }

  std::string certificate_file_;
  SSL_CTX* context_;
  int listener_;
  uint16_t port_ = 0;
  std::mutex mutex_;  // guards the two members below
  Transport transport_ = Transport::kWhole;
  std::string script_;
};

fetch::Outcome fetch_script(ScriptedServer& server, Transport transport, std::string_view script) {
  server.set_script(transport, script);
  eventloop::Loop loop;
  fetch::FetchOptions options;
  options.user_agent = "fuzz";
  options.host_map = {{"*", server.address()}};
  options.ca_file = server.certificate_file();
  options.unverified_tls_hosts = {"a.test"};
  options.max_body_bytes = kMostBody;
  options.max_header_bytes = kMostHead;
  options.idle_timeout = Duration::seconds(1);
  options.total_timeout = Duration::seconds(2);
  const auto fetcher = fetch::make_curl_fetcher(loop, options);
  const bool is_secure = transport == Transport::kHttp2;
  int calls = 0;
  fetch::Outcome result = fetch::Cancelled{};
  fetcher->fetch({.url = *url::parse(is_secure ? "https://a.test/" : "http://a.test/")},
                 [&](fetch::Outcome outcome) {
                   ++calls;
                   result = std::move(outcome);
                   loop.post([&] { loop.stop(); });
                 });
  loop.run();
  if (calls != 1 || fetcher->in_flight() != 0) std::abort();
  return result;
}

void check(const fetch::Outcome& outcome) {
  if (std::holds_alternative<fetch::Cancelled>(outcome)) std::abort();
  const auto* reply = std::get_if<fetch::Reply>(&outcome);
  if (reply == nullptr) return;
  if (reply->status < 200) std::abort();
  if (reply->body.size() > kMostBody || reply->reply_head.size() > kMostHead) std::abort();
  if (!reply->reply_head.starts_with("HTTP/")) std::abort();
  if (reply->reply_head.find('\0') != std::string::npos) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static ScriptedServer& server = *new ScriptedServer;
  if (size == 0) return 0;
  const auto transport = static_cast<Transport>(data[0] % 3);
  const std::string_view script(reinterpret_cast<const char*>(data) + 1, size - 1);
  const fetch::Outcome outcome = fetch_script(server, transport, script);
  check(outcome);
  // libcurl skips or refuses a line that begins with a NUL byte, depending on the pieces.
  if (transport != Transport::kPieces || script.find('\0') != std::string_view::npos) return 0;
  const fetch::Outcome whole = fetch_script(server, Transport::kWhole, script);
  // The two failures may differ: of a head that is both malformed and cut short, libcurl reports
  // one or the other.
  const auto* one = std::get_if<fetch::Reply>(&outcome);
  const auto* other = std::get_if<fetch::Reply>(&whole);
  if ((one == nullptr) != (other == nullptr)) std::abort();
  if (one == nullptr) return 0;
  if (one->status != other->status || one->body != other->body) std::abort();
  if (one->body_truncated != other->body_truncated) std::abort();
  if (one->reply_head != other->reply_head) std::abort();
  return 0;
}
