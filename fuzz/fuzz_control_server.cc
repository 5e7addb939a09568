// Sends any bytes to a control server, in pieces of any size: the server answers each complete line
// with one line, in order, up to the first line that is too long, and serves the next client.
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "control/local_socket.h"
#include "control/server.h"

namespace {

using namespace freshet;

constexpr size_t kLongestLine = 64;

void require(bool condition) {
  if (!condition) std::abort();
}

std::string answer_to(std::string_view line) {
  return "<" + std::string(line) + ">";
}

struct Fixture {
  Fixture() {
    std::string pattern = (std::filesystem::temp_directory_path() / "freshet-fuzz-XXXXXX").string();
    folder = mkdtemp(pattern.data());
    auto opened = control::Server::open(folder / "s", answer_to, {.longest_line = kLongestLine});
    require(opened.has_value());
    server = std::move(*opened);
  }
  ~Fixture() {
    server.reset();
    std::filesystem::remove_all(folder);
  }
  std::filesystem::path folder;
  std::unique_ptr<control::Server> server;
};

// The answers to all complete lines, if no line is too long.
std::string expected(std::string_view bytes) {
  std::string all;
  for (size_t end = bytes.find('\n'); end != std::string_view::npos; end = bytes.find('\n')) {
    std::string_view line = bytes.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    all += answer_to(line) + "\n";
    bytes.remove_prefix(end + 1);
  }
  return all;
}

// Sends the bytes in pieces and receives answers at the same time, until the server closes the
// connection. Returns what was received.
std::string exchange(int fd, std::string_view bytes, size_t piece) {
  std::string received;
  bool has_more = true;
  while (has_more) {
    pollfd watched{.fd = fd, .events = POLLIN, .revents = 0};
    if (!bytes.empty()) watched.events |= POLLOUT;
    if (poll(&watched, 1, -1) < 0) continue;  // interrupted by the fuzzer's timer
    if ((watched.revents & POLLOUT) != 0) {
      const std::string_view part = bytes.substr(0, piece);
      const ssize_t n = send(fd, part.data(), part.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
      if (n > 0) bytes.remove_prefix(static_cast<size_t>(n));
      if (n < 0 && errno == EPIPE) bytes = {};
      if (bytes.empty()) shutdown(fd, SHUT_WR);
    }
    if ((watched.revents & (POLLIN | POLLHUP)) == 0) continue;
    char buffer[4096];
    const ssize_t n = recv(fd, buffer, sizeof buffer, MSG_DONTWAIT);
    if (n > 0) received.append(buffer, static_cast<size_t>(n));
    has_more = n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR));
  }
  return received;
}

size_t longest_line(std::string_view bytes) {
  size_t longest = 0;
  size_t length = 0;
  for (const char c : bytes) {
    length = c == '\n' ? 0 : length + 1;
    longest = std::max(longest, length);
  }
  return longest;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const Fixture fixture;
  if (size == 0) return 0;
  const size_t piece = 1 + data[0] % 97;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1,
                               std::min<size_t>(size - 1, 4096));

  const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  require(fd >= 0);
  const control::Descriptor client(fd);
  int error = control::connect_to(client, fixture.folder / "s");
  while (error == EINTR) error = control::connect_to(client, fixture.folder / "s");
  require(error == 0);
  if (bytes.empty()) return 0;
  const std::string received = exchange(fd, bytes, piece);
  if (longest_line(bytes) <= kLongestLine) {
    require(received == expected(bytes));
  } else {
    // The pieces decide how many lines the server answers before it sees that one is too long.
    require(received.empty() || received.ends_with('\n'));
  }
  return 0;
}
