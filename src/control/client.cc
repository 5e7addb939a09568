#include "control/client.h"

#include <poll.h>
#include <sys/socket.h>

#include <cerrno>
#include <chrono>

#include "control/local_socket.h"

namespace freshet::control {
namespace {

using Time = std::chrono::steady_clock::time_point;

constexpr size_t kMaxAnswerBytes = size_t{256} << 20;

// Waits until the socket is ready, or fails at the deadline.
Status wait_for(const Descriptor& socket, short what, Time deadline) {
  pollfd watched{.fd = socket.get(), .events = what, .revents = 0};
  while (true) {
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
    if (left.count() <= 0) return fail("the run did not answer in time");
    const int ready = poll(&watched, 1, static_cast<int>(left.count()));
    if (ready > 0) return Done{};
    if (ready < 0 && errno != EINTR) return fail("waiting for the run: " + describe_errno(errno));
  }
}

bool is_transient(int error) {
  return error == EAGAIN || error == EWOULDBLOCK || error == EINTR;
}

}  // namespace

struct Client::Impl {
  Descriptor socket;
  std::string in;
};

Client::Client(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Client::~Client() = default;
Client::Client(Client&&) noexcept = default;
Client& Client::operator=(Client&&) noexcept = default;

Result<std::optional<Client>> Client::connect(const std::filesystem::path& socket) {
  auto made = make_socket();
  if (!made) return Unexpected(made.error());
  const int error = connect_to(*made, socket);
  if (error == ENOENT || error == ENOTDIR || error == ECONNREFUSED) return std::optional<Client>();
  if (error != 0) return fail("connecting to " + socket.string() + ": " + describe_errno(error));
  auto impl = std::make_unique<Impl>();
  impl->socket = std::move(*made);
  return std::optional<Client>(Client(std::move(impl)));
}

Result<std::string> Client::request(std::string_view line, Duration timeout) {
  const Time deadline =
      std::chrono::steady_clock::now() + std::chrono::microseconds(timeout.in_microseconds());
  std::string out(line);
  out += '\n';
  size_t sent = 0;
  while (sent < out.size()) {
    if (Status ready = wait_for(impl_->socket, POLLOUT, deadline); !ready) {
      return Unexpected(ready.error());
    }
    const ssize_t n = send(impl_->socket.get(), out.data() + sent, out.size() - sent, MSG_NOSIGNAL);
    if (n > 0) sent += static_cast<size_t>(n);
    if (n < 0 && !is_transient(errno)) {
      return fail("sending the request to the run: " + describe_errno(errno));
    }
  }
  std::string& in = impl_->in;
  size_t end = in.find('\n');
  while (end == std::string::npos) {
    if (Status ready = wait_for(impl_->socket, POLLIN, deadline); !ready) {
      return Unexpected(ready.error());
    }
    char buffer[16 * 1024];
    const ssize_t n = recv(impl_->socket.get(), buffer, sizeof buffer, 0);
    if (n == 0) return fail("the run closed the connection before it answered");
    if (n < 0 && !is_transient(errno)) {
      return fail("reading the answer of the run: " + describe_errno(errno));
    }
    if (n <= 0) continue;
    const size_t searched = in.size();
    in.append(buffer, static_cast<size_t>(n));
    end = in.find('\n', searched);
    if (end == std::string::npos && in.size() > kMaxAnswerBytes) {
      return fail("the answer of the run is longer than 256 MiB: request less at once");
    }
  }
  std::string answer = in.substr(0, end);
  in.erase(0, end + 1);
  return answer;
}

}  // namespace freshet::control
