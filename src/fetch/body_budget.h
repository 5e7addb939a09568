#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>

namespace freshet::fetch {

class BodyHold;

// The memory that bodies under way may take, of all fetchers together. Every body may have a small
// part, so that ordinary pages never wait; those that are longer share the rest, the oldest first,
// and wait if there is no more. One body may always go on, whatever the others hold: if all waited
// for each other, none would end. So not more than the limit and one whole body is ever taken; and
// whoever has got a body must let go of it sooner or later. From any thread.
class BodyBudget {
 public:
  struct Limits {
    size_t bytes = 256 << 20;
    size_t bodies = 2000;  // at a time
  };
  explicit BodyBudget(const Limits& limits);

  // What each body may have without asking: 64 KiB, less where that would be more than half of the
  // limit for all.
  size_t small() const { return small_; }
  size_t used() const;     // beyond the small parts
  size_t waiting() const;  // bodies

 private:
  friend class BodyHold;

  bool take(BodyHold& hold, size_t bytes);
  void leave(BodyHold& hold, size_t kept);
  void serve_waiting();

  const size_t small_;
  const size_t large_;  // for all bytes beyond the small parts

  mutable std::mutex mutex_;  // for all below, and for what holds say they may have
  size_t used_ = 0;
  uint64_t next_number_ = 1;
  std::map<uint64_t, BodyHold*> waiting_;  // by age
  BodyHold* first_ = nullptr;              // may go on beyond the limit
};

// What one body holds of a budget, until it ends. One thread grows it; another may take it over
// with the body.
class BodyHold {
 public:
  // `wake` is called, on any thread and at most once for each refusal, when growing would work. It
  // must not use the budget.
  BodyHold(std::shared_ptr<BodyBudget> budget, std::function<void()> wake);
  ~BodyHold();
  BodyHold(const BodyHold&) = delete;
  BodyHold& operator=(const BodyHold&) = delete;

  // Whether the body may be this long. If not, it waits.
  bool grow_to(size_t bytes);
  // The body is complete, and so much of it, or of what was made of it, is kept.
  void settle(size_t bytes);
  size_t bytes() const { return bytes_; }

 private:
  friend class BodyBudget;
  size_t beyond_small(size_t bytes) const;

  const std::shared_ptr<BodyBudget> budget_;
  const std::function<void()> wake_;
  size_t bytes_ = 0;

  // Guarded by the budget's mutex.
  uint64_t number_ = 0;  // by age; 0 until it is more than small
  size_t taken_ = 0;     // of the budget
  size_t wanted_ = 0;    // while it waits: taken_ is to become this
};

}  // namespace freshet::fetch
