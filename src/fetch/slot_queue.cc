#include "fetch/slot_queue.h"

#include <algorithm>
#include <utility>

namespace freshet::fetch {
namespace {

constexpr Duration kRetryDescriptorsAfter = Duration::seconds(1);

}  // namespace

SlotQueue::SlotQueue(eventloop::Loop& loop, Multi& multi, size_t max_connections, Begin begin)
    : multi_(multi), begin_(std::move(begin)), slots_(max_connections), shortage_timer_(loop) {}

void SlotQueue::push(Transfer& transfer) {
  // Transfers that already wait for a slot come first.
  if (waiting_.empty() && slots_.acquire())
    begin_(transfer);
  else
    waiting_.push_back(TransferPool::ticket(transfer));
}

void SlotQueue::release() {
  slots_.release();
  begin_waiting();
}

void SlotQueue::begin_waiting() {
  while (!waiting_.empty()) {
    const TransferPool::Ticket next = waiting_.front();
    if (next.is_good() && !slots_.acquire()) return;
    waiting_.pop_front();
    if (next.is_good()) begin_(*next.transfer);
  }
}

void SlotQueue::wait_for_descriptors(Transfer& transfer) {
  slots_.release();
  // If this happens again before the timer ends, no transfer begins before another one ends.
  const bool tried = shortage_timer_.active();
  slots_.shrink_to(tried ? std::min(slots_.taken(), multi_.open_sockets()) : multi_.open_sockets());
  multi_.set_max_connections(slots_.limit());
  waiting_.push_front(TransferPool::ticket(transfer));
  if (!tried) {
    shortage_timer_.start(kRetryDescriptorsAfter, [this] {
      slots_.restore();
      multi_.set_max_connections(slots_.limit());
      begin_waiting();
    });
  }
  begin_waiting();
}

}  // namespace freshet::fetch
