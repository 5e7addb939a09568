#pragma once

#include <algorithm>
#include <cstddef>

namespace freshet::fetch {

// Limits the transfers that a fetcher runs at the same time. Each transfer may need a connection,
// and each connection a descriptor; transfers without a slot wait. If the system has fewer
// descriptors than expected, the number of slots is reduced to the connections that exist, until
// restore().
class ConnectionSlots {
 public:
  explicit ConnectionSlots(size_t most) : most_(std::max<size_t>(most, 1)), limit_(most_) {}

  // Returns false if no slot is free.
  bool acquire() {
    if (taken_ >= limit_) return false;
    ++taken_;
    return true;
  }
  void release() { --taken_; }

  // The system has no descriptors left. `open_connections` are open; some of them may be idle and
  // can be closed for others.
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
