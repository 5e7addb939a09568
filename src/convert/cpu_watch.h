#pragma once

#include <cstdint>
#include <ctime>

namespace freshet::convert {

// CPU time of this thread, in nanoseconds: what a step takes, whatever else the machine does.
inline uint64_t thread_cpu_ns() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(now.tv_nsec);
}

// Adds what passes while it lives.
class CpuWatch {
 public:
  explicit CpuWatch(uint64_t& sum) : sum_(sum), start_(thread_cpu_ns()) {}
  ~CpuWatch() { sum_ += thread_cpu_ns() - start_; }
  CpuWatch(const CpuWatch&) = delete;
  CpuWatch& operator=(const CpuWatch&) = delete;

 private:
  uint64_t& sum_;
  const uint64_t start_;
};

}  // namespace freshet::convert
