#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace freshet::settings {

// Parses a size with an optional unit: "512000", "500KiB", "10 MB", "1.5 GiB". The units kB, MB, GB
// and TB are powers of 1000; KiB, MiB, GiB and TiB are powers of 1024; their case does not matter.
// Without a unit the number is in bytes. Returns nullopt for a negative size or a fraction of a
// byte.
std::optional<int64_t> parse_bytes(std::string_view text);

// Parses a duration with an optional unit and returns microseconds: "500ms", "1s", "1.5 min", "2h",
// "1 day", "3 weeks". Without a unit the number is in seconds. Fractions of a microsecond are
// dropped. Returns nullopt for a negative duration.
std::optional<int64_t> parse_duration(std::string_view text);

// Format a number with a unit: "500 KiB", "512001 B", "50 MB"; "1500 ms", "2 h", "1 day". The
// number is whole, and parsing the result gives the same value.
std::string format_bytes(int64_t bytes);
std::string format_duration(int64_t microseconds);

}  // namespace freshet::settings
