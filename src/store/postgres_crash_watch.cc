#include "store/postgres_crash_watch.h"

#include <algorithm>
#include <string>

namespace freshet::store {

Status CrashWatch::check(int64_t number, std::string_view where) {
  const std::lock_guard lock(mutex_);
  if (number != number_ && commits_ > durable_) has_lost_ = true;
  if (!has_lost_) return Done();
  return Unexpected(
      Error{"writing " + std::string(where) +
                ": the server crashed or was replaced, and may have lost the last commits; take "
                "the shards again and load their state",
            ErrorKind::kFenced});
}

bool CrashWatch::knows(int64_t number) const {
  const std::lock_guard lock(mutex_);
  return number != 0 && number == number_;
}

void CrashWatch::adopt(int64_t number) {
  const std::lock_guard lock(mutex_);
  number_ = number;
}

uint64_t CrashWatch::commits() const {
  const std::lock_guard lock(mutex_);
  return commits_;
}

void CrashWatch::note_commit(Durability durability, uint64_t commits_before) {
  const std::lock_guard lock(mutex_);
  ++commits_;
  // A commit of another thread that was complete before this one began is durable with it.
  if (durability != Durability::kPower) return;
  const bool was_alone = commits_ == commits_before + 1;
  durable_ = std::max(durable_, was_alone ? commits_ : commits_before);
}

void CrashWatch::restart() {
  const std::lock_guard lock(mutex_);
  if (has_lost_) durable_ = commits_;
  has_lost_ = false;
}

}  // namespace freshet::store
