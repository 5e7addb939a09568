#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace freshet::url {

// For tests: the basic URL parser and serialiser of the URL Standard, implemented literally. It is
// slow, and shares with Parser only the host parser and the percent-encode sets. Returns the
// serialised URL, or nullopt on failure.
std::optional<std::string> parse_by_state_machine(std::string_view input,
                                                  std::optional<std::string_view> base);

}  // namespace freshet::url
