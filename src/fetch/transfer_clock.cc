#include "fetch/transfer_clock.h"

namespace freshet::fetch {

void TransferClock::accept(Duration now) {
  progress_ = Progress::kResolving;
  accepted_ = added_ = last_byte_ = now;
  is_paused_ = false;
}

void TransferClock::wait(Duration now) {
  progress_ = Progress::kWaiting;
  waits_since_ = now;
}

void TransferClock::begin(Duration now) {
  progress_ = Progress::kConnecting;
  added_ = last_byte_ = now;
  accepted_ += added_ - waits_since_;
}

void TransferClock::connected(Duration now) {
  progress_ = Progress::kSent;
  last_byte_ = now;
}

void TransferClock::received(Duration now) {
  progress_ = Progress::kReceiving;
  last_byte_ = now;
}

void TransferClock::requeue() {
  progress_ = Progress::kWaiting;
  waits_since_ = added_;
}

void TransferClock::pause(Duration now) {
  is_paused_ = true;
  paused_since_ = now;
}

void TransferClock::resume(Duration now) {
  accepted_ += now - paused_since_;
  last_byte_ = now;
  is_paused_ = false;
}

std::optional<TimedOut::Stage> TransferClock::overdue(Duration now) const {
  using Stage = TimedOut::Stage;
  if (progress_ == Progress::kWaiting || is_paused_) return std::nullopt;
  if (now - accepted_ >= options_.total_timeout) return Stage::kTotal;
  const bool is_idle = now - last_byte_ >= options_.idle_timeout;
  switch (progress_) {
    case Progress::kResolving:
      if (now - accepted_ >= options_.connect_timeout) return Stage::kResolve;
      break;
    case Progress::kWaiting: break;
    case Progress::kConnecting:
      if (now - added_ >= options_.connect_timeout) return Stage::kConnect;
      break;
    case Progress::kSent:
      if (is_idle) return Stage::kReply;
      break;
    case Progress::kReceiving:
      if (is_idle) return Stage::kIdle;
      break;
  }
  return std::nullopt;
}

}  // namespace freshet::fetch
