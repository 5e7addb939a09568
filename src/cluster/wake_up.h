#pragma once

#include "clock/instant.h"

namespace freshet::cluster {

// Lets one thread wait until another one wakes it up, or a descriptor becomes readable. wake() may
// be called by any thread, and in a signal handler.
class WakeUp {
 public:
  WakeUp();
  ~WakeUp();
  WakeUp(const WakeUp&) = delete;
  WakeUp& operator=(const WakeUp&) = delete;

  void wake();
  // Returns after `longest` at the latest. `descriptor` may be -1.
  void wait(int descriptor, Duration longest);

 private:
  int event_;
};

}  // namespace freshet::cluster
