#include "aquarium/server.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include <algorithm>
#include <cerrno>
#include <ctime>

#include "aquarium/answer.h"
#include "result/check.h"
#include "text/ascii.h"

namespace freshet::aquarium {
namespace {

constexpr size_t kBufferBytes = 64 * 1024;
constexpr int kEventsPerTurn = 256;
constexpr Duration kSweepEvery = Duration::seconds(1);
constexpr Duration kDripEvery = Duration::milliseconds(200);
constexpr std::string_view kDrip = "<p>and so on</p>\n";

Duration monotonic() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return Duration::seconds(now.tv_sec) + Duration::microseconds(now.tv_nsec / 1'000);
}

void watch(int epoll, int socket, uint32_t events) {
  epoll_event event{};
  event.events = events;
  event.data.fd = socket;
  FRESHET_CHECK(epoll_ctl(epoll, EPOLL_CTL_ADD, socket, &event) == 0, "cannot watch a socket");
}

}  // namespace

Server::Server(ServerContext& context, int listening)
    : context_(context),
      listening_(listening),
      epoll_(epoll_create1(EPOLL_CLOEXEC)),
      wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      spare_(open("/dev/null", O_RDONLY | O_CLOEXEC)) {
  FRESHET_CHECK(epoll_ >= 0 && wake_ >= 0, "no descriptors for an event loop");
  buffer_.resize(kBufferBytes);
  watch(epoll_, listening_, EPOLLIN);
  watch(epoll_, wake_, EPOLLIN);
}

Server::~Server() {
  connections_.clear();
  for (const int fd : {listening_, epoll_, wake_, spare_}) {
    if (fd >= 0) ::close(fd);
  }
}

void Server::stop() {
  stopping_.store(true);
  const uint64_t one = 1;
  // It can fail only if the counter is full, and then the loop wakes up anyway.
  [[maybe_unused]] const ssize_t written = write(wake_, &one, sizeof one);
}

void Server::run() {
  epoll_event events[kEventsPerTurn];
  now_ = monotonic();
  while (!stopping_.load()) {
    // Rounded up, so that the next task is due on waking up.
    const int64_t wait_ms = (until_next().in_microseconds() + 999) / 1'000;
    const int count = epoll_wait(epoll_, events, kEventsPerTurn, static_cast<int>(wait_ms));
    now_ = monotonic();
    for (int i = 0; i < count; ++i) {
      const int fd = events[i].data.fd;
      if (fd == listening_) {
        accept_all();
      } else if (fd != wake_) {
        // An earlier event of this turn may have closed it.
        if (Connection* connection = connections_.find(fd)) {
          on_ready(*connection, events[i].events);
        }
      }
    }
    run_due_tasks();
    if (now_ >= next_sweep_) sweep();
  }
}

Duration Server::until_next() const {
  Duration next = next_sweep_ - now_;
  if (!due_.empty()) next = std::min(next, due_.top().at - now_);
  return std::clamp(next, Duration(), kSweepEvery);
}

void Server::run_due_tasks() {
  while (!due_.empty() && due_.top().at <= now_) {
    const Due due = due_.top();
    due_.pop();
    Connection* connection = connections_.find(due.socket, due.serial);
    if (connection == nullptr) continue;
    if (connection->stage == Connection::Stage::kWaiting) {
      connection->stage = Connection::Stage::kReading;
      serve_buffered(*connection, true);
    } else if (connection->stage == Connection::Stage::kDripping) {
      drip(*connection);
    }
  }
}

void Server::sweep() {
  next_sweep_ = now_ + kSweepEvery;
  connections_.each([this](Connection& connection) {
    if (connection.stage == Connection::Stage::kWaiting) return;
    if (now_ - connection.last_active > context_.limits.idle) close(connection);
  });
}

void Server::accept_all() {
  for (;;) {
    const int fd = accept4(listening_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd < 0) {
      if (errno == EINTR || errno == ECONNABORTED) continue;
      if ((errno == EMFILE || errno == ENFILE) && spare_ >= 0) {
        // Accepts and closes one connection with the spare descriptor. Otherwise it would stay in
        // the queue and epoll would report it again and again.
        ::close(spare_);
        const int refused = accept(listening_, nullptr, nullptr);
        if (refused >= 0) ::close(refused);
        spare_ = open("/dev/null", O_RDONLY | O_CLOEXEC);
      }
      return;
    }
    if (connections_.open() >= context_.limits.max_connections) {
      ::close(fd);
      continue;
    }
    const int on = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    connections_.add(fd).last_active = now_;
    watch(epoll_, fd, EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET);
  }
}

void Server::close(Connection& connection) {
  connections_.remove(connection);
}

void Server::reset(Connection& connection) {
  const linger now = {.l_onoff = 1, .l_linger = 0};
  setsockopt(connection.socket, SOL_SOCKET, SO_LINGER, &now, sizeof now);
  close(connection);
}

void Server::on_ready(Connection& connection, uint32_t events) {
  using Stage = Connection::Stage;
  const bool gone = (events & (EPOLLERR | EPOLLHUP)) != 0 ||
                    ((events & EPOLLRDHUP) != 0 && connection.stage == Stage::kDripping);
  if (gone) {
    if (connection.stage == Stage::kWaiting) log_unanswered(connection);
    return close(connection);
  }
  if ((events & (EPOLLIN | EPOLLRDHUP)) != 0) connection.may_read = true;
  if (connection.stage == Stage::kSending && (events & EPOLLOUT) != 0) {
    send_buffered(connection);
  } else if (connection.stage == Stage::kReading && connection.may_read) {
    read(connection);
  }
}

void Server::read(Connection& connection) {
  while (connection.stage == Connection::Stage::kReading && connection.may_read) {
    const ssize_t got = recv(connection.socket, buffer_.data(), buffer_.size(), 0);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN) {
      connection.may_read = false;
      return;
    }
    if (got <= 0) return close(connection);
    connection.last_active = now_;
    // Fewer bytes than requested: the socket is empty, and epoll will report new data.
    if (static_cast<size_t>(got) < buffer_.size()) connection.may_read = false;
    const std::string_view bytes(buffer_.data(), static_cast<size_t>(got));
    if (connection.in.empty()) {
      if (!serve(connection, bytes, false)) return;
    } else {
      connection.in += bytes;
      if (!serve_buffered(connection, false)) return;
    }
  }
}

bool Server::serve_buffered(Connection& connection, bool has_waited) {
  // Moved out of the connection, because serve() stores the rest there.
  const std::string buffered = std::move(connection.in);
  connection.in.clear();
  if (!serve(connection, buffered, has_waited)) return false;
  // The buffered requests are answered, so more may be read.
  if (has_waited && connection.stage == Connection::Stage::kReading && connection.may_read) {
    read(connection);
  }
  return true;
}

bool Server::serve(Connection& connection, std::string_view bytes, bool has_waited) {
  using State = ParsedRequest::State;
  while (!bytes.empty() && connection.stage == Connection::Stage::kReading) {
    if (connection.skip > 0) {
      const uint64_t dropped = std::min<uint64_t>(connection.skip, bytes.size());
      connection.skip -= dropped;
      bytes.remove_prefix(dropped);
      continue;
    }
    const ParsedRequest parsed = parse_request(bytes, context_.limits.request);
    if (parsed.state == State::kPartial) break;
    const Instant received = has_waited ? connection.received : real_clock_.now();
    if (parsed.state == State::kRefused) return refuse(connection, parsed, received);
    if (!has_waited) {
      const auto host = context_.world.find_host(parsed.request.host);
      const Duration delay = host ? first_byte_delay(context_.world, *host, parsed.request,
                                                     context_.virtual_clock.now())
                                  : Duration();
      if (delay > Duration()) {
        connection.stage = Connection::Stage::kWaiting;
        connection.received = received;
        // Not based on now_, which may be old if this turn has many requests.
        due_.push({monotonic() + delay, connection.socket, connection.serial});
        break;
      }
    }
    has_waited = false;
    connection.skip = parsed.body_length;
    bytes.remove_prefix(parsed.head_length);
    if (!respond(connection, parsed.request, received)) return false;
  }
  connection.in = bytes;
  return true;
}

void Server::make_reply(const Request& request) {
  if (const auto host = context_.world.find_host(request.host)) {
    const Moment moment = {context_.virtual_clock.now(),
                           context_.nonce.fetch_add(1, std::memory_order_relaxed)};
    return answer(context_.world, *host, request, moment, reply_);
  }
  reply_.clear();
  const std::string_view name = request.host.substr(0, request.host.find(':'));
  if (text::equals_ignoring_case(name, context_.truth_host)) {
    return context_.truth(request, reply_);
  }
  reply_.status = 421;
  reply_.fields = "Content-Type: text/plain\r\n";
  reply_.body = "No such host in this aquarium.\n";
}

bool Server::respond(Connection& connection, const Request& request, Instant received) {
  make_reply(request);
  return deliver(connection, request, received);
}

bool Server::refuse(Connection& connection, const ParsedRequest& parsed, Instant received) {
  reply_.clear();
  reply_.status = parsed.status;
  reply_.fields = "Content-Type: text/plain\r\n";
  reply_.body = "This request is malformed or exceeds a limit.\n";
  return deliver(connection, parsed.request, received);
}

bool Server::deliver(Connection& connection, const Request& request, Instant received) {
  const Instant virtual_now = context_.virtual_clock.now();
  const bool silent = reply_.delivery == Delivery::kEmpty || reply_.delivery == Delivery::kRefused;
  const Framer::Framed framed =
      silent ? Framer::Framed{} : framer_.frame(reply_, request, virtual_now);
  context_.log.add({.received = received,
                    .answered = real_clock_.now(),
                    .virtual_time = virtual_now,
                    .request = request,
                    .status = reply_.status,
                    .bytes = framed.body.size()});
  if (silent) {
    if (reply_.delivery == Delivery::kRefused) {
      reset(connection);
    } else {
      close(connection);
    }
    return false;
  }
  connection.close_after = framed.close;
  connection.reset_after = reply_.delivery == Delivery::kReset;
  connection.drip_after = reply_.delivery == Delivery::kEndless && request.method != "HEAD";
  return send(connection, framed.head, framed.body);
}

void Server::log_unanswered(const Connection& connection) {
  const ParsedRequest parsed = parse_request(connection.in, context_.limits.request);
  context_.log.add({.received = connection.received,
                    .answered = real_clock_.now(),
                    .virtual_time = context_.virtual_clock.now(),
                    .request = parsed.request});
}

bool Server::send(Connection& connection, std::string_view head, std::string_view body) {
  iovec parts[2] = {{const_cast<char*>(head.data()), head.size()},
                    {const_cast<char*>(body.data()), body.size()}};
  msghdr message{};
  message.msg_iov = parts;
  message.msg_iovlen = body.empty() ? 1 : 2;
  ssize_t sent;
  do {
    sent = sendmsg(connection.socket, &message, MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  if (sent < 0 && errno != EAGAIN) {
    close(connection);
    return false;
  }
  const size_t done = sent < 0 ? 0 : static_cast<size_t>(sent);
  if (done == head.size() + body.size()) return after_sending(connection);
  connection.out.clear();
  connection.out_sent = 0;
  if (done < head.size()) connection.out += head.substr(done);
  connection.out += body.substr(done < head.size() ? 0 : done - head.size());
  connection.stage = Connection::Stage::kSending;
  return true;
}

bool Server::send_buffered(Connection& connection) {
  while (connection.out_sent < connection.out.size()) {
    const ssize_t sent = ::send(connection.socket, connection.out.data() + connection.out_sent,
                                connection.out.size() - connection.out_sent, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0 && errno == EAGAIN) return true;
    if (sent <= 0) {
      close(connection);
      return false;
    }
    connection.out_sent += static_cast<size_t>(sent);
    connection.last_active = now_;
  }
  connection.out = {};
  connection.out_sent = 0;
  connection.stage = Connection::Stage::kReading;
  if (!after_sending(connection)) return false;
  if (connection.stage != Connection::Stage::kReading) return true;
  if (!connection.in.empty() && !serve_buffered(connection, false)) return false;
  if (connection.stage == Connection::Stage::kReading) read(connection);
  return true;
}

bool Server::after_sending(Connection& connection) {
  if (connection.drip_after) {
    connection.stage = Connection::Stage::kDripping;
    connection.dripping_since = now_;
    due_.push({now_ + kDripEvery, connection.socket, connection.serial});
    return true;
  }
  if (connection.reset_after) {
    reset(connection);
    return false;
  }
  if (connection.close_after) {
    close(connection);
    return false;
  }
  return true;
}

void Server::drip(Connection& connection) {
  if (now_ - connection.dripping_since > context_.limits.endless) return close(connection);
  const ssize_t sent = ::send(connection.socket, kDrip.data(), kDrip.size(), MSG_NOSIGNAL);
  if (sent < 0 && errno != EAGAIN && errno != EINTR) return close(connection);
  connection.last_active = now_;
  due_.push({now_ + kDripEvery, connection.socket, connection.serial});
}

}  // namespace freshet::aquarium
