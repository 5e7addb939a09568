// A library that is loaded into a program with LD_PRELOAD and shifts the time of day that the
// program reads. The file that FRESHET_TEST_CLOCK names has the number of seconds. It may be
// rewritten while the program runs. Monotonic clocks are not changed.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <ctime>

namespace {

int64_t offset() {
  static const volatile int64_t* const kSeconds = [] {
    const char* const name = std::getenv("FRESHET_TEST_CLOCK");
    const int file = name != nullptr ? open(name, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return static_cast<int64_t*>(nullptr);
    void* const mapped = mmap(nullptr, sizeof(int64_t), PROT_READ, MAP_SHARED, file, 0);
    close(file);
    return mapped == MAP_FAILED ? nullptr : static_cast<int64_t*>(mapped);
  }();
  return kSeconds != nullptr ? *kSeconds : 0;
}

}  // namespace

extern "C" {

int clock_gettime(clockid_t clock, timespec* time) noexcept {
  const long status = syscall(SYS_clock_gettime, clock, time);
  if (status == 0 && clock == CLOCK_REALTIME) time->tv_sec += offset();
  return static_cast<int>(status);
}

int gettimeofday(timeval* time, void* /*zone*/) noexcept {
  timespec now{};
  const int status = clock_gettime(CLOCK_REALTIME, &now);
  *time = {.tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1'000};
  return status;
}

time_t time(time_t* time) noexcept {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  if (time != nullptr) *time = now.tv_sec;
  return now.tv_sec;
}
}
