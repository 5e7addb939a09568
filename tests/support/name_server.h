#pragma once

#include <atomic>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace freshet::test {

// A DNS server on loopback (UDP) with the names that a test sets; other names do not exist.
class NameServer {
 public:
  NameServer();
  ~NameServer();
  NameServer(const NameServer&) = delete;
  NameServer& operator=(const NameServer&) = delete;

  // Sets the IPv4 and IPv6 addresses of a name, as text. If there are none, the name exists without
  // addresses.
  void set(const std::string& name, std::vector<std::string> addresses);
  // Queries for this name get no answer.
  void ignore(const std::string& name);

  std::string address() const { return "127.0.0.1:" + std::to_string(port_); }
  // Returns how many queries there were for the IPv4 addresses of a name.
  int questions(const std::string& name);

 private:
  void serve();
  std::string reply_to(std::string_view question);

  int socket_;
  uint16_t port_ = 0;
  std::atomic<bool> ending_ = false;
  std::mutex mutex_;  // guards the three below
  std::map<std::string, std::vector<std::string>> names_;
  std::map<std::string, bool> ignored_;
  std::map<std::string, int> questions_;
  std::jthread thread_;
};

}  // namespace freshet::test
