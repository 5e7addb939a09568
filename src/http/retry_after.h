#pragma once

#include <optional>
#include <string_view>

#include "clock/instant.h"

namespace freshet::http {

// Returns how long from `now` on a client must wait according to a Retry-After header (RFC 9110,
// section 10.2.3), which contains seconds or a date. The result is not negative and at most
// `longest`. Returns nullopt if the header is invalid.
std::optional<Duration> parse_retry_after(std::string_view value, Instant now, Duration longest);

}  // namespace freshet::http
