#pragma once

#include <cstdint>
#include <optional>

#include "clock/instant.h"

namespace freshet::frontier {

// How much there is to request from an address.
struct AddressDemand {
  uint64_t address = 0;  // the key that set_address() was given
  uint32_t hosts = 0;    // that have this address
  uint32_t waiting = 0;  // hosts with a page that may be requested soon
  uint32_t in_flight = 0;
  std::optional<Instant> last_use;  // start or end of a request, the latest
};

}  // namespace freshet::frontier
