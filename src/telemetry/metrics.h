#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace freshet::telemetry {

// Two counters that different threads write must not share a cache line.
inline constexpr size_t kCacheLine = 64;

// Counts events. Any thread may add; a reader sees each addition once, but not in order with other
// memory.
class alignas(kCacheLine) Counter {
 public:
  Counter() = default;
  Counter(const Counter&) = delete;
  Counter& operator=(const Counter&) = delete;

  void add(uint64_t n = 1) { value_.fetch_add(n, std::memory_order_relaxed); }
  uint64_t value() const { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<uint64_t> value_{0};
};

// A Histogram at one moment.
class HistogramSnapshot {
 public:
  uint64_t count() const { return count_; }
  uint64_t sum() const { return sum_; }  // exact, modulo 2^64
  double mean() const;                   // 0 when nothing was recorded

  // The value below or at which a share q (0 to 1) of the recorded values lies: exact up to 31,
  // else within 1/32 (3.2 %) of a value that was recorded. 0 when nothing was recorded.
  uint64_t quantile(double q) const;

 private:
  friend class Histogram;
  std::vector<uint64_t> buckets_;
  uint64_t count_ = 0;
  uint64_t sum_ = 0;
};

// The distribution of whole numbers (microseconds, bytes): 16 buckets of equal width for each
// doubling, 8 KB in all. Any thread may record, without locks.
class alignas(kCacheLine) Histogram {
 public:
  Histogram() = default;
  Histogram(const Histogram&) = delete;
  Histogram& operator=(const Histogram&) = delete;

  void record(uint64_t value);
  // Values recorded meanwhile may be missing; none is counted twice.
  HistogramSnapshot snapshot() const;

 private:
  // One bucket each for the values below 16, then 16 for every doubling up to 2^64.
  static constexpr size_t kBuckets = 16 + 60 * 16;

  std::array<std::atomic<uint64_t>, kBuckets> buckets_{};
  std::atomic<uint64_t> sum_{0};
};

}  // namespace freshet::telemetry
