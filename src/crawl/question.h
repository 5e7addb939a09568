#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>

#include "crawl/control.h"
#include "result/result.h"

namespace freshet::crawl {

// Where the thread that asks waits for the one that answers. A question that is dropped unheard,
// since the loop has ended, is answered too.
class Question {
 public:
  ~Question() { give(fail("the run has ended")); }

  struct Slip {
    std::mutex mutex;
    std::condition_variable given;
    std::optional<Result<Answer>> answer;  // guarded by mutex
  };
  explicit Question(std::shared_ptr<Slip> slip) : slip_(std::move(slip)) {}
  Question(const Question&) = delete;
  Question& operator=(const Question&) = delete;

  void give(Result<Answer> answer) {
    const std::lock_guard lock(slip_->mutex);
    if (slip_->answer) return;
    slip_->answer = std::move(answer);
    slip_->given.notify_all();
  }

 private:
  const std::shared_ptr<Slip> slip_;
};

}  // namespace freshet::crawl
