#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "digest/fingerprint.h"

namespace freshet::frontier {

// Which URLs have been met, by fingerprint. About 10.7 bytes a URL, at most 12 at any size beyond
// ten thousand; never shrinks. For one thread.
//
// 128 tables by some of the fingerprint's bits. Each is a sorted array with gaps, in which a
// value's own bits say where to look (linear probing in order: Amble and Knuth, "Ordered hash
// tables", 1974), so that a table grows by being copied from front to back. One that is 85 % full
// grows by a quarter. Their first sizes differ, so that their growth is spread evenly: never felt
// as a whole, neither in time nor in memory.
class SeenSet {
 public:
  SeenSet();

  // True if it is new.
  bool insert(digest::Fingerprint fingerprint);
  // Begins to load what insert() will want: in a large set its time is that of one access to
  // memory. Done for all links of a page before the first is inserted, they wait together.
  void prefetch(digest::Fingerprint fingerprint) const;
  bool contains(digest::Fingerprint fingerprint) const;
  size_t size() const { return size_; }
  size_t memory_bytes() const { return memory_bytes_; }

 private:
  struct Table {
    // Ascending; 0: empty. No gap lies between a value and its home. One more than `capacity`.
    std::unique_ptr<uint64_t[]> slots;
    uint32_t homes = 0;     // slots where values belong
    uint32_t capacity = 0;  // a few more, for those that are pushed past the end
    uint32_t used = 0;
  };
  static constexpr size_t kTables = 128;

  void grow(Table& table, uint32_t homes, uint32_t capacity);

  std::array<Table, kTables> tables_;
  size_t size_ = 0;
  size_t memory_bytes_ = 0;
  bool has_zero_ = false;  // the one fingerprint that looks like an empty slot
};

}  // namespace freshet::frontier
