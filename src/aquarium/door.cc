#include "aquarium/door.h"

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

constexpr size_t kBuffer = 64 * 1024;
constexpr int kEventsPerTurn = 256;
constexpr Duration kSweepEvery = Duration::seconds(1);
constexpr Duration kDripEvery = Duration::milliseconds(200);
constexpr std::string_view kDrop = "<p>and so on</p>\n";

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

Door::Door(Household& household, int listening)
    : household_(household),
      listening_(listening),
      epoll_(epoll_create1(EPOLL_CLOEXEC)),
      wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      spare_(open("/dev/null", O_RDONLY | O_CLOEXEC)) {
  FRESHET_CHECK(epoll_ >= 0 && wake_ >= 0, "no descriptors for an event loop");
  buffer_.resize(kBuffer);
  watch(epoll_, listening_, EPOLLIN);
  watch(epoll_, wake_, EPOLLIN);
}

Door::~Door() {
  connections_.clear();
  for (const int fd : {listening_, epoll_, wake_, spare_}) {
    if (fd >= 0) ::close(fd);
  }
}

void Door::stop() {
  stopping_.store(true);
  const uint64_t one = 1;
  // It fails only if the loop is awake already.
  [[maybe_unused]] const ssize_t written = write(wake_, &one, sizeof one);
}

void Door::run() {
  epoll_event events[kEventsPerTurn];
  now_ = monotonic();
  while (!stopping_.load()) {
    // Rounded up, so that what is due is due when we wake.
    const int64_t wait_ms = (until_next().in_microseconds() + 999) / 1'000;
    const int count = epoll_wait(epoll_, events, kEventsPerTurn, static_cast<int>(wait_ms));
    now_ = monotonic();
    for (int i = 0; i < count; ++i) {
      const int fd = events[i].data.fd;
      if (fd == listening_) {
        accept_all();
      } else if (fd != wake_) {
        // An earlier event of this turn may have closed it.
        if (Connection* connection = connections_[static_cast<size_t>(fd)].get()) {
          on_ready(*connection, events[i].events);
        }
      }
    }
    do_due();
    if (now_ >= next_sweep_) sweep();
  }
}

Duration Door::until_next() const {
  Duration next = next_sweep_ - now_;
  if (!due_.empty()) next = std::min(next, due_.top().at - now_);
  return std::clamp(next, Duration(), kSweepEvery);
}

void Door::do_due() {
  while (!due_.empty() && due_.top().at <= now_) {
    const Due due = due_.top();
    due_.pop();
    Connection* connection = connections_[static_cast<size_t>(due.socket)].get();
    if (connection == nullptr || connection->serial != due.serial) continue;
    if (connection->stage == Connection::Stage::kWaiting) {
      connection->stage = Connection::Stage::kReading;
      serve_kept(*connection, true);
    } else if (connection->stage == Connection::Stage::kDripping) {
      drip(*connection);
    }
  }
}

void Door::sweep() {
  next_sweep_ = now_ + kSweepEvery;
  for (const auto& connection : connections_) {
    if (connection == nullptr || connection->stage == Connection::Stage::kWaiting) continue;
    if (now_ - connection->last_active > household_.limits.idle) close(*connection);
  }
}

void Door::accept_all() {
  for (;;) {
    const int fd = accept4(listening_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd < 0) {
      if (errno == EINTR || errno == ECONNABORTED) continue;
      if ((errno == EMFILE || errno == ENFILE) && spare_ >= 0) {
        // Turn one client away, or epoll would tell of it for ever.
        ::close(spare_);
        const int refused = accept(listening_, nullptr, nullptr);
        if (refused >= 0) ::close(refused);
        spare_ = open("/dev/null", O_RDONLY | O_CLOEXEC);
      }
      return;
    }
    if (open_ >= household_.limits.max_connections) {
      ::close(fd);
      continue;
    }
    const int on = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    const auto index = static_cast<size_t>(fd);
    if (connections_.size() <= index) connections_.resize(index * 2 + 64);
    connections_[index] = std::make_unique<Connection>(fd, next_serial_++);
    connections_[index]->last_active = now_;
    ++open_;
    watch(epoll_, fd, EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET);
  }
}

void Door::close(Connection& connection) {
  --open_;
  connections_[static_cast<size_t>(connection.socket)].reset();
}

void Door::reset(Connection& connection) {
  const linger now = {.l_onoff = 1, .l_linger = 0};
  setsockopt(connection.socket, SOL_SOCKET, SO_LINGER, &now, sizeof now);
  close(connection);
}

void Door::on_ready(Connection& connection, uint32_t events) {
  using Stage = Connection::Stage;
  const bool gone = (events & (EPOLLERR | EPOLLHUP)) != 0 ||
                    ((events & EPOLLRDHUP) != 0 && connection.stage == Stage::kDripping);
  if (gone) {
    if (connection.stage == Stage::kWaiting) log_unanswered(connection);
    return close(connection);
  }
  if ((events & (EPOLLIN | EPOLLRDHUP)) != 0) connection.may_read = true;
  if (connection.stage == Stage::kSending && (events & EPOLLOUT) != 0) {
    send_kept(connection);
  } else if (connection.stage == Stage::kReading && connection.may_read) {
    read(connection);
  }
}

void Door::read(Connection& connection) {
  while (connection.stage == Connection::Stage::kReading && connection.may_read) {
    const ssize_t got = recv(connection.socket, buffer_.data(), buffer_.size(), 0);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN) {
      connection.may_read = false;
      return;
    }
    if (got <= 0) return close(connection);
    connection.last_active = now_;
    // Less than was asked for: there is no more, and epoll will tell when there is.
    if (static_cast<size_t>(got) < buffer_.size()) connection.may_read = false;
    const std::string_view bytes(buffer_.data(), static_cast<size_t>(got));
    if (connection.in.empty()) {
      if (!serve(connection, bytes, false)) return;
    } else {
      connection.in += bytes;
      if (!serve_kept(connection, false)) return;
    }
  }
}

bool Door::serve_kept(Connection& connection, bool has_waited) {
  // Taken out, because serve() puts the rest back.
  const std::string kept = std::move(connection.in);
  connection.in.clear();
  if (!serve(connection, kept, has_waited)) return false;
  // Only now is it certain that nothing is in the way.
  if (has_waited && connection.stage == Connection::Stage::kReading && connection.may_read) {
    read(connection);
  }
  return true;
}

bool Door::serve(Connection& connection, std::string_view bytes, bool has_waited) {
  using State = ParsedRequest::State;
  while (!bytes.empty() && connection.stage == Connection::Stage::kReading) {
    if (connection.skip > 0) {
      const uint64_t dropped = std::min<uint64_t>(connection.skip, bytes.size());
      connection.skip -= dropped;
      bytes.remove_prefix(dropped);
      continue;
    }
    const ParsedRequest parsed = parse_request(bytes, household_.limits.request);
    if (parsed.state == State::kPartial) break;
    const Instant received = has_waited ? connection.received : real_clock_.now();
    if (parsed.state == State::kRefused) return refuse(connection, parsed, received);
    if (!has_waited) {
      const auto host = household_.world.find_host(parsed.request.host);
      const Duration delay = host ? first_byte_delay(household_.world, *host, parsed.request,
                                                     household_.virtual_clock.now())
                                  : Duration();
      if (delay > Duration()) {
        connection.stage = Connection::Stage::kWaiting;
        connection.received = received;
        // Not from now_: a turn with many requests takes a while.
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

void Door::make_reply(const Request& request) {
  if (const auto host = household_.world.find_host(request.host)) {
    const Moment moment = {household_.virtual_clock.now(),
                           household_.nonce.fetch_add(1, std::memory_order_relaxed)};
    return answer(household_.world, *host, request, moment, reply_);
  }
  reply_.clear();
  const std::string_view name = request.host.substr(0, request.host.find(':'));
  if (text::equals_ignoring_case(name, household_.truth_host)) {
    return household_.truth(request, reply_);
  }
  reply_.status = 421;
  reply_.fields = "Content-Type: text/plain\r\n";
  reply_.body = "No such host in this aquarium.\n";
}

bool Door::respond(Connection& connection, const Request& request, Instant received) {
  make_reply(request);
  return deliver(connection, request, received);
}

bool Door::refuse(Connection& connection, const ParsedRequest& parsed, Instant received) {
  reply_.clear();
  reply_.status = parsed.status;
  reply_.fields = "Content-Type: text/plain\r\n";
  reply_.body = "This request cannot be understood.\n";
  return deliver(connection, parsed.request, received);
}

bool Door::deliver(Connection& connection, const Request& request, Instant received) {
  const Instant virtual_now = household_.virtual_clock.now();
  const bool silent = reply_.delivery == Delivery::kEmpty || reply_.delivery == Delivery::kRefused;
  const Framer::Framed framed =
      silent ? Framer::Framed{} : framer_.frame(reply_, request, virtual_now);
  log({.received = received,
       .answered = real_clock_.now(),
       .virtual_time = virtual_now,
       .status = reply_.status,
       .bytes = framed.body.size()},
      request);
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

void Door::log(RequestLog::Entry entry, const Request& request) {
  entry.method = request.method;
  entry.host = request.host;
  entry.target = request.target;
  entry.user_agent = request.user_agent;
  entry.if_none_match = request.if_none_match;
  entry.if_modified_since = request.if_modified_since;
  household_.log.add(entry);
}

void Door::log_unanswered(const Connection& connection) {
  const ParsedRequest parsed = parse_request(connection.in, household_.limits.request);
  log({.received = connection.received,
       .answered = real_clock_.now(),
       .virtual_time = household_.virtual_clock.now()},
      parsed.request);
}

bool Door::send(Connection& connection, std::string_view head, std::string_view body) {
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

bool Door::send_kept(Connection& connection) {
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
  if (!connection.in.empty() && !serve_kept(connection, false)) return false;
  if (connection.stage == Connection::Stage::kReading) read(connection);
  return true;
}

bool Door::after_sending(Connection& connection) {
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

void Door::drip(Connection& connection) {
  if (now_ - connection.dripping_since > household_.limits.endless) return close(connection);
  const ssize_t sent = ::send(connection.socket, kDrop.data(), kDrop.size(), MSG_NOSIGNAL);
  if (sent < 0 && errno != EAGAIN && errno != EINTR) return close(connection);
  connection.last_active = now_;
  due_.push({now_ + kDripEvery, connection.socket, connection.serial});
}

}  // namespace freshet::aquarium
