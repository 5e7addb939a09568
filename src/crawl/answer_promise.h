#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>

#include "collection/answer.h"
#include "result/result.h"

namespace freshet::crawl {

// Passes the answer to a command from the engine's thread to the thread that waits for it. If the
// promise is destroyed without an answer, because the loop has ended, it sets an error.
class AnswerPromise {
 public:
  ~AnswerPromise() { set(fail("the run has ended")); }

  struct Shared {
    std::mutex mutex;
    std::condition_variable is_set;
    std::optional<Result<collection::Answer>> answer;  // guarded by mutex
  };
  explicit AnswerPromise(std::shared_ptr<Shared> shared) : shared_(std::move(shared)) {}
  AnswerPromise(const AnswerPromise&) = delete;
  AnswerPromise& operator=(const AnswerPromise&) = delete;

  // Sets the answer; later calls have no effect.
  void set(Result<collection::Answer> answer) {
    const std::lock_guard lock(shared_->mutex);
    if (shared_->answer) return;
    shared_->answer = std::move(answer);
    shared_->is_set.notify_all();
  }

 private:
  const std::shared_ptr<Shared> shared_;
};

}  // namespace freshet::crawl
