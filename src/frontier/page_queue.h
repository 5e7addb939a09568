#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "frontier/queued.h"

namespace freshet::frontier {

// A page and its number of arrival, which orders pages with the same not_before.
struct QueuedPage {
  Queued page;
  uint64_t ticket = 0;
};

// The pages of one site that wait in memory, ordered by not_before and then by ticket. Pages that
// arrive in this order, as most pages of a crawl do, take constant time; others take O(log pages).
// An empty queue has only a pointer.
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
  // Removes all pages and returns them in order.
  std::vector<Queued> take_all();
  std::vector<store::PageId> ids() const;  // in any order

 private:
  struct Pages {
    std::vector<QueuedPage> in_order;  // those before `next` were removed
    size_t next = 0;
    std::vector<QueuedPage> heap;  // pages that arrived out of order

    bool is_heap_next() const;
  };
  std::unique_ptr<Pages> pages_;  // nullptr if the queue is empty
};

}  // namespace freshet::frontier
