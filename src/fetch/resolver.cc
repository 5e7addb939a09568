#include "fetch/resolver.h"

#include <ares.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "fetch/shortage.h"
#include "result/check.h"

namespace freshet::fetch {
namespace {

// c-ares doubles its time-out with every attempt: the total is 1 + 2 + 4 parts.
constexpr int kTries = 3;
constexpr int kParts = 7;
constexpr Duration kRetryAfter = Duration::seconds(1);

Resolution::Status status_of(int ares_status) {
  switch (ares_status) {
    case ARES_SUCCESS: return Resolution::Status::kFound;
    case ARES_ETIMEOUT:
    // No name server had an answer. As with a time-out, this says nothing about the name.
    case ARES_ESERVFAIL:
    case ARES_EREFUSED:
    case ARES_ECONNREFUSED: return Resolution::Status::kTimedOut;
    case ARES_ECANCELLED: return Resolution::Status::kCancelled;
    default: return Resolution::Status::kNone;
  }
}

}  // namespace

struct Resolver::Callbacks {
  // Does what c-ares does by default, and records a lack of descriptors.
  static ares_socket_t open(int family, int type, int protocol, void* self) {
    const int socket = ::socket(family, type | SOCK_NONBLOCK | SOCK_CLOEXEC, protocol);
    if (socket < 0 && is_shortage(errno)) static_cast<Resolver*>(self)->lacked_descriptor_ = true;
    return socket;
  }
  static int close(ares_socket_t socket, void*) { return ::close(socket); }
  static int connect(ares_socket_t socket, const sockaddr* to, ares_socklen_t size, void*) {
    return ::connect(socket, to, size);
  }
  static ares_ssize_t receive(ares_socket_t socket, void* buffer, size_t size, int flags,
                              sockaddr* from, ares_socklen_t* from_size, void*) {
    return ::recvfrom(socket, buffer, size, flags, from, from_size);
  }
  static ares_ssize_t send(ares_socket_t socket, const iovec* parts, int count, void*) {
    return ::writev(socket, parts, count);
  }
  static constexpr ares_socket_functions kFunctions = {&open, &close, &connect, &receive, &send};

  static void socket(void* self, ares_socket_t socket, int readable, int writable) {
    static_cast<Resolver*>(self)->on_socket(socket, readable != 0, writable != 0);
  }
  static void answer(void* query, int status, int, ares_addrinfo* found) {
    auto* pending = static_cast<Query*>(query);
    pending->resolver->on_answer(*pending, status, found);
    if (found != nullptr) ares_freeaddrinfo(found);
  }
};

Resolver::Resolver(eventloop::Loop& loop, const ResolverOptions& options)
    : loop_(loop),
      timeout_(options.timeout),
      cache_(options.cache),
      timeout_timer_(loop),
      answer_timer_(loop),
      retry_timer_(loop) {
  ares_options settings = {};
  settings.flags = ARES_FLAG_NOSEARCH;
  settings.tries = kTries;
  settings.timeout =
      static_cast<int>(std::clamp<int64_t>(timeout_.in_microseconds() / 1000 / kParts, 10, 60'000));
  settings.sock_state_cb = &Callbacks::socket;
  settings.sock_state_cb_data = this;
  int status = ares_init_options(
      &channel_, &settings,
      ARES_OPT_FLAGS | ARES_OPT_TRIES | ARES_OPT_TIMEOUTMS | ARES_OPT_SOCK_STATE_CB);
  FRESHET_CHECK(status == ARES_SUCCESS, ares_strerror(status));
  ares_set_socket_functions(channel_, &Callbacks::kFunctions, this);
  if (options.servers.empty()) return;
  std::string servers;
  for (const std::string& server : options.servers) servers.append(server).append(",");
  servers.pop_back();
  status = ares_set_servers_ports_csv(channel_, servers.c_str());
  FRESHET_CHECK(status == ARES_SUCCESS, ares_strerror(status));
}

Resolver::~Resolver() {
  ending_ = true;
  ares_destroy(channel_);
}

void Resolver::resolve(std::string_view name, Answered answered) {
  auto& query = queries_[std::string(name)];
  if (query) {
    query->waiters.push_back(std::move(answered));
    return;
  }
  query = std::make_unique<Query>();
  query->resolver = this;
  query->name = name;
  query->waiters.push_back(std::move(answered));
  send_query(*query);
}

void Resolver::send_query(Query& query) {
  ares_addrinfo_hints hints = {};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  ares_getaddrinfo(channel_, query.name.c_str(), nullptr, &hints, &Callbacks::answer, &query);
  set_timer();
}

void Resolver::retry_queries() {
  lacked_descriptor_ = false;
  for (const std::string& name : std::exchange(to_retry_, {})) {
    const auto found = queries_.find(name);
    if (found != queries_.end()) send_query(*found->second);
  }
}

void Resolver::on_answer(Query& query, int status, ares_addrinfo* found) {
  if (ending_) return;
  query.resolution.status = status_of(status);
  if (lacked_descriptor_ && query.resolution.status == Resolution::Status::kTimedOut) {
    to_retry_.push_back(query.name);
    if (!retry_timer_.active()) retry_timer_.start(kRetryAfter, [this] { retry_queries(); });
    return;
  }
  if (status == ARES_SUCCESS) {
    query.time_to_live = Duration::days(1);
    for (const ares_addrinfo_node* node = found->nodes; node != nullptr; node = node->ai_next) {
      const auto address = Address::from(node->ai_addr);
      auto& addresses = query.resolution.addresses;
      if (!address || std::find(addresses.begin(), addresses.end(), *address) != addresses.end()) {
        continue;
      }
      addresses.push_back(*address);
      query.time_to_live = std::min(query.time_to_live, Duration::seconds(node->ai_ttl));
    }
    if (query.resolution.addresses.empty()) query.resolution.status = Resolution::Status::kNone;
  }
  // Callbacks are called later, because c-ares may answer from inside resolve(), and before its own
  // state is consistent.
  answered_.push_back(query.name);
  answer_timer_.start(Duration(), [this] { deliver_answers(); });
}

void Resolver::deliver_answers() {
  for (const std::string& name : std::exchange(answered_, {})) {
    auto node = queries_.extract(name);
    if (node.empty()) continue;
    const Query& query = *node.mapped();
    if (query.resolution.status != Resolution::Status::kCancelled) {
      cache_.put(name, query.resolution, query.time_to_live, now());
    }
    for (const Answered& waiter : query.waiters) waiter(query.resolution);
  }
}

void Resolver::cancel_all() {
  ares_cancel(channel_);
  for (const std::string& name : std::exchange(to_retry_, {})) {
    queries_.at(name)->resolution.status = Resolution::Status::kCancelled;
    answered_.push_back(name);
  }
  deliver_answers();
}

void Resolver::on_socket(int socket, bool readable, bool writable) {
  if (!readable && !writable) {
    sockets_.erase(socket);
    return;
  }
  auto& watch = sockets_[socket];
  if (!watch) {
    watch = std::make_unique<eventloop::SocketWatch>(
        loop_, socket, [this, socket](eventloop::SocketWatch::Ready ready) {
          ares_process_fd(channel_, ready.readable ? socket : ARES_SOCKET_BAD,
                          ready.writable ? socket : ARES_SOCKET_BAD);
          set_timer();
        });
  }
  watch->wait_for({.readable = readable, .writable = writable});
}

void Resolver::set_timer() {
  timeval left = {};
  if (ares_timeout(channel_, nullptr, &left) == nullptr) {
    timeout_timer_.cancel();
    return;
  }
  timeout_timer_.start(Duration::microseconds(left.tv_sec * 1'000'000 + left.tv_usec), [this] {
    ares_process_fd(channel_, ARES_SOCKET_BAD, ARES_SOCKET_BAD);
    set_timer();
  });
}

}  // namespace freshet::fetch
