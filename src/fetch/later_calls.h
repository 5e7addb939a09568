#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "eventloop/loop.h"

namespace freshet::fetch {

// Functions that are called from the loop, in order, instead of from inside the caller.
class LaterCalls {
 public:
  explicit LaterCalls(eventloop::Loop& loop) : timer_(loop) {}

  void add(std::function<void()> call) {
    calls_.push_back(std::move(call));
    if (!timer_.active()) timer_.start(Duration(), [this] { run(); });
  }
  // Calls all functions that were added before, now.
  void run() {
    for (const auto& call : std::exchange(calls_, {})) call();
  }

 private:
  eventloop::Timer timer_;
  std::vector<std::function<void()>> calls_;
};

}  // namespace freshet::fetch
