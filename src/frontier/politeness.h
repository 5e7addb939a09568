#pragma once

#include "clock/instant.h"

namespace freshet::frontier {

// Limits for requests to servers. For each host name, with all its sites (scheme, host, port)
// together and for requests of pages and robots.txt alike:
// - At most per_host requests are in flight; only one if a site states a Crawl-delay. If several
//   sites state one, the longest counts.
// - With one request at a time, the time from its end to the start of the next is at least `delay`
//   and at least the Crawl-delay (however long). If delay > 0, it is also so long that the request
//   took at most `share` of the time from its start to the start of the next.
// - With several requests at a time, at least `delay` passes from start to start. `share` has no
//   effect.
// - Without a delay and a Crawl-delay, only per_host limits the requests.
// For each address, with all its hosts together: at most per_address requests are in flight, and at
// least address_delay passes between them, from end to start if per_address is 1, otherwise from
// start to start.
struct Politeness {
  Duration delay = Duration::seconds(1);
  Duration address_delay = Duration::seconds(0);
  int per_host = 1;
  int per_address = 4;
  double share = 0.5;                              // of a host's time; above 0, at most 1
  Duration longest_rest = Duration::hours(24);     // limit of Retry-After, back-off and the share
  Duration first_backoff = Duration::seconds(30);  // doubles with each further failure
  int failures_before_rest = 3;                    // failures of one site in a row
  // Requests to an address are sent only while it is open: Frontier::open_address().
  bool leases_addresses = false;
};

}  // namespace freshet::frontier
