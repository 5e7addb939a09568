#include "store/postgres_pool.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <thread>

namespace freshet::store {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kFirstPause(20);
constexpr std::chrono::milliseconds kLongestPause(1'000);

// The pauses between attempts.
class BackOff {
 public:
  explicit BackOff(Duration patience)
      : end_(Clock::now() + std::chrono::microseconds(patience.in_microseconds())) {}

  // Returns false if the time is over. Otherwise it pauses, except the first time: then a
  // connection may have been old, and a new one may work.
  bool pause() {
    if (Clock::now() >= end_) return false;
    if (pause_.count() > 0) std::this_thread::sleep_for(pause_);
    pause_ = std::clamp(2 * pause_, kFirstPause, kLongestPause);
    return true;
  }

 private:
  const Clock::time_point end_;
  std::chrono::milliseconds pause_{0};
};

bool is_worth_repeating(const Error& error) {
  return error.kind == ErrorKind::kUnavailable || error.kind == ErrorKind::kConflict;
}

}  // namespace

Status PostgresPool::run(Purpose purpose, const Use& use) {
  BackOff back_off(options_.patience);
  while (true) {
    Repeat repeat = Repeat::kAllowed;
    Status status = attempt(purpose, use, repeat);
    if (status || !is_worth_repeating(status.error()) || repeat == Repeat::kImpossible) {
      return status;
    }
    if (status.error().kind == ErrorKind::kUnavailable) drop_idle();
    if (!back_off.pause()) return status;
  }
}

Status PostgresPool::attempt(Purpose purpose, const Use& use, Repeat& repeat) {
  auto connection = borrow(purpose);
  if (!connection) return Unexpected(connection.error());
  Status status = use(*connection, repeat);
  give_back(purpose, *std::move(connection));
  return status;
}

Result<postgres::Connection> PostgresPool::open() const {
  auto opened = postgres::Connection::open(options_.dsn);
  if (!opened) {
    opened.error().kind = ErrorKind::kUnavailable;
    return opened;
  }
  if (Status set = opened->run(options_.setup); !set) return Unexpected(set.error());
  return opened;
}

Result<postgres::Connection> PostgresPool::borrow(Purpose purpose) {
  {
    std::unique_lock lock(mutex_);
    if (purpose == Purpose::kStatement) {
      returned_.wait(lock, [&] { return in_use_ < options_.most; });
      ++in_use_;
    }
    if (!idle_.empty()) {
      postgres::Connection connection = std::move(idle_.back());
      idle_.pop_back();
      return connection;
    }
  }
  auto opened = open();
  if (!opened) stop_using(purpose);
  return opened;
}

void PostgresPool::give_back(Purpose purpose, postgres::Connection connection) {
  // After an error a transaction may be open. If it cannot be rolled back, the connection is lost.
  if (!connection.is_idle()) (void)connection.run("ROLLBACK");
  std::optional<postgres::Connection> surplus;  // is closed without the lock
  if (connection.is_idle()) {
    const std::unique_lock lock(mutex_);
    if (idle_.size() < options_.most)
      idle_.push_back(std::move(connection));
    else
      surplus = std::move(connection);
  }
  stop_using(purpose);
}

void PostgresPool::stop_using(Purpose purpose) {
  if (purpose != Purpose::kStatement) return;
  const std::unique_lock lock(mutex_);
  --in_use_;
  returned_.notify_one();
}

void PostgresPool::drop_idle() {
  std::vector<postgres::Connection> dropped;
  const std::unique_lock lock(mutex_);
  dropped.swap(idle_);
}

}  // namespace freshet::store
