#include "fetch/body_budget.h"

#include <algorithm>
#include <utility>

namespace freshet::fetch {
namespace {

constexpr size_t kSmall = 64 << 10;

size_t small_part(const BodyBudget::Limits& limits) {
  return std::min(kSmall, limits.bytes / 2 / std::max<size_t>(limits.bodies, 1));
}

}  // namespace

BodyBudget::BodyBudget(const Limits& limits)
    : small_(small_part(limits)), large_(limits.bytes - small_ * limits.bodies) {}

size_t BodyBudget::used() const {
  const std::lock_guard lock(mutex_);
  return used_;
}

size_t BodyBudget::waiting() const {
  const std::lock_guard lock(mutex_);
  return waiting_.size();
}

// Takes bytes until the hold has `bytes`, and returns true, if it may have them. The mutex is held.
bool BodyBudget::take(BodyHold& hold, size_t bytes) {
  if (bytes <= hold.taken_) return true;
  const size_t more = bytes - hold.taken_;
  const bool is_turn = waiting_.empty() || waiting_.begin()->first >= hold.number_;
  const bool fits = used_ + more <= large_ && is_turn;
  if (!fits && first_ == nullptr) first_ = &hold;
  if (!fits && first_ != &hold) return false;
  used_ += more;
  hold.taken_ = bytes;
  return true;
}

// Ends the growth of a hold, which keeps `kept` bytes. The mutex is held.
void BodyBudget::release(BodyHold& hold, size_t kept) {
  waiting_.erase(hold.number_);
  used_ += kept;
  used_ -= hold.taken_;
  hold.taken_ = kept;
  // As long as the body is kept, no other body may exceed the limit.
  if (first_ == &hold && kept == 0) first_ = nullptr;
  wake_waiting();
}

void BodyBudget::wake_waiting() {
  while (!waiting_.empty()) {
    BodyHold& oldest = *waiting_.begin()->second;
    if (!take(oldest, oldest.wanted_)) return;
    waiting_.erase(waiting_.begin());
    oldest.wake_();
  }
}

BodyHold::BodyHold(std::shared_ptr<BodyBudget> budget, std::function<void()> wake)
    : budget_(std::move(budget)), wake_(std::move(wake)) {}

BodyHold::~BodyHold() {
  const std::lock_guard lock(budget_->mutex_);
  budget_->release(*this, 0);
}

size_t BodyHold::beyond_small(size_t bytes) const {
  return bytes - std::min(bytes, budget_->small());
}

bool BodyHold::grow_to(size_t bytes) {
  const size_t beyond = beyond_small(bytes);
  if (beyond > 0) {
    const std::lock_guard lock(budget_->mutex_);
    if (number_ == 0) number_ = budget_->next_number_++;
    if (!budget_->take(*this, beyond)) {
      wanted_ = beyond;
      budget_->waiting_.emplace(number_, this);
      return false;
    }
  }
  bytes_ = bytes;
  return true;
}

void BodyHold::settle(size_t bytes) {
  const std::lock_guard lock(budget_->mutex_);
  bytes_ = bytes;
  budget_->release(*this, beyond_small(bytes));
}

}  // namespace freshet::fetch
