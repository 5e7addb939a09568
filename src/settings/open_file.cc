#include "settings/open_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace freshet::settings {

Result<OpenFile> OpenFile::open(const std::filesystem::path& path) {
  OpenFile file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.descriptor_ < 0 || fstat(file.descriptor_, &file.status_) != 0) {
    return fail(std::strerror(errno));
  }
  if (S_ISDIR(file.status_.st_mode)) return fail("it is a directory");
  return file;
}

OpenFile::OpenFile(OpenFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), status_(other.status_) {}

OpenFile::~OpenFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

bool OpenFile::belongs_to_other_user() const {
  return settings::belongs_to_other_user(status_);
}

Result<std::string> OpenFile::read(size_t max_bytes) const {
  std::string text;
  char buffer[4096];
  while (text.size() < max_bytes) {
    const size_t room = std::min(sizeof buffer, max_bytes - text.size());
    const ssize_t size = ::read(descriptor_, buffer, room);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return fail(std::strerror(errno));
    if (size == 0) break;
    text.append(buffer, static_cast<size_t>(size));
  }
  return text;
}

bool belongs_to_other_user(const struct stat& status) {
  return status.st_uid != geteuid() && status.st_uid != 0;
}

}  // namespace freshet::settings
