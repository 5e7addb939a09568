#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace freshet::url {

// The URL Standard's "ends in a number" checker. A domain that ends in a number must be a valid
// IPv4 address.
bool ends_in_number(std::string_view domain);

// Parses an IPv4 address in any of the forms of inet_aton, such as "0x7f.1". The first byte of the
// address is the most significant one of the result.
std::optional<uint32_t> parse_ipv4(std::string_view text);
void append_ipv4(std::string& out, uint32_t address);

// The eight 16-bit pieces of an IPv6 address, in the order in which they are written.
using Ipv6 = std::array<uint16_t, 8>;
// Parses an IPv6 address without brackets.
std::optional<Ipv6> parse_ipv6(std::string_view text);
// Appends the address in brackets, shortened as in RFC 5952.
void append_ipv6(std::string& out, const Ipv6& address);

}  // namespace freshet::url
