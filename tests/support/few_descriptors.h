#pragma once

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <vector>

namespace freshet::test {

// UndefinedBehaviorSanitizer opens a pipe to check whether an address can be read. Without
// descriptors it reports errors of valid objects. It is used together with AddressSanitizer.
#ifdef __SANITIZE_ADDRESS__
inline constexpr bool kSanitizerNeedsDescriptors = true;
#else
inline constexpr bool kSanitizerNeedsDescriptors = false;
#endif

// Uses up all descriptors of this process until release(). The limit is lowered first, so that not
// many need to be opened.
class NoDescriptors {
 public:
  NoDescriptors() {
    getrlimit(RLIMIT_NOFILE, &before_);
    const int next = open("/dev/null", O_RDONLY | O_CLOEXEC);
    taken_.push_back(next);
    rlimit lower = before_;
    lower.rlim_cur = static_cast<rlim_t>(next) + 50;
    setrlimit(RLIMIT_NOFILE, &lower);
    for (int fd = next; fd >= 0;) {
      fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
      if (fd >= 0) taken_.push_back(fd);
    }
  }
  ~NoDescriptors() { release(); }
  NoDescriptors(const NoDescriptors&) = delete;
  NoDescriptors& operator=(const NoDescriptors&) = delete;

  void release() {
    for (const int fd : taken_) close(fd);
    taken_.clear();
    setrlimit(RLIMIT_NOFILE, &before_);
  }

 private:
  rlimit before_ = {};
  std::vector<int> taken_;
};

}  // namespace freshet::test
