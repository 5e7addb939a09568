#include "control/server.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <list>
#include <optional>
#include <thread>
#include <vector>

#include "control/local_socket.h"

namespace freshet::control {
namespace {

using Time = std::chrono::steady_clock::time_point;

constexpr char kTooLong[] = "{\"error\":\"the line is too long\"}\n";
constexpr char kTooMany[] = "{\"error\":\"too many clients\"}\n";
constexpr auto kBeforeAcceptingAgain = std::chrono::milliseconds(200);

Time after(Duration d) {
  return std::chrono::steady_clock::now() + std::chrono::microseconds(d.in_microseconds());
}

struct Client {
  Descriptor socket;
  std::string in;
  std::string out;
  bool leaves = false;  // when `out` is written
  bool gone = false;
  Time since;  // began to be idle, or to ask what it asks now
  Time deadline;

  bool has_line() const { return in.find('\n') != std::string::npos; }
  // Neither asks nor takes an answer. What it has sent may not be read yet.
  bool is_idle() const {
    char byte = 0;
    return in.empty() && out.empty() && recv(socket.get(), &byte, 1, MSG_PEEK | MSG_DONTWAIT) <= 0;
  }
};

// The socket, listening.
Result<Descriptor> listen_at(const std::filesystem::path& path) {
  auto made = make_socket();
  if (!made) return made;
  int error = bind_to(*made, path);
  if (error == EADDRINUSE) {
    auto probe = make_socket();
    if (!probe) return probe;
    const int answer = connect_to(*probe, path);
    // EAGAIN: its queue is full, so that it lives.
    if (answer == 0 || answer == EAGAIN) {
      return fail("another run listens at " + path.string() + ": stop that one first");
    }
    if (!remove_socket(path)) {
      return fail(path.string() + " is in the way, and is no socket: move it elsewhere");
    }
    error = bind_to(*made, path);
  }
  if (error == 0 && listen(made->get(), SOMAXCONN) != 0) error = errno;
  if (error != 0) return fail("listening at " + path.string() + ": " + describe_errno(error));
  return made;
}

}  // namespace

struct Server::Impl {
  std::filesystem::path path;
  Handler handler;
  ServerLimits limits;
  std::optional<uint64_t> file;  // the socket's inode
  Descriptor door;
  Descriptor bell;  // rung by whoever ends the server
  std::list<Client> clients;
  Time accept_again;  // after there were no descriptors left
  std::thread thread;

  void serve();
  void welcome();
  bool make_room();
  void read(Client& client);
  void answer(Client& client);
  void write(Client& client) const;
  void look_at_clock(Client& client) const;
  int time_to_wait() const;
};

void Server::Impl::welcome() {
  while (true) {
    Descriptor socket(accept4(door.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (!socket.is_open()) {
      if (errno == EMFILE || errno == ENFILE || errno == ENOMEM) {
        accept_again = std::chrono::steady_clock::now() + kBeforeAcceptingAgain;
      }
      return;
    }
    if (clients.size() >= limits.most_clients && !make_room()) {
      [[maybe_unused]] const ssize_t told =
          send(socket.get(), kTooMany, sizeof kTooMany - 1, MSG_NOSIGNAL);
      continue;
    }
    clients.push_back({.socket = std::move(socket),
                       .since = std::chrono::steady_clock::now(),
                       .deadline = after(limits.idle)});
  }
}

// Drops a client that others can do without.
bool Server::Impl::make_room() {
  const Time busy_too_long =
      std::chrono::steady_clock::now() - std::chrono::microseconds(limits.busy.in_microseconds());
  auto idle = clients.end();
  auto busy = clients.end();
  for (auto client = clients.begin(); client != clients.end(); ++client) {
    const bool is_idle = client->is_idle();
    if (!is_idle && client->since > busy_too_long) continue;
    auto& oldest = is_idle ? idle : busy;
    if (oldest == clients.end() || client->since < oldest->since) oldest = client;
  }
  const auto dropped = idle != clients.end() ? idle : busy;
  if (dropped == clients.end()) return false;
  clients.erase(dropped);
  return true;
}

// As much as is there, but no more than a line too long: others want their turn.
void Server::Impl::read(Client& client) {
  char buffer[16 * 1024];
  while (client.in.size() <= limits.longest_line) {
    const ssize_t got = recv(client.socket.get(), buffer, sizeof buffer, 0);
    if (got > 0) {
      if (client.in.empty()) {
        client.since = std::chrono::steady_clock::now();
        client.deadline = after(limits.patience);
      }
      client.in.append(buffer, static_cast<size_t>(got));
      continue;
    }
    if (got == 0) {
      client.leaves = true;
      return;
    }
    if (errno == EINTR) continue;
    client.gone = errno != EAGAIN && errno != EWOULDBLOCK;
    return;
  }
}

// One line; the next when this one's answer is taken, so that a client that only asks fills no
// memory.
void Server::Impl::answer(Client& client) {
  if (!client.out.empty()) return;
  const size_t end = client.in.find('\n');
  if (end > limits.longest_line && client.in.size() > limits.longest_line) {
    client.out = kTooLong;
    client.in.clear();
    client.leaves = true;
  } else if (end != std::string::npos) {
    std::string_view line = std::string_view(client.in).substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    client.out = handler(line);
    // An answer is one line, whatever made it.
    std::replace(client.out.begin(), client.out.end(), '\n', ' ');
    client.out += '\n';
    client.in.erase(0, end + 1);
  } else {
    return;
  }
  client.since = std::chrono::steady_clock::now();
  client.deadline = after(limits.patience);
}

void Server::Impl::write(Client& client) const {
  size_t sent = 0;
  while (sent < client.out.size()) {
    const ssize_t n =
        send(client.socket.get(), client.out.data() + sent, client.out.size() - sent, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) {
      client.gone = errno != EAGAIN && errno != EWOULDBLOCK;
      break;
    }
    sent += static_cast<size_t>(n);
    const auto most = std::chrono::microseconds(limits.answer.in_microseconds());
    client.deadline = std::min(after(limits.patience), client.since + most);
  }
  client.out.erase(0, sent);
  if (sent > 0 && client.out.empty() && client.in.empty()) {
    client.since = std::chrono::steady_clock::now();
    client.deadline = after(limits.idle);
  }
}

void Server::Impl::look_at_clock(Client& client) const {
  if (client.leaves && client.out.empty() && !client.has_line()) client.gone = true;
  if (std::chrono::steady_clock::now() >= client.deadline) client.gone = true;
}

int Server::Impl::time_to_wait() const {
  Time first = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  for (const Client& client : clients) first = std::min(first, client.deadline);
  if (accept_again > std::chrono::steady_clock::now()) first = std::min(first, accept_again);
  const auto wait =
      std::chrono::ceil<std::chrono::milliseconds>(first - std::chrono::steady_clock::now());
  return static_cast<int>(std::max<int64_t>(wait.count(), 0));
}

void Server::Impl::serve() {
  std::vector<pollfd> watched;
  while (true) {
    watched.clear();
    const bool accepts = accept_again <= std::chrono::steady_clock::now();
    watched.push_back({.fd = bell.get(), .events = POLLIN, .revents = 0});
    watched.push_back(
        {.fd = door.get(), .events = static_cast<short>(accepts ? POLLIN : 0), .revents = 0});
    for (const Client& client : clients) {
      const bool listens = client.out.empty() && !client.leaves && !client.has_line();
      watched.push_back({.fd = client.socket.get(),
                         .events = static_cast<short>(listens ? POLLIN : POLLOUT),
                         .revents = 0});
    }
    if (poll(watched.data(), watched.size(), time_to_wait()) < 0 && errno != EINTR) return;
    if (watched[0].revents != 0) return;
    size_t i = 2;
    for (Client& client : clients) {
      const short ready = watched[i++].revents;
      if ((ready & POLLIN) != 0) read(client);
      if ((ready & (POLLERR | POLLNVAL)) != 0) client.gone = true;
      // A client that takes no answers has none made for it: its time runs out.
      if (ready != 0) answer(client);
      if (ready != 0 && !client.gone && !client.out.empty()) write(client);
      look_at_clock(client);
    }
    clients.remove_if([](const Client& client) { return client.gone; });
    if (watched[1].revents != 0) welcome();
  }
}

Server::Server(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Result<std::unique_ptr<Server>> Server::open(std::filesystem::path socket, Handler handler,
                                             const ServerLimits& limits) {
  auto door = listen_at(socket);
  if (!door) return Unexpected(door.error());
  auto impl = std::make_unique<Impl>();
  impl->path = std::move(socket);
  impl->handler = std::move(handler);
  impl->limits = limits;
  impl->door = std::move(*door);
  impl->file = inode_of(impl->path);
  impl->bell = Descriptor(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!impl->bell.is_open()) return fail("making an eventfd: " + describe_errno(errno));
  impl->thread = std::thread([impl = impl.get()] { impl->serve(); });
  return std::unique_ptr<Server>(new Server(std::move(impl)));
}

Server::~Server() {
  eventfd_write(impl_->bell.get(), 1);
  impl_->thread.join();
  // Another one may have taken its place.
  if (impl_->file && inode_of(impl_->path) == impl_->file) remove_socket(impl_->path);
}

}  // namespace freshet::control
