#include "telemetry/metrics.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace freshet::telemetry {
namespace {

// A value of bit width w > 4 goes to one of 16 buckets of width 2^(w-5) by the four bits after its
// leading one.
size_t bucket_of(uint64_t value) {
  if (value < 16) return static_cast<size_t>(value);
  const int shift = std::bit_width(value) - 5;
  return static_cast<size_t>(shift) * 16 + static_cast<size_t>(value >> shift);
}

// The middle of a bucket.
uint64_t value_of(size_t bucket) {
  if (bucket < 32) return bucket;  // these buckets hold one value
  const size_t shift = bucket / 16 - 1;
  const uint64_t low = (16 + bucket % 16) << shift;
  return low + (uint64_t{1} << (shift - 1));
}

}  // namespace

void Histogram::record(uint64_t value) {
  buckets_[bucket_of(value)].fetch_add(1, std::memory_order_relaxed);
  sum_.fetch_add(value, std::memory_order_relaxed);
}

HistogramSnapshot Histogram::snapshot() const {
  HistogramSnapshot now;
  now.buckets_.reserve(kBuckets);
  now.sum_ = sum_.load(std::memory_order_relaxed);
  for (const auto& bucket : buckets_) {
    now.buckets_.push_back(bucket.load(std::memory_order_relaxed));
    now.count_ += now.buckets_.back();
  }
  return now;
}

double HistogramSnapshot::mean() const {
  return count_ == 0 ? 0 : static_cast<double>(sum_) / static_cast<double>(count_);
}

uint64_t HistogramSnapshot::quantile(double q) const {
  const double rank = std::ceil(std::clamp(q, 0.0, 1.0) * static_cast<double>(count_));
  uint64_t wanted = std::max<uint64_t>(1, static_cast<uint64_t>(rank));
  for (size_t i = 0; i < buckets_.size(); ++i) {
    if (buckets_[i] >= wanted) return value_of(i);
    wanted -= buckets_[i];
  }
  return 0;
}

}  // namespace freshet::telemetry
