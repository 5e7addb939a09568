#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "schedule/policy.h"

namespace freshet::schedule {

// A heap of the heads of queues, by the time at which they are due. Elements can be read and
// replaced at any place; the first one is due first.
class DueHeap {
 public:
  struct Head {
    double due;
    uint32_t id;  // of the queue
    Page page;
  };

  bool empty() const { return heads_.empty(); }
  size_t size() const { return heads_.size(); }
  const Head& front() const { return heads_.front(); }
  const Head& operator[](size_t at) const { return heads_[at]; }
  auto begin() const { return heads_.begin(); }
  auto end() const { return heads_.end(); }

  void push(Head head) {
    heads_.push_back(head);
    std::push_heap(heads_.begin(), heads_.end(), is_later);
  }
  Head pop() {
    std::pop_heap(heads_.begin(), heads_.end(), is_later);
    const Head first = heads_.back();
    heads_.pop_back();
    return first;
  }
  // Replaces the element at a place and restores the heap, in one pass where a removal and an
  // insertion would take two.
  void replace(size_t at, Head head) {
    const size_t size = heads_.size();
    for (size_t child = 2 * at + 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && heads_[child + 1].due < heads_[child].due) ++child;
      if (heads_[child].due >= head.due) break;
      heads_[at] = heads_[child];
      at = child;
    }
    for (; at > 0 && heads_[(at - 1) / 2].due > head.due; at = (at - 1) / 2)
      heads_[at] = heads_[(at - 1) / 2];
    heads_[at] = head;
  }
  void remove(size_t at) {
    const Head last = heads_.back();
    heads_.pop_back();
    if (at < heads_.size()) replace(at, last);
  }

  // To fill it: the heap is in order again after restore().
  void clear() { heads_.clear(); }
  void append(Head head) { heads_.push_back(head); }
  void restore() { std::make_heap(heads_.begin(), heads_.end(), is_later); }
  void swap(DueHeap& other) { heads_.swap(other.heads_); }

  size_t memory_bytes() const { return heads_.capacity() * sizeof(Head); }

 private:
  static bool is_later(const Head& a, const Head& b) { return a.due > b.due; }

  std::vector<Head> heads_;
};

}  // namespace freshet::schedule
