#include "threads/thread_pool.h"

namespace freshet {

ThreadPool::ThreadPool(unsigned count) {
  for (unsigned i = 1; i < count; ++i) workers_.emplace_back([this] { run_worker(); });
}

ThreadPool::~ThreadPool() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  work_available_.notify_all();
  for (std::thread& worker : workers_) worker.join();
}

void ThreadPool::run_tasks(std::unique_lock<std::mutex>& lock) {
  while (next_ < count_) {
    const size_t mine = next_++;
    const auto& task = *task_;
    ++running_;
    lock.unlock();
    task(mine);
    lock.lock();
    --running_;
  }
}

void ThreadPool::run_worker() {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    run_tasks(lock);
    if (running_ == 0) all_done_.notify_one();
    work_available_.wait(lock, [this] { return stopping_ || next_ < count_; });
  }
}

void ThreadPool::parallel_for(size_t count, const std::function<void(size_t)>& task) {
  std::unique_lock lock(mutex_);
  task_ = &task;
  count_ = count;
  next_ = 0;
  if (count > 1) work_available_.notify_all();
  run_tasks(lock);
  all_done_.wait(lock, [this] { return running_ == 0; });
  count_ = 0;
}

}  // namespace freshet
