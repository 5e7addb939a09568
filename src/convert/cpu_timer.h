#pragma once

#include <cstdint>
#include <ctime>

namespace freshet::convert {

// CPU time of this thread in nanoseconds, which does not depend on other load on the machine.
inline uint64_t thread_cpu_ns() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(now.tv_nsec);
}

// Adds the CPU time of this thread during its lifetime to `sum`.
class CpuTimer {
 public:
  explicit CpuTimer(uint64_t& sum) : sum_(sum), start_(thread_cpu_ns()) {}
  ~CpuTimer() { sum_ += thread_cpu_ns() - start_; }
  CpuTimer(const CpuTimer&) = delete;
  CpuTimer& operator=(const CpuTimer&) = delete;

 private:
  uint64_t& sum_;
  const uint64_t start_;
};

}  // namespace freshet::convert
