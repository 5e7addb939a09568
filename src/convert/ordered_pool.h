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

// Threads that turn each In into an Out. Results are popped in the order in which the inputs were
// pushed. One thread pushes and pops; it decides how many inputs are in flight. The threads pause
// while the results that were not popped exceed a limit of bytes. So that thread may push enough
// inputs to keep them busy while it works on results, without filling the memory.
template <typename In, typename Out>
class OrderedPool {
 public:
  // Each thread has a function of its own, which need not be thread-safe.
  using Work = std::function<Out(In)>;

  // Threads pause while results that were not popped take `max_bytes` or more.
  struct Limit {
    size_t (*bytes_of)(const Out&);
    size_t max_bytes;
  };

  // Starts a thread for each function.
  OrderedPool(std::vector<Work> work, const Limit& limit) : limit_(limit) {
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
      queue_.push_back(jobs_.back());
    }
    changed_.notify_all();
  }

  // Inputs that were pushed and whose results were not popped.
  size_t in_flight() const { return jobs_.size(); }

  // Waits for the oldest result and returns it. At least one input must be in flight.
  Out pop() {
    std::shared_ptr<Job> job;
    {
      std::unique_lock lock(mutex_);
      job = jobs_.front();
      changed_.wait(lock, [&] { return job->out.has_value(); });
      jobs_.pop_front();
      finished_bytes_ -= job->bytes;
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

  // The oldest job may always start, whatever the limit: pop() waits for it.
  bool may_start() const {
    return !queue_.empty() &&
           (finished_bytes_ < limit_.max_bytes || queue_.front() == jobs_.front());
  }

  void run(const Work& work) {
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [&] { return stopping_ || may_start(); });
      if (stopping_) return;
      const std::shared_ptr<Job> job = queue_.front();
      queue_.pop_front();
      lock.unlock();
      Out out = work(std::move(job->in));
      const size_t bytes = limit_.bytes_of(out);
      lock.lock();
      job->out.emplace(std::move(out));
      job->bytes = bytes;
      finished_bytes_ += bytes;
      changed_.notify_all();
    }
  }

  const Limit limit_;
  mutable std::mutex mutex_;  // guards the members below, except threads_
  std::condition_variable changed_;
  std::deque<std::shared_ptr<Job>> queue_;  // jobs that no thread has started
  size_t finished_bytes_ = 0;               // of results that were not popped
  bool stopping_ = false;
  // All jobs that were not popped, the oldest first. Only the thread that pushes and pops resizes
  // it, so in_flight() needs no lock.
  std::deque<std::shared_ptr<Job>> jobs_;
  std::vector<std::thread> threads_;
};

}  // namespace freshet::convert
