#pragma once

#include <string>

#include "fetch/outcome.h"

namespace freshet::crawl {

// Why there was no reply, or which status it had, in words for a person:
// "connection refused", "the TLS certificate is not accepted: self-signed certificate".
std::string failure_words(const fetch::Outcome& outcome);

// Why a robots.txt cannot be used: how its request failed, or what the server answered.
std::string robots_failure_words(const fetch::Outcome& outcome);

}  // namespace freshet::crawl
