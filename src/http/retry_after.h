#pragma once

#include <optional>
#include <string_view>

#include "clock/instant.h"

namespace freshet::http {

// How long from `now` a Retry-After header asks to wait (RFC 9110, section 10.2.3): seconds, or a
// date. Never negative, and no longer than `longest`. Nullopt for anything else.
std::optional<Duration> parse_retry_after(std::string_view value, Instant now, Duration longest);

}  // namespace freshet::http
