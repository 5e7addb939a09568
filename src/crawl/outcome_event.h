#pragma once

#include "collection/events.h"
#include "fetch/outcome.h"

namespace freshet::crawl {

// The event as which a request without a reply is counted.
collection::Event event_of(const fetch::Outcome& outcome);

}  // namespace freshet::crawl
