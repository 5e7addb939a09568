#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "result/result.h"

namespace freshet::control {

// A descriptor that is closed with its owner.
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

// A Unix-domain socket that does not block, and is closed in programs that are started.
Result<Descriptor> make_socket();

// Like the system's calls, 0 or an errno, but for paths of any length: the system's own limit is
// about a hundred bytes, which a data folder deep in a home reaches.
int bind_to(const Descriptor& socket, const std::filesystem::path& path);
int connect_to(const Descriptor& socket, const std::filesystem::path& path);

// The inode of a socket file; none if there is no socket.
std::optional<uint64_t> inode_of(const std::filesystem::path& path);
// Removes a socket file, and nothing else. False if something else is there.
bool remove_socket(const std::filesystem::path& path);

std::string describe_errno(int number);

}  // namespace freshet::control
