#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "digest/fingerprint.h"

namespace freshet::frontier {

// The set of URLs that have been seen, by fingerprint. It needs about 10.7 bytes for a URL, and at
// most 12 at any size above ten thousand. It never shrinks. For one thread.
//
// It has 128 tables, selected by bits of the fingerprint. Each table is a sorted array with gaps,
// in which the bits of a value give its position (ordered linear probing: Amble and Knuth, "Ordered
// hash tables", 1974). So a table grows by one copy from front to back. A table that is 85 % full
// grows by a quarter. The initial sizes differ, so that the tables do not grow at the same time.
class SeenSet {
 public:
  SeenSet();

  // Returns true if the fingerprint was not in the set.
  bool insert(digest::Fingerprint fingerprint);
  // Starts to load the memory that insert() needs. In a large set, one memory access takes most of
  // the time of insert(). If this is called for all links of a page before the first insert(), the
  // accesses overlap.
  void prefetch(digest::Fingerprint fingerprint) const;
  bool contains(digest::Fingerprint fingerprint) const;
  size_t size() const { return size_; }
  size_t memory_bytes() const { return memory_bytes_; }

 private:
  struct Table {
    // Ascending values; 0 is an empty slot. There is no empty slot between the home of a value and
    // its slot. The array has capacity + 1 elements.
    std::unique_ptr<uint64_t[]> slots;
    uint32_t homes = 0;     // number of slots that are the home of values
    uint32_t capacity = 0;  // has a few slots more, for values that are pushed past the last home
    uint32_t used = 0;
  };
  static constexpr size_t kTables = 128;

  void grow(Table& table, uint32_t homes, uint32_t capacity);

  std::array<Table, kTables> tables_;
  size_t size_ = 0;
  size_t memory_bytes_ = 0;
  bool has_zero_ = false;  // whether the set has fingerprint 0, which would look like an empty slot
};

}  // namespace freshet::frontier
