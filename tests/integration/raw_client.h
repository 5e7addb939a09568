#pragma once

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <string>
#include <string_view>

#include "http/header_block.h"

namespace freshet::test {

struct RawReply {
  int status = 0;  // 0: there was no reply
  std::string head;
  http::HeaderMap fields;
  std::string body;       // unchunked
  bool complete = false;  // by its framing
  int error = 0;          // errno of the read that failed

  std::string field(std::string_view name) const {
    return std::string(fields.get(name).value_or(""));
  }
};

// A client that sends given bytes, on a blocking socket that times out after ten seconds without a
// byte.
class RawClient {
 public:
  explicit RawClient(uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    const timeval patience = {.tv_sec = 10, .tv_usec = 0};
    setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    sockaddr_in name{};
    name.sin_family = AF_INET;
    name.sin_port = htons(port);
    name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    connected_ = connect(socket_, reinterpret_cast<sockaddr*>(&name), sizeof name) == 0;
  }
  ~RawClient() { close(socket_); }
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;

  bool connected() const { return connected_; }
  int socket() const { return socket_; }

  bool send(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<size_t>(sent));
    }
    return true;
  }
  void end_of_sending() { shutdown(socket_, SHUT_WR); }

  // Receives one reply. Bytes after it are kept for the next call.
  RawReply receive(bool is_head = false) {
    RawReply reply;
    size_t end = std::string::npos;
    while ((end = buffer_.find("\r\n\r\n")) == std::string::npos) {
      if (!more(reply)) return reply;
    }
    reply.head = buffer_.substr(0, end + 4);
    buffer_.erase(0, end + 4);
    const http::HeaderBlock block = http::parse_header_block(reply.head);
    reply.status = block.status ? block.status->code : 0;
    reply.fields = block.headers;
    if (is_head || reply.status == 304) {
      reply.complete = true;
    } else if (reply.fields.contains("Transfer-Encoding")) {
      reply.complete = receive_chunks(reply);
    } else if (reply.fields.contains("Content-Length")) {
      const size_t length = std::stoul(reply.field("Content-Length"));
      while (buffer_.size() < length && more(reply)) {
      }
      reply.complete = buffer_.size() >= length;
      take(reply.body, std::min(length, buffer_.size()));
    } else {
      while (more(reply)) {
      }
      take(reply.body, buffer_.size());
      reply.complete = reply.error == 0;
    }
    return reply;
  }

  // Receives the next bytes; returns an empty string at the end.
  std::string receive_some() {
    RawReply reply;
    if (buffer_.empty()) more(reply);
    return std::move(buffer_);
  }

  // Returns true if the server sends nothing more and closes.
  bool at_end() {
    RawReply reply;
    return buffer_.empty() && !more(reply) && reply.error != EAGAIN;
  }

 private:
  bool more(RawReply& reply) {
    char bytes[65'536];
    const ssize_t got = recv(socket_, bytes, sizeof bytes, 0);
    if (got < 0) reply.error = errno;
    if (got <= 0) return false;
    buffer_.append(bytes, static_cast<size_t>(got));
    return true;
  }

  void take(std::string& to, size_t length) {
    to.append(buffer_, 0, length);
    buffer_.erase(0, length);
  }

  bool receive_chunks(RawReply& reply) {
    for (;;) {
      size_t end = std::string::npos;
      while ((end = buffer_.find("\r\n")) == std::string::npos) {
        if (!more(reply)) return false;
      }
      size_t length = 0;
      std::from_chars(buffer_.data(), buffer_.data() + end, length, 16);
      while (buffer_.size() < end + 2 + length + 2) {
        if (!more(reply)) return false;
      }
      buffer_.erase(0, end + 2);
      take(reply.body, length);
      buffer_.erase(0, 2);
      if (length == 0) return true;
    }
  }

  int socket_;
  bool connected_ = false;
  std::string buffer_;
};

}  // namespace freshet::test
