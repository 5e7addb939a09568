#pragma once

#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "clock/instant.h"

namespace freshet::aquarium {

// The connection of one client. It belongs to one server and its thread.
struct Connection {
  enum class Stage : uint8_t {
    kReading,   // waits for a request, or for the rest of one
    kWaiting,   // `in` begins with a whole request, whose reply is due later
    kSending,   // `out` has bytes that the socket did not accept yet
    kDripping,  // sends an endless body
  };

  explicit Connection(int fd, uint64_t serial_number) : socket(fd), serial(serial_number) {}
  ~Connection() { ::close(socket); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  const int socket;
  const uint64_t serial;  // distinguishes it from other connections with the same descriptor
  Stage stage = Stage::kReading;
  bool may_read = false;  // epoll reported data that was not read yet
  // What to do when `out` is sent.
  bool close_after = false;
  bool reset_after = false;
  bool drip_after = false;
  std::string in;   // bytes of requests that are not answered yet
  std::string out;  // the bytes from out_sent on are not sent yet
  size_t out_sent = 0;
  uint64_t skip = 0;     // bytes of a request's body that are still to be discarded
  Duration last_active;  // monotonic
  Duration dripping_since;
  Instant received;  // kWaiting: when the request was received, real time
};

}  // namespace freshet::aquarium
