#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "result/result.h"

namespace freshet::control {

// Owns a file descriptor and closes it.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor();
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }

  int get() const { return fd_; }
  bool is_open() const { return fd_ >= 0; }

 private:
  int fd_ = -1;
};

// Creates a Unix-domain socket that is non-blocking and close-on-exec.
Result<Descriptor> make_socket();

// Like bind(2) and connect(2), but for paths of any length; return 0 or an errno. The system limits
// paths of sockets to about a hundred bytes, and the path of a data folder can be longer.
int bind_to(const Descriptor& socket, const std::filesystem::path& path);
int connect_to(const Descriptor& socket, const std::filesystem::path& path);

// Returns the inode of a socket file, or nullopt if there is no socket at the path.
std::optional<uint64_t> inode_of(const std::filesystem::path& path);
// Removes the file if it is a socket. Returns false if it is something else or cannot be removed.
bool remove_socket(const std::filesystem::path& path);

std::string describe_errno(int number);

}  // namespace freshet::control
