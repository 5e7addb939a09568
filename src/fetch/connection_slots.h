#pragma once

#include <algorithm>
#include <cstddef>

namespace freshet::fetch {

// How many transfers a fetcher has under way at a time. Each may need a connection of its own, and
// a connection a descriptor: those that find no slot wait. If the system has fewer descriptors than
// was planned with, the slots shrink to the connections that are there, until it is tried again.
class ConnectionSlots {
 public:
  explicit ConnectionSlots(size_t most) : most_(std::max<size_t>(most, 1)), limit_(most_) {}

  // False if there is none free.
  bool take() {
    if (taken_ >= limit_) return false;
    ++taken_;
    return true;
  }
  void give_back() { --taken_; }

  // The system has no descriptor left, and so many connections are open: some may be idle, and can
  // make room for others.
  void shrink_to(size_t open_connections) { limit_ = std::min(open_connections, most_); }
  void restore() { limit_ = most_; }

  size_t most() const { return most_; }
  size_t limit() const { return limit_; }
  size_t taken() const { return taken_; }

 private:
  size_t most_;
  size_t limit_;
  size_t taken_ = 0;
};

}  // namespace freshet::fetch
