#pragma once

#include <cstddef>
#include <deque>
#include <functional>

#include "eventloop/loop.h"
#include "fetch/connection_slots.h"
#include "fetch/multi.h"
#include "fetch/transfer_pool.h"

namespace freshet::fetch {

// Begins transfers as soon as they have a slot, in the order in which they came.
class SlotQueue {
 public:
  using Begin = std::function<void(Transfer&)>;
  SlotQueue(eventloop::Loop& loop, Multi& multi, size_t max_connections, Begin begin);

  // Begins the transfer now or later.
  void push(Transfer& transfer);
  // A transfer that was begun has ended.
  void release();
  // There was no descriptor for a transfer that was begun. Puts it first in the queue, and limits
  // the slots to the open connections. Idle ones are closed for it. A timer restores the limit, to
  // try whether there are more descriptors again.
  void wait_for_descriptors(Transfer& transfer);
  void clear() { waiting_.clear(); }

 private:
  void begin_waiting();

  Multi& multi_;
  const Begin begin_;
  ConnectionSlots slots_;
  std::deque<TransferPool::Ticket> waiting_;
  eventloop::Timer shortage_timer_;
};

}  // namespace freshet::fetch
