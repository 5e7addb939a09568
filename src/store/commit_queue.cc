#include "store/commit_queue.h"

#include <iterator>
#include <utility>

namespace freshet::store {

CommitQueue::CommitQueue(Store& store, Report report)
    : store_(store), report_(std::move(report)), thread_([this] { work(); }) {}

CommitQueue::~CommitQueue() {
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
  }
  added_.notify_one();
  thread_.join();
}

void CommitQueue::add(Entry entry) {
  {
    const std::lock_guard lock(mutex_);
    entries_.push_back(std::move(entry));
  }
  added_.notify_one();
}

size_t CommitQueue::size() const {
  const std::lock_guard lock(mutex_);
  return entries_.size();
}

Status CommitQueue::flush() {
  std::unique_lock lock(mutex_);
  worked_.wait(lock, [this] { return is_idle(); });
  return error_ ? Status(Unexpected(*error_)) : Status(Done());
}

std::vector<CommitQueue::Entry> CommitQueue::take_back() {
  std::unique_lock lock(mutex_);
  worked_.wait(lock, [this] { return is_idle(); });
  std::vector<Entry> entries(std::make_move_iterator(entries_.begin()),
                             std::make_move_iterator(entries_.end()));
  entries_.clear();
  error_.reset();
  return entries;
}

void CommitQueue::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    added_.wait(lock, [this] { return is_ending_ || !is_idle(); });
    if (is_idle()) return;
    Entry& first = entries_.front();  // stays valid: the owner only adds others after it
    lock.unlock();
    Status committed = store_.commit(first.batch, first.durability);
    report_(first.batch, committed);
    if (committed) first.batch = Batch();  // frees much memory, therefore without the lock
    lock.lock();
    if (committed)
      entries_.pop_front();
    else
      error_ = std::move(committed).error();
    worked_.notify_all();
  }
}

}  // namespace freshet::store
