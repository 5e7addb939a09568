#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace freshet::url {

// The URL Standard's "ends in a number": such a domain is an IPv4 address or nothing.
bool ends_in_number(std::string_view domain);

// In any of the forms of inet_aton ("0x7f.1"); most significant byte first.
std::optional<uint32_t> parse_ipv4(std::string_view text);
void append_ipv4(std::string& out, uint32_t address);

// Without the brackets. Eight pieces, as written.
using Ipv6 = std::array<uint16_t, 8>;
std::optional<Ipv6> parse_ipv6(std::string_view text);
// With brackets, shortened as RFC 5952 says.
void append_ipv6(std::string& out, const Ipv6& address);

}  // namespace freshet::url
