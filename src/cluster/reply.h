#pragma once

#include <chrono>
#include <future>
#include <memory>
#include <optional>
#include <utility>

namespace freshet::cluster {

// The result of a call that another thread makes. If the call is dropped, because the other thread
// ends first, the reply is nothing.
template <typename Value>
class Reply {
 public:
  // What the other thread holds. Give it only to the call, so that it goes with the call.
  class Answer {
   public:
    ~Answer() {
      if (!is_given_) promise_.set_value(std::nullopt);
    }
    // To be called once.
    void give(Value value) {
      is_given_ = true;
      promise_.set_value(std::move(value));
    }

   private:
    friend class Reply;
    std::promise<std::optional<Value>> promise_;
    bool is_given_ = false;
  };

  // To be called once.
  std::shared_ptr<Answer> answer() {
    auto made = std::make_shared<Answer>();
    future_ = made->promise_.get_future();
    return made;
  }
  // Returns nothing if the call was dropped, or is not made in this time.
  std::optional<Value> wait(std::chrono::milliseconds patience) {
    if (future_.wait_for(patience) != std::future_status::ready) return std::nullopt;
    return future_.get();
  }

 private:
  std::future<std::optional<Value>> future_;
};

}  // namespace freshet::cluster
