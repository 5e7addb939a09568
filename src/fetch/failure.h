#pragma once

#include <string>

#include "fetch/outcome.h"

namespace freshet::fetch {

// What a CURLcode other than CURLE_OK means where no reply came of it. `detail` is libcurl's own
// sentence; empty: the one that goes with the code. Time-outs are told by whoever set the limit.
Outcome failure_of(int curl_code, std::string detail);

}  // namespace freshet::fetch
