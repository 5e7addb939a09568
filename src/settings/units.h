#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace freshet::settings {

// "512000", "500KiB", "10 MB", "1.5 GiB": a number and a unit, B if there is none. Powers of 1000
// with kB, MB, GB, TB, of 1024 with KiB and so on, in either case. Not negative, a whole number of
// bytes.
std::optional<int64_t> parse_bytes(std::string_view text);

// In microseconds: "500ms", "1s", "1.5 min", "2h", "1 day", "3 weeks"; seconds if there is no unit.
// Not negative; what is below a microsecond is dropped.
std::optional<int64_t> parse_duration(std::string_view text);

// A whole number and a unit, which parse back to the same: "500 KiB", "512001 B", "50 MB"; "1500
// ms", "2 h", "1 day".
std::string format_bytes(int64_t bytes);
std::string format_duration(int64_t microseconds);

}  // namespace freshet::settings
