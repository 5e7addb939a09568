#pragma once

#include "aquarium/reply.h"
#include "aquarium/request.h"
#include "aquarium/request_log.h"
#include "aquarium/world.h"
#include "clock/instant.h"

namespace freshet::aquarium {

// The host truth.DOMAIN: what is true of the world now, and what was asked of it, as JSON. See
// docs/formats/aquarium.md.
void answer_truth(const World& world, const RequestLog& log, const Request& request, Instant now,
                  Reply& reply);

}  // namespace freshet::aquarium
