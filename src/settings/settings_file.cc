#include "settings/settings_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace freshet::settings {
namespace {

namespace fs = std::filesystem;

constexpr size_t kLongestFile = 2 << 20;  // more than the parser takes

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }

 private:
  const int fd_;
};

bool is_of_others(const struct stat& status) {
  return status.st_uid != geteuid() && status.st_uid != 0;
}

// Why a file that lies in the working directory is not trusted; empty if it is.
std::string distrust(const fs::path& path, const struct stat& file) {
  struct stat link {};
  if (lstat(path.c_str(), &link) == 0 && S_ISLNK(link.st_mode) && is_of_others(link)) {
    return "it is a link that belongs to another user (" + std::to_string(link.st_uid) + ")";
  }
  if (is_of_others(file)) {
    return "it belongs to another user (" + std::to_string(file.st_uid) + ")";
  }
  if ((file.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
    return "others than its owner can write it: chmod go-w " + path.string();
  }
  return "";
}

}  // namespace

Result<SettingsText> read_settings_file(const fs::path& path, Chosen chosen) {
  const auto failed = [&](const std::string& why) {
    return fail("cannot read the settings file " + path.string() + ": " + why);
  };
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status {};
  if (file.get() < 0 || fstat(file.get(), &status) != 0) return failed(std::strerror(errno));
  if (S_ISDIR(status.st_mode)) return failed("it is a directory");
  if (chosen == Chosen::kByPlace) {
    const std::string why = distrust(path, status);
    if (!why.empty()) {
      return fail("the settings file " + path.string() +
                  " in the working directory is not trusted: " + why +
                  "; name it with --config if it is meant to be read");
    }
  }
  SettingsText read;
  read.text.resize(kLongestFile);
  size_t size = 0;
  while (size < read.text.size()) {
    const ssize_t got = ::read(file.get(), read.text.data() + size, read.text.size() - size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return failed(std::strerror(errno));
    if (got == 0) break;
    size += static_cast<size_t>(got);
  }
  read.text.resize(size);
  std::error_code error;
  read.path = fs::absolute(path, error).string();
  read.others_can_read = S_ISREG(status.st_mode) && (status.st_mode & S_IROTH) != 0;
  return read;
}

}  // namespace freshet::settings
