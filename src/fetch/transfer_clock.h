#pragma once

#include <cstdint>
#include <optional>

#include "fetch/fetcher.h"

namespace freshet::fetch {

// How far a transfer has come, and which of the time limits it exceeds. Times are those of the
// monotonic clock. Delays that are not the host's fault do not count.
class TransferClock {
 public:
  // The options must outlive this.
  explicit TransferClock(const FetchOptions& options) : options_(options) {}

  // The steps of a request, in this order.
  void accept(Duration now);     // its name is being resolved
  void wait(Duration now);       // the time until begin() does not count
  void begin(Duration now);      // it connects
  void connected(Duration now);  // the request is sent
  void received(Duration now);   // bytes of the reply arrived

  // Goes back from begin() to wait(), because no request was sent.
  void requeue();
  // There is no memory for more of the body. The time until resume() does not count.
  void pause(Duration now);
  void resume(Duration now);
  // The time until now was not the host's fault.
  void restart(Duration now) { accepted_ = now; }

  bool is_resolving() const { return progress_ == Progress::kResolving; }
  bool is_connecting() const { return progress_ == Progress::kConnecting; }
  bool has_begun() const { return progress_ >= Progress::kConnecting; }
  bool is_paused() const { return is_paused_; }

  // The time from accept() to begin() that counts.
  Duration waited() const { return added_ - accepted_; }
  Duration taken(Duration now) const { return now - accepted_; }
  // Returns the limit that is exceeded now, if any.
  std::optional<TimedOut::Stage> overdue(Duration now) const;

 private:
  enum class Progress : uint8_t { kResolving, kWaiting, kConnecting, kSent, kReceiving };

  const FetchOptions& options_;
  Progress progress_ = Progress::kResolving;
  Duration accepted_;
  Duration waits_since_;
  Duration added_;
  Duration last_byte_;
  bool is_paused_ = false;
  Duration paused_since_;
};

}  // namespace freshet::fetch
