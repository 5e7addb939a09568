#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace freshet::settings {

enum class Type : uint8_t { kBool, kInteger, kReal, kString, kStrings, kDuration, kBytes };

std::string_view name_of(Type type);  // "bool", "integer", ..., "bytes"

// The value of one key, checked. Durations are whole microseconds, sizes bytes, both as int64_t.
// monostate: not set, and the program has a default of its own.
using Value =
    std::variant<std::monostate, bool, int64_t, double, std::string, std::vector<std::string>>;

}  // namespace freshet::settings
