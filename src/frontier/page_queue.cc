#include "frontier/page_queue.h"

#include <algorithm>
#include <utility>

namespace freshet::frontier {
namespace {

bool comes_after(const QueuedPage& a, const QueuedPage& b) {
  if (a.page.not_before != b.page.not_before) return a.page.not_before > b.page.not_before;
  return a.ticket > b.ticket;
}

}  // namespace

PageQueue::PageQueue() = default;
PageQueue::PageQueue(PageQueue&&) noexcept = default;
PageQueue::~PageQueue() = default;

bool PageQueue::Pages::is_heap_next() const {
  if (heap.empty()) return false;
  return next == in_order.size() || comes_after(in_order[next], heap.front());
}

size_t PageQueue::size() const {
  return empty() ? 0 : pages_->in_order.size() - pages_->next + pages_->heap.size();
}

const Queued& PageQueue::first() const {
  return pages_->is_heap_next() ? pages_->heap.front().page : pages_->in_order[pages_->next].page;
}

void PageQueue::push(QueuedPage page) {
  if (!pages_) pages_ = std::make_unique<Pages>();
  std::vector<QueuedPage>& in_order = pages_->in_order;
  const bool is_all_gone = pages_->next == in_order.size();
  if (is_all_gone || comes_after(page, in_order.back())) {
    // Removed pages are erased when they are half of the vector. So each page moves at most once on
    // average.
    if (in_order.size() == in_order.capacity() && pages_->next >= in_order.size() / 2) {
      in_order.erase(in_order.begin(),
                     in_order.begin() + static_cast<std::ptrdiff_t>(pages_->next));
      pages_->next = 0;
    }
    in_order.push_back(std::move(page));
    return;
  }
  pages_->heap.push_back(std::move(page));
  std::push_heap(pages_->heap.begin(), pages_->heap.end(), comes_after);
}

QueuedPage PageQueue::pop() {
  QueuedPage page;
  if (pages_->is_heap_next()) {
    std::pop_heap(pages_->heap.begin(), pages_->heap.end(), comes_after);
    page = std::move(pages_->heap.back());
    pages_->heap.pop_back();
  } else {
    page = std::move(pages_->in_order[pages_->next++]);
  }
  if (size() == 0) pages_.reset();
  return page;
}

std::vector<Queued> PageQueue::take_all() {
  std::vector<Queued> all;
  all.reserve(size());
  while (!empty()) all.push_back(pop().page);
  return all;
}

std::vector<store::PageId> PageQueue::ids() const {
  std::vector<store::PageId> ids;
  ids.reserve(size());
  if (empty()) return ids;
  for (size_t i = pages_->next; i < pages_->in_order.size(); ++i) {
    ids.push_back(pages_->in_order[i].page.key.page);
  }
  for (const QueuedPage& entry : pages_->heap) ids.push_back(entry.page.key.page);
  return ids;
}

}  // namespace freshet::frontier
