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
// pushes and pops; how many are under way at once is for it to say. They rest while what was not
// popped is too large, so that it may push enough for the time that it is busy with what came out.
template <typename In, typename Out>
class OrderedPool {
 public:
  // Each thread works with a function of its own.
  using Work = std::function<Out(In)>;

  struct Room {
    size_t (*bytes_of)(const Out&);
    size_t most_bytes;
  };

  OrderedPool(std::vector<Work> work, const Room& room) : room_(room) {
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
    std::shared_ptr<Job> job;
    {
      std::unique_lock lock(mutex_);
      job = jobs_.front();
      changed_.wait(lock, [&] { return job->out.has_value(); });
      jobs_.pop_front();
      held_bytes_ -= job->bytes;
    }
    changed_.notify_all();
    return std::move(*job->out);
  }

 private:
  struct Job {
    In in;
    std::optional<Out> out;
    size_t bytes = 0;
  };

  // What is waited for is always made.
  bool may_begin() const {
    return !waiting_.empty() &&
           (held_bytes_ < room_.most_bytes || waiting_.front() == jobs_.front());
  }

  void run(const Work& work) {
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [&] { return stopping_ || may_begin(); });
      if (stopping_) return;
      const std::shared_ptr<Job> job = waiting_.front();
      waiting_.pop_front();
      lock.unlock();
      Out out = work(std::move(job->in));
      const size_t bytes = room_.bytes_of(out);
      lock.lock();
      job->out.emplace(std::move(out));
      job->bytes = bytes;
      held_bytes_ += bytes;
      changed_.notify_all();
    }
  }

  const Room room_;
  mutable std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  std::deque<std::shared_ptr<Job>> waiting_;
  size_t held_bytes_ = 0;  // of what is made and not popped
  bool stopping_ = false;
  std::deque<std::shared_ptr<Job>> jobs_;  // all that were not popped; resized by one thread only
  std::vector<std::thread> threads_;
};

}  // namespace freshet::convert
