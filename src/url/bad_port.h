#pragma once

#include <cstdint>

namespace freshet::url {

// Ports where something other than a web server listens, such as 25 for mail: what a browser sends
// there would be read as commands by a server that never asked for it. The list of the Fetch
// Standard (fetch.spec.whatwg.org, "port blocking"), which holds for http and https.
bool is_bad_port(uint16_t port);

}  // namespace freshet::url
