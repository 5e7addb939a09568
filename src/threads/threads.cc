#include "threads/threads.h"

namespace freshet {

Threads::Threads(unsigned count) {
  for (unsigned i = 1; i < count; ++i) helpers_.emplace_back([this] { help(); });
}

Threads::~Threads() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  something_to_do_.notify_all();
  for (std::thread& helper : helpers_) helper.join();
}

void Threads::work(std::unique_lock<std::mutex>& lock) {
  while (next_ < pieces_) {
    const size_t mine = next_++;
    const auto& piece = *piece_;
    ++under_way_;
    lock.unlock();
    piece(mine);
    lock.lock();
    --under_way_;
  }
}

void Threads::help() {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    work(lock);
    if (under_way_ == 0) all_done_.notify_one();
    something_to_do_.wait(lock, [this] { return stopping_ || next_ < pieces_; });
  }
}

void Threads::each(size_t pieces, const std::function<void(size_t)>& piece) {
  std::unique_lock lock(mutex_);
  piece_ = &piece;
  pieces_ = pieces;
  next_ = 0;
  if (pieces > 1) something_to_do_.notify_all();
  work(lock);
  all_done_.wait(lock, [this] { return under_way_ == 0; });
  pieces_ = 0;
}

}  // namespace freshet
