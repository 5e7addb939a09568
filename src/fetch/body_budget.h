#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>

namespace freshet::fetch {

class BodyHold;

// Limits the memory for bodies in transfer, of all fetchers together. Every body may use a small
// part without waiting, so that ordinary pages never wait. Longer bodies share the rest, the oldest
// first, and wait if there is no more. One body may always grow, whatever the others hold, because
// otherwise all could wait for each other. So the memory never exceeds the limit and one whole
// body. The receiver of a body must release it. Any thread may use it.
class BodyBudget {
 public:
  struct Limits {
    size_t bytes = 256 << 20;
    size_t bodies = 2000;  // in transfer at the same time
  };
  explicit BodyBudget(const Limits& limits);

  // The memory that each body may use without waiting: 64 KiB, or less if this would be more than
  // half of the limit for all bodies.
  size_t small() const { return small_; }
  size_t used() const;     // bytes beyond the small parts
  size_t waiting() const;  // waiting bodies

 private:
  friend class BodyHold;

  bool take(BodyHold& hold, size_t bytes);
  void release(BodyHold& hold, size_t kept);
  void wake_waiting();

  const size_t small_;
  const size_t large_;  // for all bytes beyond the small parts

  mutable std::mutex mutex_;  // guards all below, and some members of the holds
  size_t used_ = 0;
  uint64_t next_number_ = 1;
  std::map<uint64_t, BodyHold*> waiting_;  // by age
  BodyHold* first_ = nullptr;              // the one that may exceed the limit
};

// The memory of a budget that one body holds until the BodyHold is destroyed. One thread grows it;
// another thread may take it over with the body.
class BodyHold {
 public:
  // `wake` is called when growing would succeed, on any thread and at most once for each refusal.
  // It must not use the budget.
  BodyHold(std::shared_ptr<BodyBudget> budget, std::function<void()> wake);
  ~BodyHold();
  BodyHold(const BodyHold&) = delete;
  BodyHold& operator=(const BodyHold&) = delete;

  // Returns whether the body may have this length. If not, it waits until `wake` is called.
  bool grow_to(size_t bytes);
  // The body is complete, and this number of bytes of it, or of what was made of it, is kept.
  void settle(size_t bytes);
  size_t bytes() const { return bytes_; }

 private:
  friend class BodyBudget;
  size_t beyond_small(size_t bytes) const;

  const std::shared_ptr<BodyBudget> budget_;
  const std::function<void()> wake_;
  size_t bytes_ = 0;

  // Guarded by the budget's mutex.
  uint64_t number_ = 0;  // orders holds by age; 0 until it exceeds the small part
  size_t taken_ = 0;     // bytes of the budget
  size_t wanted_ = 0;    // while it waits: the value that taken_ shall have
};

}  // namespace freshet::fetch
