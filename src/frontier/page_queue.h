#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "frontier/frontier.h"

namespace freshet::frontier {

// A page and its place among those of the same not_before: first come, first served.
struct QueuedPage {
  Queued page;
  uint64_t ticket = 0;
};

// The pages of one site that wait in memory, by not_before and then by ticket. While they come in
// that order, as in a crawl they mostly do, each costs constant time, else O(log pages). Empty it
// holds no memory but a pointer.
class PageQueue {
 public:
  PageQueue();
  PageQueue(PageQueue&&) noexcept;
  ~PageQueue();

  bool empty() const { return pages_ == nullptr; }
  size_t size() const;
  const Queued& first() const;

  void push(QueuedPage page);
  QueuedPage pop();
  // All pages, in order.
  std::vector<Queued> take_all();
  std::vector<store::PageId> ids() const;  // in any order

 private:
  struct Pages {
    std::vector<QueuedPage> in_order;  // those before `next` are gone
    size_t next = 0;
    std::vector<QueuedPage> heap;  // what came out of order

    bool is_heap_next() const;
  };
  std::unique_ptr<Pages> pages_;  // nullptr if there are none
};

}  // namespace freshet::frontier
