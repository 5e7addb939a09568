#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace freshet::json {

// Bytes that JSON cannot hold as text. Padding is optional and white space is skipped; any other
// character that does not belong makes it nullopt.
std::optional<std::string> base64_decode(std::string_view text);

std::string base64_encode(std::string_view bytes);

}  // namespace freshet::json
