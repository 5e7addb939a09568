#pragma once

#include "aquarium/reply.h"
#include "aquarium/request.h"
#include "aquarium/request_log.h"
#include "aquarium/world.h"
#include "clock/instant.h"

namespace freshet::aquarium {

// Makes the replies of the host truth.DOMAIN: the truth about the world now, and the request log,
// as JSON. See docs/formats/aquarium.md.
void answer_truth(const World& world, const RequestLog& log, const Request& request, Instant now,
                  Reply& reply);

}  // namespace freshet::aquarium
