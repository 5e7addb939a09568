#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace freshet::settings {

enum class Type : uint8_t { kBool, kInteger, kReal, kString, kStrings, kDuration, kBytes };

std::string_view name_of(Type type);  // "bool", "integer", ..., "bytes"

// The checked value of one key. Durations are whole microseconds and sizes are bytes, both as
// int64_t. monostate means that the key is not set and the program has a built-in default.
using Value =
    std::variant<std::monostate, bool, int64_t, double, std::string, std::vector<std::string>>;

}  // namespace freshet::settings
