#include "support/name_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstring>

#include "result/check.h"

namespace freshet::test {
namespace {

constexpr size_t kHeader = 12;
constexpr int kTypeA = 1;
constexpr int kTypeAaaa = 28;

std::string two_bytes(size_t n) {
  return {static_cast<char>(n >> 8), static_cast<char>(n & 0xFF)};
}

}  // namespace

NameServer::NameServer() : socket_(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* any = reinterpret_cast<sockaddr*>(&address);
  FRESHET_CHECK(bind(socket_, any, size) == 0 && getsockname(socket_, any, &size) == 0,
                std::strerror(errno));
  port_ = ntohs(address.sin_port);
  thread_ = std::jthread([this] { serve(); });
}

NameServer::~NameServer() {
  ending_ = true;
  shutdown(socket_, SHUT_RDWR);  // wakes recvfrom, although the socket is not connected
  thread_.join();
  close(socket_);
}

void NameServer::set(const std::string& name, std::vector<std::string> addresses) {
  const std::lock_guard lock(mutex_);
  names_[name] = std::move(addresses);
}

void NameServer::ignore(const std::string& name) {
  const std::lock_guard lock(mutex_);
  ignored_[name] = true;
}

int NameServer::questions(const std::string& name) {
  const std::lock_guard lock(mutex_);
  return questions_[name];
}

void NameServer::serve() {
  while (!ending_) {
    char buffer[1500];
    sockaddr_storage from;
    socklen_t size = sizeof from;
    auto* any = reinterpret_cast<sockaddr*>(&from);
    const ssize_t n = recvfrom(socket_, buffer, sizeof buffer, 0, any, &size);
    if (n <= static_cast<ssize_t>(kHeader)) continue;
    const std::string reply = reply_to({buffer, static_cast<size_t>(n)});
    if (!reply.empty()) sendto(socket_, reply.data(), reply.size(), 0, any, size);
  }
}

// By RFC 1035, section 4.1: the message has one question, and the names of records are pointers to
// it.
std::string NameServer::reply_to(std::string_view question) {
  std::string name;
  size_t at = kHeader;
  while (at < question.size() && question[at] != 0) {
    const auto length = static_cast<size_t>(question[at]);
    if (!name.empty()) name += '.';
    name += question.substr(at + 1, length);
    at += 1 + length;
  }
  if (at + 5 > question.size()) return "";
  const int type = static_cast<unsigned char>(question[at + 2]);
  const size_t end = at + 5;

  const std::lock_guard lock(mutex_);
  if (type == kTypeA) ++questions_[name];
  if (ignored_.contains(name)) return "";
  const auto known = names_.find(name);
  std::string records;
  size_t count = 0;
  if (known != names_.end()) {
    for (const std::string& address : known->second) {
      char bytes[16];
      const bool is_v6 = address.find(':') != std::string::npos;
      if (inet_pton(is_v6 ? AF_INET6 : AF_INET, address.c_str(), bytes) != 1) continue;
      if ((type == kTypeAaaa) != is_v6) continue;
      const size_t length = is_v6 ? 16 : 4;
      records += two_bytes(0xC00C) + two_bytes(static_cast<size_t>(type)) + two_bytes(1);
      records += two_bytes(0) + two_bytes(300) + two_bytes(length) + std::string(bytes, length);
      ++count;
    }
  }
  std::string reply(question.substr(0, 2));
  reply += two_bytes(known == names_.end() ? 0x8183 : 0x8180);
  reply += two_bytes(1) + two_bytes(count) + two_bytes(0) + two_bytes(0);
  reply += question.substr(kHeader, end - kHeader);
  return reply + records;
}

}  // namespace freshet::test
