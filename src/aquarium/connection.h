#pragma once

#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "clock/instant.h"

namespace freshet::aquarium {

// One client. Belongs to one door and its thread.
struct Connection {
  enum class Stage : uint8_t {
    kReading,   // waiting for a request, whole or the rest of it
    kWaiting,   // a whole request stands at the start of `in`; its answer is due later
    kSending,   // `out` did not fit into the socket
    kDripping,  // an endless body
  };

  explicit Connection(int fd, uint64_t serial_number) : socket(fd), serial(serial_number) {}
  ~Connection() { ::close(socket); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  const int socket;
  const uint64_t serial;  // tells it from others that had the same socket
  Stage stage = Stage::kReading;
  bool may_read = false;     // the socket had something when we did not look
  bool close_after = false;  // when `out` is gone
  bool reset_after = false;
  bool drip_after = false;
  std::string in;   // bytes of requests that are not answered yet
  std::string out;  // from out_sent on: bytes that are not sent yet
  size_t out_sent = 0;
  uint64_t skip = 0;     // bytes of a request's body still to be dropped
  Duration last_active;  // monotonic
  Duration dripping_since;
  Instant received;  // kWaiting: when the request came, real time
};

}  // namespace freshet::aquarium
