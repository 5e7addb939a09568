#include "control/server.h"

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <list>
#include <optional>
#include <thread>

#include "control/local_socket.h"
#include "eventloop/loop.h"

namespace freshet::control {
namespace {

using Time = std::chrono::steady_clock::time_point;

constexpr char kTooLong[] = "{\"error\":\"the line is too long\"}\n";
constexpr char kTooMany[] = "{\"error\":\"too many clients\"}\n";
constexpr Duration kAcceptRetryDelay = Duration::milliseconds(200);

Time after(Duration d) {
  return std::chrono::steady_clock::now() + std::chrono::microseconds(d.in_microseconds());
}

struct Client {
  Client(Descriptor accepted, eventloop::Loop& loop) : socket(std::move(accepted)), timer(loop) {}

  Descriptor socket;
  std::optional<eventloop::SocketWatch> watch;  // destroyed before the socket is closed
  eventloop::Timer timer;
  std::string in;
  std::string out;
  bool closing = false;  // close the connection after `out` is sent
  bool closed = false;   // close the connection now
  Time since;            // when it became idle, or began its current request
  Time deadline;

  bool has_line() const { return in.find('\n') != std::string::npos; }
  // The client has no request in progress, not even one that the server has not read yet.
  bool is_idle() const {
    char byte = 0;
    return in.empty() && out.empty() && recv(socket.get(), &byte, 1, MSG_PEEK | MSG_DONTWAIT) <= 0;
  }
};

// Returns a socket that listens at the path.
Result<Descriptor> listen_at(const std::filesystem::path& path) {
  auto made = make_socket();
  if (!made) return made;
  int error = bind_to(*made, path);
  if (error == EADDRINUSE) {
    auto probe = make_socket();
    if (!probe) return probe;
    const int status = connect_to(*probe, path);
    // EAGAIN means that the queue of connections is full, so a server listens there.
    if (status == 0 || status == EAGAIN) {
      return fail("another run listens at " + path.string() + ": stop that one first");
    }
    if (!remove_socket(path)) {
      return fail("cannot listen at " + path.string() +
                  ": there is a file that is not a socket; move it elsewhere");
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
  std::optional<uint64_t> inode;  // of the socket file
  Descriptor listener;
  eventloop::Loop loop;
  // These two exist while the loop runs.
  std::optional<eventloop::SocketWatch> listener_watch;
  std::optional<eventloop::Timer> accept_retry;  // started when no descriptor was free
  std::list<Client> clients;
  std::thread thread;

  void serve();
  void accept_clients();
  bool make_room();
  void serve(Client& client, eventloop::SocketWatch::Ready ready);
  void read(Client& client);
  void answer(Client& client);
  void write(Client& client) const;
  // Closes the connection if it is finished; otherwise waits for the next event on it.
  void wait_or_close(Client& client);
  void check_deadline(Client& client);
};

void Server::Impl::accept_clients() {
  while (true) {
    Descriptor socket(accept4(listener.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (!socket.is_open()) {
      if (errno == EMFILE || errno == ENFILE || errno == ENOMEM) {
        listener_watch->wait_for({});
        accept_retry->start(kAcceptRetryDelay,
                            [this] { listener_watch->wait_for({.readable = true}); });
      }
      return;
    }
    if (clients.size() >= limits.most_clients && !make_room()) {
      [[maybe_unused]] const ssize_t sent =
          send(socket.get(), kTooMany, sizeof kTooMany - 1, MSG_NOSIGNAL);
      continue;
    }
    Client& client = clients.emplace_back(std::move(socket), loop);
    client.since = std::chrono::steady_clock::now();
    client.deadline = after(limits.idle);
    client.watch.emplace(
        loop, client.socket.get(),
        [this, &client](eventloop::SocketWatch::Ready ready) { serve(client, ready); });
    wait_or_close(client);
  }
}

// Closes the connection of the client that has been idle longest, or else of the one that has been
// busy longest, if that is longer than limits.busy. Returns false if there is no such client.
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

// Reads what the client has sent. Stops after one line of the maximum length, so that other clients
// are served too.
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
      client.closing = true;
      return;
    }
    if (errno == EINTR) continue;
    client.closed = errno != EAGAIN && errno != EWOULDBLOCK;
    return;
  }
}

// Answers one line. The next line is answered when this answer has been sent, so that a client that
// does not read its answers cannot use up the memory.
void Server::Impl::answer(Client& client) {
  if (!client.out.empty()) return;
  const size_t end = client.in.find('\n');
  if (end > limits.longest_line && client.in.size() > limits.longest_line) {
    client.out = kTooLong;
    client.in.clear();
    client.closing = true;
  } else if (end != std::string::npos) {
    std::string_view line = std::string_view(client.in).substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    client.out = handler(line);
    // The answer must be one line, whatever the handler returns.
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
      client.closed = errno != EAGAIN && errno != EWOULDBLOCK;
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

void Server::Impl::wait_or_close(Client& client) {
  if (client.closing && client.out.empty() && !client.has_line()) client.closed = true;
  if (client.closed) {
    clients.remove_if([&](const Client& one) { return &one == &client; });
    return;
  }
  // While an answer is not sent completely, nothing more is read from the client.
  const bool reads = client.out.empty() && !client.closing && !client.has_line();
  client.watch->wait_for({.readable = reads, .writable = !reads});
  check_deadline(client);
}

// The loop starts timers from the time at the beginning of its iteration, and the handler may take
// longer than the client's time-out. So a timer may fire before the deadline.
void Server::Impl::check_deadline(Client& client) {
  const auto left = client.deadline - std::chrono::steady_clock::now();
  if (left <= Time::duration::zero()) {
    client.closed = true;
    wait_or_close(client);
    return;
  }
  const auto us = std::chrono::ceil<std::chrono::microseconds>(left);
  client.timer.start(Duration::microseconds(us.count()),
                     [this, &client] { check_deadline(client); });
}

void Server::Impl::serve(Client& client, eventloop::SocketWatch::Ready ready) {
  if (ready.readable) read(client);
  answer(client);
  if (!client.closed && !client.out.empty()) write(client);
  wait_or_close(client);
}

void Server::Impl::serve() {
  listener_watch.emplace(loop, listener.get(),
                         [this](eventloop::SocketWatch::Ready) { accept_clients(); });
  accept_retry.emplace(loop);
  listener_watch->wait_for({.readable = true});
  loop.run();
  clients.clear();
  accept_retry.reset();
  listener_watch.reset();
}

Server::Server(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Result<std::unique_ptr<Server>> Server::open(std::filesystem::path socket, Handler handler,
                                             const ServerLimits& limits) {
  auto listener = listen_at(socket);
  if (!listener) return Unexpected(listener.error());
  auto impl = std::make_unique<Impl>();
  impl->path = std::move(socket);
  impl->handler = std::move(handler);
  impl->limits = limits;
  impl->listener = std::move(*listener);
  impl->inode = inode_of(impl->path);
  impl->thread = std::thread([impl = impl.get()] { impl->serve(); });
  return std::unique_ptr<Server>(new Server(std::move(impl)));
}

Server::~Server() {
  impl_->loop.stop();
  impl_->thread.join();
  // Another server may have replaced the file.
  if (impl_->inode && inode_of(impl_->path) == impl_->inode) remove_socket(impl_->path);
}

}  // namespace freshet::control
