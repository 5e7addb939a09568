#pragma once

#include <cstdint>
#include <optional>

#include "aquarium/page_writer.h"
#include "aquarium/reply.h"
#include "aquarium/request.h"
#include "aquarium/world.h"
#include "clock/instant.h"

namespace freshet::aquarium {

// Makes the reply of a host to a request. It depends on nothing but the arguments, so the same seed
// gives the same bytes. `reply` is cleared first.
void answer(const World& world, uint32_t host, const Request& request, const Moment& moment,
            Reply& reply);

// The real time after which the first byte of the reply is sent.
Duration first_byte_delay(const World& world, uint32_t host, const Request& request, Instant now);

}  // namespace freshet::aquarium
