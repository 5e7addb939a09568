#include "warc/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace freshet::warc {
namespace {

Unexpected<Error> system_failure(std::string_view doing, const std::filesystem::path& path) {
  const int number = errno;
  return fail(std::string(doing) + " " + path.string() + ": " + std::strerror(number));
}

}  // namespace

File::File(int descriptor, std::filesystem::path path)
    : descriptor_(descriptor), path_(std::move(path)) {}

File::File(File&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), path_(std::move(other.path_)) {}

File& File::operator=(File&& other) noexcept {
  if (this == &other) return *this;
  close();
  descriptor_ = std::exchange(other.descriptor_, -1);
  path_ = std::move(other.path_);
  return *this;
}

Result<File> File::open(const std::filesystem::path& path, Mode mode) {
  int flags = O_CLOEXEC | (mode == Mode::kRead ? O_RDONLY : O_RDWR | O_NOFOLLOW);
  if (mode == Mode::kCreate) flags |= O_CREAT | O_EXCL;
  const int descriptor = ::open(path.c_str(), flags, 0644);
  if (descriptor < 0) {
    return system_failure(mode == Mode::kCreate ? "creating" : "opening", path);
  }
  return File(descriptor, path);
}

void File::close() {
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
}

Unexpected<Error> File::failure(std::string_view doing) const {
  return system_failure(doing, path_);
}

Result<uint64_t> File::size() const {
  struct stat status {};
  if (fstat(descriptor_, &status) != 0) return failure("getting the size of");
  return static_cast<uint64_t>(status.st_size);
}

Result<bool> File::is_in_place() const {
  struct stat ours {};
  if (fstat(descriptor_, &ours) != 0) return failure("getting the status of");
  struct stat there {};
  if (lstat(path_.c_str(), &there) != 0) {
    if (errno == ENOENT || errno == ENOTDIR) return false;
    return failure("getting the status of");
  }
  return ours.st_nlink > 0 && ours.st_dev == there.st_dev && ours.st_ino == there.st_ino;
}

Result<size_t> File::read_at(uint64_t offset, std::span<char> into) const {
  size_t read = 0;
  while (read < into.size()) {
    const ssize_t got = pread(descriptor_, into.data() + read, into.size() - read,
                              static_cast<off_t>(offset + read));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return failure("reading");
    if (got == 0) break;
    read += static_cast<size_t>(got);
  }
  return read;
}

Status File::write_at(uint64_t offset, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written =
        pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return failure("writing");
    bytes.remove_prefix(static_cast<size_t>(written));
    offset += static_cast<size_t>(written);
  }
  return Done{};
}

Status File::truncate(uint64_t size) {
  while (ftruncate(descriptor_, static_cast<off_t>(size)) != 0) {
    if (errno != EINTR) return failure("truncating");
  }
  return Done{};
}

Status File::sync() {
  if (fdatasync(descriptor_) != 0) return failure("syncing");
  return Done{};
}

Status sync_folder(const std::filesystem::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return system_failure("opening", folder);
  const int status = fsync(descriptor);
  const int number = errno;
  ::close(descriptor);
  errno = number;
  if (status != 0) return system_failure("syncing", folder);
  return Done{};
}

}  // namespace freshet::warc
