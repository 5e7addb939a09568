#include "fetch/multi.h"

#include <curl/curl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "result/check.h"

namespace freshet::fetch {

struct Multi::Socket {
  Socket(eventloop::Loop& loop, int number, Multi& multi)
      : watch(loop, number, [&multi, number](eventloop::SocketWatch::Ready ready) {
          multi.on_ready(number, ready);
        }) {}

  eventloop::SocketWatch watch;
  bool wanted = false;  // libcurl is interested
  bool ours = false;    // opened by open_socket(), so close_socket() will come
  Duration last_readable;
};

struct Multi::Callbacks {
  static int socket(CURL* easy, curl_socket_t socket, int what, void* self, void*) {
    auto* multi = static_cast<Multi*>(self);
    multi->on_interest(socket, what);
    if (what != CURL_POLL_REMOVE) multi->hooks_.waits(easy, socket);
    return 0;
  }
  static int timer(CURLM*, long timeout_ms, void* self) {
    auto* multi = static_cast<Multi*>(self);
    if (timeout_ms < 0) {
      multi->timer_.cancel();
    } else {
      multi->timer_.start(Duration::milliseconds(timeout_ms),
                          [multi] { multi->act(CURL_SOCKET_TIMEOUT, 0); });
    }
    return 0;
  }
};

Multi::Multi(eventloop::Loop& loop, size_t max_connections, Hooks hooks)
    : loop_(loop),
      hooks_(std::move(hooks)),
      timer_(loop),
      max_sockets_(std::clamp<size_t>(max_connections, 1, 1'000'000)),
      multi_(curl_multi_init()) {
  FRESHET_CHECK(multi_ != nullptr, "libcurl ran out of memory");
  curl_multi_setopt(multi_, CURLMOPT_SOCKETFUNCTION, &Callbacks::socket);
  curl_multi_setopt(multi_, CURLMOPT_SOCKETDATA, this);
  curl_multi_setopt(multi_, CURLMOPT_TIMERFUNCTION, &Callbacks::timer);
  curl_multi_setopt(multi_, CURLMOPT_TIMERDATA, this);
  curl_multi_setopt(multi_, CURLMOPT_MAXCONNECTS, static_cast<long>(max_sockets_));
  set_max_connections(max_sockets_);
}

void Multi::set_max_connections(size_t most) {
  const auto bounded = static_cast<long>(std::clamp<size_t>(most, 1, max_sockets_));
  curl_multi_setopt(multi_, CURLMOPT_MAX_TOTAL_CONNECTIONS, bounded);
}

Multi::~Multi() {
  curl_multi_cleanup(multi_);
}

void Multi::add(void* easy) {
  const CURLMcode code = curl_multi_add_handle(multi_, easy);
  FRESHET_CHECK(code == CURLM_OK, curl_multi_strerror(code));
}

void Multi::remove(void* easy) {
  curl_multi_remove_handle(multi_, easy);
}

int Multi::open_socket(int family, int type, int protocol) {
  if (open_sockets_ >= max_sockets_) {
    errno = EMFILE;
    return -1;
  }
  const int socket = ::socket(family, type | SOCK_CLOEXEC | SOCK_NONBLOCK, protocol);
  if (socket < 0) return socket;
  socket_of(socket).ours = true;
  ++open_sockets_;
  watchdog_.add(socket);
  return socket;
}

void Multi::close_socket(int socket) {
  // The watch must be removed before ::close(), because the next socket may get the same number.
  const auto number = static_cast<size_t>(socket);
  if (number < sockets_.size() && sockets_[number] && sockets_[number]->ours) --open_sockets_;
  if (number < sockets_.size()) sockets_[number].reset();
  watchdog_.remove(socket);
  ::close(socket);
}

std::optional<Duration> Multi::last_readable(int socket) const {
  const auto number = static_cast<size_t>(socket);
  if (socket < 0 || number >= sockets_.size() || !sockets_[number]) return std::nullopt;
  return sockets_[number]->last_readable;
}

Multi::Socket& Multi::socket_of(int socket) {
  const auto number = static_cast<size_t>(socket);
  if (number >= sockets_.size()) sockets_.resize(number + 1);
  auto& slot = sockets_[number];
  if (!slot) slot = std::make_unique<Socket>(loop_, socket, *this);
  return *slot;
}

void Multi::on_interest(int number, int what) {
  if (what == CURL_POLL_REMOVE) {
    const auto index = static_cast<size_t>(number);
    if (index >= sockets_.size() || !sockets_[index]) return;
    sockets_[index]->wanted = false;
    // Other sockets (libcurl's resolver has some) are closed without a call of close_socket().
    if (!sockets_[index]->ours) sockets_[index].reset();
    return;
  }
  Socket& socket = socket_of(number);
  socket.wanted = true;
  socket.watch.wait_for(
      {.readable = (what & CURL_POLL_IN) != 0, .writable = (what & CURL_POLL_OUT) != 0});
}

void Multi::on_ready(int number, eventloop::SocketWatch::Ready ready) {
  Socket& socket = *sockets_[static_cast<size_t>(number)];
  if (!socket.wanted) {
    // The server closed an idle connection. libcurl will notice it when it reuses the connection.
    socket.watch.wait_for({});
    return;
  }
  if (ready.readable) socket.last_readable = loop_.monotonic_now();
  act(number, (ready.readable ? CURL_CSELECT_IN : 0) | (ready.writable ? CURL_CSELECT_OUT : 0));
}

void Multi::act(int socket, int events) {
  int running = 0;
  watchdog_.begin_call();
  curl_multi_socket_action(multi_, socket, events, &running);
  watchdog_.end_call();
  take_finished();
}

void Multi::take_finished() {
  int left = 0;
  while (CURLMsg* message = curl_multi_info_read(multi_, &left)) {
    if (message->msg != CURLMSG_DONE) continue;
    // The message is invalid after the handle is removed.
    void* easy = message->easy_handle;
    const CURLcode code = message->data.result;
    curl_multi_remove_handle(multi_, easy);
    hooks_.finished(easy, code);
  }
}

}  // namespace freshet::fetch
