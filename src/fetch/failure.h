#pragma once

#include <string>

#include "fetch/outcome.h"

namespace freshet::fetch {

// Returns the outcome for a CURLcode other than CURLE_OK if there is no reply. `detail` is
// libcurl's error message; if it is empty, the message for the code is used. Transfer detects its
// own time-outs.
Outcome failure_of(int curl_code, std::string detail);

}  // namespace freshet::fetch
