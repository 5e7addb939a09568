#pragma once

#include <string>

#include "fetch/outcome.h"

namespace freshet::crawl {

// Describes a failure to a person: why there was no reply, or which status it had. Examples:
// "connection refused", "the TLS certificate is not accepted: self-signed certificate".
std::string failure_words(const fetch::Outcome& outcome);

// Describes why a robots.txt cannot be used: how its request failed, or the status of the reply.
std::string robots_failure_words(const fetch::Outcome& outcome);

}  // namespace freshet::crawl
