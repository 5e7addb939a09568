#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace freshet {

// A fixed number of threads that share the tasks of one parallel_for() call.
class ThreadPool {
 public:
  // The thread that calls parallel_for() also works, so the pool starts `count - 1` threads.
  explicit ThreadPool(unsigned count);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  // Calls task(0) ... task(count - 1), each once, in any order, and returns when all have returned.
  // Only one thread at a time may call it, and a task must not.
  void parallel_for(size_t count, const std::function<void(size_t)>& task);

 private:
  void run_worker();
  // Runs tasks until all have been started. The lock must be held; it is released during a task.
  void run_tasks(std::unique_lock<std::mutex>& lock);

  std::mutex mutex_;
  std::condition_variable work_available_;
  std::condition_variable all_done_;
  // Guarded by mutex_.
  const std::function<void(size_t)>* task_ = nullptr;
  size_t count_ = 0;
  size_t next_ = 0;
  size_t running_ = 0;
  bool stopping_ = false;

  std::vector<std::thread> workers_;
};

}  // namespace freshet
