#pragma once

#include <cstdint>

namespace freshet::url {

// Whether the Fetch Standard (fetch.spec.whatwg.org, "port blocking") forbids this port for http
// and https. Servers of other protocols, such as mail on port 25, listen there and could take a
// request for commands.
bool is_bad_port(uint16_t port);

}  // namespace freshet::url
