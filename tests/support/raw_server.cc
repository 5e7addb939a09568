#include "support/raw_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstring>

#include "result/check.h"

namespace freshet::test {
namespace {

int choose_protocol(SSL*, const unsigned char** out, unsigned char* out_length,
                    const unsigned char* in, unsigned in_length, void*) {
  static constexpr unsigned char kHttp2[] = "\x02h2";
  unsigned char* chosen = nullptr;
  if (SSL_select_next_proto(&chosen, out_length, kHttp2, sizeof kHttp2 - 1, in, in_length) !=
      OPENSSL_NPN_NEGOTIATED) {
    return SSL_TLSEXT_ERR_NOACK;
  }
  *out = chosen;
  return SSL_TLSEXT_ERR_OK;
}

}  // namespace

bool RawServer::Client::begin_tls() {
  if (server_.tls_context_ == nullptr) return true;
  tls_ = SSL_new(server_.tls_context_);
  SSL_set_fd(tls_, socket_);
  return SSL_accept(tls_) == 1;
}

bool RawServer::Client::receive() {
  char buffer[16 * 1024];
  const ssize_t n = tls_ != nullptr ? SSL_read(tls_, buffer, sizeof buffer)
                                    : recv(socket_, buffer, sizeof buffer, 0);
  if (n <= 0) return false;
  pending_.append(buffer, static_cast<size_t>(n));
  return true;
}

std::string RawServer::Client::read_head() {
  size_t end = 0;
  while ((end = pending_.find("\r\n\r\n")) == std::string::npos) {
    if (!receive()) return "";
  }
  std::string head = pending_.substr(0, end + 4);
  pending_.erase(0, end + 4);
  return head;
}

std::string RawServer::Client::read(size_t bytes) {
  while (pending_.size() < bytes && receive()) {
  }
  std::string out = pending_.substr(0, bytes);
  pending_.erase(0, out.size());
  return out;
}

bool RawServer::Client::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = tls_ != nullptr
                          ? SSL_write(tls_, bytes.data(), static_cast<int>(bytes.size()))
                          : ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (n <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(n));
  }
  return true;
}

bool RawServer::Client::pause(Duration time) {
  std::unique_lock lock(server_.mutex_);
  return !server_.ended_.wait_for(lock, std::chrono::microseconds(time.in_microseconds()),
                                  [&] { return server_.ending_; });
}

void RawServer::Client::reset() {
  const linger at_once = {.l_onoff = 1, .l_linger = 0};
  setsockopt(socket_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
}

void RawServer::Client::wait_until_closed() {
  while (receive()) {
  }
}

std::string RawServer::Client::protocol() const {
  const unsigned char* name = nullptr;
  unsigned length = 0;
  if (tls_ != nullptr) SSL_get0_alpn_selected(tls_, &name, &length);
  return {reinterpret_cast<const char*>(name), length};
}

RawServer::RawServer(Serve serve, const std::optional<Tls>& tls) : serve_(std::move(serve)) {
  if (tls) {
    tls_context_ = SSL_CTX_new(TLS_server_method());
    FRESHET_CHECK(
        SSL_CTX_use_certificate_chain_file(tls_context_, tls->certificate_file.c_str()) == 1 &&
            SSL_CTX_use_PrivateKey_file(tls_context_, tls->key_file.c_str(), SSL_FILETYPE_PEM) == 1,
        tls->certificate_file);
    if (tls->http2) SSL_CTX_set_alpn_select_cb(tls_context_, &choose_protocol, nullptr);
  }
  std::signal(SIGPIPE, SIG_IGN);  // OpenSSL writes without MSG_NOSIGNAL
  listener_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* any = reinterpret_cast<sockaddr*>(&address);
  FRESHET_CHECK(bind(listener_, any, size) == 0 && listen(listener_, 128) == 0 &&
                    getsockname(listener_, any, &size) == 0,
                std::strerror(errno));
  port_ = ntohs(address.sin_port);
  acceptor_ = std::jthread([this] { accept_all(); });
}

RawServer::~RawServer() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    for (const int socket : open_) shutdown(socket, SHUT_RDWR);
  }
  ended_.notify_all();
  shutdown(listener_, SHUT_RDWR);
  acceptor_.join();
  threads_.clear();
  close(listener_);
  SSL_CTX_free(tls_context_);
}

void RawServer::accept_all() {
  while (true) {
    const int socket = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (socket < 0 && errno == EMFILE) {  // a test has used up all descriptors
      const std::lock_guard lock(mutex_);
      if (ending_) return;
      continue;
    }
    if (socket < 0) return;
    const int on = 1;
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    ++connections_;
    const std::lock_guard lock(mutex_);
    if (ending_) {
      close(socket);
      return;
    }
    open_.insert(socket);
    threads_.emplace_back([this, socket] { serve_one(socket); });
  }
}

void RawServer::serve_one(int socket) {
  Client client(*this, socket);
  if (client.begin_tls()) {
    serve_(client);
    if (client.tls_ != nullptr) SSL_shutdown(client.tls_);
  }
  SSL_free(client.tls_);
  const std::lock_guard lock(mutex_);
  open_.erase(socket);
  close(socket);
}

RawServer::Serve always(std::string reply) {
  return [reply = std::move(reply)](RawServer::Client& client) {
    while (!client.read_head().empty()) client.send(reply);
  };
}

RawServer::Serve once(std::string reply) {
  return [reply = std::move(reply)](RawServer::Client& client) {
    if (!client.read_head().empty()) client.send(reply);
  };
}

}  // namespace freshet::test
