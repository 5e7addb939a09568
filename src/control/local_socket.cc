#include "control/local_socket.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

namespace freshet::control {
namespace {

// Calls `use` with a socket address for the path. A path that is too long for an address is given
// relative to its folder, which is open meanwhile and has the short name /proc/self/fd/N.
template <typename Use>
int with_address(const std::filesystem::path& path, Use use) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::string name = path.string();
  Descriptor folder;
  if (name.size() >= sizeof address.sun_path) {
    const std::filesystem::path parent = path.parent_path();
    folder = Descriptor(open(parent.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!folder.is_open()) return errno;
    name = "/proc/self/fd/" + std::to_string(folder.get()) + "/" + path.filename().string();
    if (name.size() >= sizeof address.sun_path) return ENAMETOOLONG;
  }
  std::memcpy(address.sun_path, name.c_str(), name.size() + 1);
  const bool ok = use(reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  return ok ? 0 : errno;
}

}  // namespace

Descriptor::~Descriptor() {
  if (fd_ >= 0) close(fd_);
}

Result<Descriptor> make_socket() {
  Descriptor made(socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (!made.is_open()) return fail("creating a socket: " + describe_errno(errno));
  return made;
}

int bind_to(const Descriptor& socket, const std::filesystem::path& path) {
  // Linux gives the file the mode of the socket, so other users cannot connect at any moment.
  if (fchmod(socket.get(), S_IRUSR | S_IWUSR) != 0) return errno;
  const int error = with_address(path, [&](const sockaddr* address, socklen_t size) {
    return bind(socket.get(), address, size);
  });
  if (error == 0 && chmod(path.c_str(), S_IRUSR | S_IWUSR) != 0) return errno;
  return error;
}

int connect_to(const Descriptor& socket, const std::filesystem::path& path) {
  return with_address(path, [&](const sockaddr* address, socklen_t size) {
    return connect(socket.get(), address, size);
  });
}

std::optional<uint64_t> inode_of(const std::filesystem::path& path) {
  struct stat status {};
  if (lstat(path.c_str(), &status) != 0 || !S_ISSOCK(status.st_mode)) return std::nullopt;
  return status.st_ino;
}

bool remove_socket(const std::filesystem::path& path) {
  struct stat status {};
  if (lstat(path.c_str(), &status) != 0) return errno == ENOENT;
  return S_ISSOCK(status.st_mode) && unlink(path.c_str()) == 0;
}

std::string describe_errno(int number) {
  return std::error_code(number, std::generic_category()).message();
}

}  // namespace freshet::control
