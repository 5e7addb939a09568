#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "memory/large_vector.h"
#include "schedule/policy.h"

namespace freshet::schedule {

// Many first-in, first-out queues of pages in one pool: 8 bytes a page, and one more cache line for
// each queue. The cache lines of a queue are linked; freed ones are reused.
class EntryPool {
 public:
  struct Entry {
    Page page;
    uint32_t last_visit;
  };
  // A queue of one pool. A copy refers to the same queue.
  class Fifo {
   public:
    bool empty() const { return first_block_ == kNone; }

   private:
    friend class EntryPool;
    uint32_t first_block_ = kNone;
    uint32_t last_block_ = kNone;
    uint32_t first_visit_ = 0;  // of the last block, so that a push need not read it
    uint8_t first_ = 0;         // in the first block
    uint8_t end_ = 0;           // in the last
  };

  void push_back(Fifo& fifo, Entry entry) {
    if (fifo.empty()) {
      fifo.first_block_ = fifo.last_block_ = take();
      fifo.first_ = fifo.end_ = 0;
    } else if (fifo.end_ == kEntries || entry.last_visit - fifo.first_visit_ >= Block::kEnd) {
      block(fifo.last_block_).end_at(fifo.end_);
      const uint32_t next = take();
      block(fifo.last_block_).next = next;
      fifo.last_block_ = next;
      fifo.end_ = 0;
    }
    Block& last = block(fifo.last_block_);
    if (fifo.end_ == 0) last.first_visit = fifo.first_visit_ = entry.last_visit;
    last.pages[fifo.end_] = entry.page;
    last.set_seconds(fifo.end_++, entry.last_visit - fifo.first_visit_);
  }
  // Of queues that are not empty.
  Entry front(const Fifo& fifo) const { return block(fifo.first_block_).get(fifo.first_); }
  void pop_front(Fifo& fifo) {
    ++fifo.first_;
    if (fifo.first_block_ == fifo.last_block_) {
      if (fifo.first_ < fifo.end_) return;
      give_back(fifo.first_block_);
      fifo = {};
    } else if (block(fifo.first_block_).ends_at(fifo.first_)) {
      const uint32_t next = block(fifo.first_block_).next;
      give_back(fifo.first_block_);
      fifo.first_block_ = next;
      fifo.first_ = 0;
    } else if (fifo.first_ == kEntries - 1) {
      __builtin_prefetch(&block(block(fifo.first_block_).next));
    }
  }
  void prefetch(const Fifo& fifo) const {
    if (!fifo.empty()) __builtin_prefetch(&block(fifo.first_block_));
  }

  // Reserved room that was never written is not counted.
  size_t memory_bytes() const { return blocks_.size() * sizeof(Block); }

 private:
  static constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();
  static constexpr size_t kEntries = 8;
  // A visit is stored as seconds since that of the first entry, in three bytes, which reach 194
  // days. A later visit begins another block; the seconds after the last entry of this one are then
  // kEnd.
  struct alignas(64) Block {
    static constexpr uint32_t kEnd = (1U << 24) - 1;
    std::array<Page, kEntries> pages;
    uint32_t first_visit;
    uint32_t next;
    std::array<std::array<uint8_t, 3>, kEntries> seconds;

    uint32_t seconds_of(size_t at) const {
      return seconds[at][0] | uint32_t{seconds[at][1]} << 8 | uint32_t{seconds[at][2]} << 16;
    }
    void set_seconds(size_t at, uint32_t value) {
      for (size_t i = 0; i < 3; ++i) seconds[at][i] = static_cast<uint8_t>(value >> (8 * i));
    }
    Entry get(size_t at) const {
      return {.page = pages[at], .last_visit = first_visit + seconds_of(at)};
    }
    void end_at(size_t at) {
      if (at < kEntries) set_seconds(at, kEnd);
    }
    bool ends_at(size_t at) const { return at == kEntries || seconds_of(at) == kEnd; }
  };
  static_assert(sizeof(Block) == 64);

  const Block& block(uint32_t id) const { return blocks_[id]; }
  Block& block(uint32_t id) { return blocks_[id]; }

  uint32_t take() {
    if (free_ == kNone) {
      blocks_.emplace_back();
      return static_cast<uint32_t>(blocks_.size() - 1);
    }
    const uint32_t id = free_;
    free_ = block(id).next;
    return id;
  }
  void give_back(uint32_t id) {
    block(id).next = free_;
    free_ = id;
  }

  LargeVector<Block> blocks_;
  uint32_t free_ = kNone;
};

}  // namespace freshet::schedule
