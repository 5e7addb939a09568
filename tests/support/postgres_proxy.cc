#include "support/postgres_proxy.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cstring>

namespace freshet::test {
namespace {

constexpr const char* kSocket = "/.s.PGSQL.5432";
constexpr int kTickMilliseconds = 5;

sockaddr_un address_of(const std::string& folder) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string path = folder + kSocket;
  std::strncpy(address.sun_path, path.c_str(), sizeof(address.sun_path) - 1);
  return address;
}

bool send_all(int to, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = send(to, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(sent));
  }
  return true;
}

std::string receive(int from) {
  std::array<char, 65'536> buffer;
  const ssize_t size = recv(from, buffer.data(), buffer.size(), 0);
  return size > 0 ? std::string(buffer.data(), static_cast<size_t>(size)) : "";
}

}  // namespace

PostgresProxy::PostgresProxy(const std::string& server)
    : server_(server), listener_(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  const sockaddr_un address = address_of(folder_.path());
  if (bind(listener_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0 ||
      listen(listener_, 16) != 0) {
    std::abort();
  }
  thread_ = std::thread([this] { work(); });
}

PostgresProxy::~PostgresProxy() {
  is_ending_ = true;
  thread_.join();
  for (const Pair& pair : pairs_) {
    close(pair.client);
    close(pair.server);
  }
  close(listener_);
}

std::string PostgresProxy::dsn() const {
  return "host=" + folder_.path() + " user=postgres dbname=postgres";
}

void PostgresProxy::accept_one() {
  const int client = accept(listener_, nullptr, nullptr);
  if (client < 0) return;
  const int server = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const sockaddr_un address = address_of(server_);
  const bool is_open = !is_closed_ && connect(server, reinterpret_cast<const sockaddr*>(&address),
                                              sizeof(address)) == 0;
  if (is_open) {
    pairs_.push_back({.client = client, .server = server});
    return;
  }
  close(client);
  close(server);
}

bool PostgresProxy::to_server(Pair& pair) {
  const std::string bytes = receive(pair.client);
  // The message that runs a prepared statement has its name.
  if (loses_commit_ && bytes.find(std::string("\0commit\0", 8)) != std::string::npos) {
    pair.is_committing = true;
  }
  return !bytes.empty() && send_all(pair.server, bytes);
}

bool PostgresProxy::to_client(Pair& pair) {
  const std::string bytes = receive(pair.server);
  // The server is ready for the next statement, and no transaction is open.
  const bool is_done = bytes.ends_with(std::string("Z\0\0\0\5I", 6));
  if (pair.is_committing && is_done) {
    loses_commit_ = false;
    return false;
  }
  return !bytes.empty() && (pair.is_committing || send_all(pair.client, bytes));
}

void PostgresProxy::work() {
  while (!is_ending_) {
    std::vector<pollfd> sockets = {{.fd = listener_, .events = POLLIN, .revents = 0}};
    for (const Pair& pair : pairs_) {
      sockets.push_back({.fd = pair.client, .events = POLLIN, .revents = 0});
      sockets.push_back({.fd = pair.server, .events = POLLIN, .revents = 0});
    }
    poll(sockets.data(), sockets.size(), kTickMilliseconds);
    std::vector<Pair> open;
    for (size_t i = 0; i < pairs_.size(); ++i) {
      Pair pair = pairs_[i];
      bool lives = !is_closed_;
      if (lives && sockets[1 + 2 * i].revents != 0) lives = to_server(pair);
      if (lives && sockets[2 + 2 * i].revents != 0) lives = to_client(pair);
      if (lives) {
        open.push_back(pair);
        continue;
      }
      close(pair.client);
      close(pair.server);
    }
    pairs_ = std::move(open);
    if (sockets.front().revents != 0) accept_one();
  }
}

}  // namespace freshet::test
