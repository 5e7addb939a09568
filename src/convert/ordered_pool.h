#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace freshet::convert {

// Threads that turn each In into an Out; what comes out is in the order of what went in. One thread
// pushes and pops; how much is under way at once is for it to say.
template <typename In, typename Out>
class OrderedPool {
 public:
  // Each thread works with a function of its own.
  using Work = std::function<Out(In)>;

  explicit OrderedPool(std::vector<Work> work) {
    for (Work& each : work) threads_.emplace_back([this, own = std::move(each)] { run(own); });
  }
  ~OrderedPool() {
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }
  OrderedPool(const OrderedPool&) = delete;
  OrderedPool& operator=(const OrderedPool&) = delete;

  void push(In in) {
    {
      const std::lock_guard lock(mutex_);
      jobs_.push_back(std::make_shared<Job>());
      jobs_.back()->in = std::move(in);
      waiting_.push_back(jobs_.back());
    }
    changed_.notify_all();
  }

  size_t under_way() const { return jobs_.size(); }

  // The oldest, as soon as it is done. There must be one.
  Out pop() {
    std::unique_lock lock(mutex_);
    const std::shared_ptr<Job> job = jobs_.front();
    changed_.wait(lock, [&] { return job->out.has_value(); });
    jobs_.pop_front();
    return std::move(*job->out);
  }

 private:
  struct Job {
    In in;
    std::optional<Out> out;
  };

  void run(const Work& work) {
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [&] { return stopping_ || !waiting_.empty(); });
      if (stopping_) return;
      const std::shared_ptr<Job> job = waiting_.front();
      waiting_.pop_front();
      lock.unlock();
      Out out = work(std::move(job->in));
      lock.lock();
      job->out.emplace(std::move(out));
      changed_.notify_all();
    }
  }

  mutable std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  std::deque<std::shared_ptr<Job>> waiting_;
  bool stopping_ = false;
  std::deque<std::shared_ptr<Job>> jobs_;  // all that were not popped; resized by one thread only
  std::vector<std::thread> threads_;
};

}  // namespace freshet::convert
