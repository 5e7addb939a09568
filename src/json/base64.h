#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace freshet::json {

// Base64 (RFC 4648, section 4), for bytes that JSON cannot hold as text. Decoding skips white space
// and does not require padding; it returns nullopt if any other character is invalid.
std::optional<std::string> base64_decode(std::string_view text);

std::string base64_encode(std::string_view bytes);

}  // namespace freshet::json
