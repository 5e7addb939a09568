#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "clock/instant.h"

struct ssl_ctx_st;
struct ssl_st;

namespace freshet::test {

// A TCP server on loopback that calls a function for each connection, for replies that no real
// server would give. Each connection has a thread; all end with the server.
class RawServer {
 public:
  // The server's end of a connection. It is closed when the function returns.
  class Client {
   public:
    // Reads up to and including the empty line; the result is empty if the client has closed. Bytes
    // after it are kept for the next call.
    std::string read_head();
    // Reads exactly this number of bytes, or fewer if the client has closed.
    std::string read(size_t bytes);
    // Returns false if the client has closed.
    bool send(std::string_view bytes);
    // Returns false if the server ends meanwhile.
    bool pause(Duration time);
    // Closes the connection with a reset.
    void reset();
    void wait_until_closed();
    // For TLS: the negotiated protocol, "h2" or "".
    std::string protocol() const;

   private:
    friend class RawServer;
    Client(RawServer& server, int socket) : server_(server), socket_(socket) {}
    bool begin_tls();
    // Appends the next bytes to pending_; returns false at the end.
    bool receive();

    RawServer& server_;
    int socket_;
    ssl_st* tls_ = nullptr;
    std::string pending_;
  };
  using Serve = std::function<void(Client&)>;

  struct Tls {
    std::string certificate_file;
    std::string key_file;
    bool http2 = false;
  };

  explicit RawServer(Serve serve, const std::optional<Tls>& tls = std::nullopt);
  ~RawServer();
  RawServer(const RawServer&) = delete;
  RawServer& operator=(const RawServer&) = delete;

  uint16_t port() const { return port_; }
  std::string address() const { return "127.0.0.1:" + std::to_string(port_); }
  int connections() const { return connections_; }

 private:
  void accept_all();
  void serve_one(int socket);

  Serve serve_;
  ssl_ctx_st* tls_context_ = nullptr;
  int listener_;
  uint16_t port_ = 0;
  std::atomic<int> connections_ = 0;

  std::mutex mutex_;  // guards the four below
  std::condition_variable ended_;
  bool ending_ = false;
  std::set<int> open_;
  std::vector<std::jthread> threads_;
  std::jthread acceptor_;
};

// Sends the same bytes for each request and keeps the connection open.
RawServer::Serve always(std::string reply);
// Reads one request, sends the bytes and closes the connection.
RawServer::Serve once(std::string reply);

}  // namespace freshet::test
