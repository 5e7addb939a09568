#pragma once

#include <chrono>
#include <thread>

#include "result/result.h"

namespace freshet::cluster {

// Repeats a call of Tasks for about the time of a lease while the database does not answer.
template <typename Call, typename IsCancelled>
auto with_retries(const Call& call, const IsCancelled& is_cancelled) {
  constexpr int kTries = 50;
  constexpr std::chrono::milliseconds kPause{300};
  for (int tried = 1;; ++tried) {
    auto result = call();
    if (result || tried == kTries || is_cancelled()) return result;
    const ErrorKind kind = result.error().kind;
    if (kind != ErrorKind::kUnavailable && kind != ErrorKind::kConflict) return result;
    std::this_thread::sleep_for(kPause);
  }
}

}  // namespace freshet::cluster
