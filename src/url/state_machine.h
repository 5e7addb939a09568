#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace freshet::url {

// For tests: the basic URL parser and serialiser of the URL Standard, step by step as they are
// written there, one code point at a time. Slow, and independent of Parser but for the host parser
// and the percent-encode sets. Gives the href, or nullopt for failure.
std::optional<std::string> parse_by_state_machine(std::string_view input,
                                                  std::optional<std::string_view> base);

}  // namespace freshet::url
