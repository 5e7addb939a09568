#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

struct sockaddr;

namespace freshet::fetch {

// An IPv4 or IPv6 address. IPv4 is stored as IPv4-mapped IPv6, so that both forms compare as equal.
class Address {
 public:
  static std::optional<Address> parse(std::string_view text);  // with or without brackets
  static std::optional<Address> from(const sockaddr* address);

  std::string text() const;  // "127.0.0.1", "2001:db8::1"
  bool is_ipv4() const;
  // Whether the address is not on the public Internet: loopback, private, link-local, unique local,
  // shared (CGNAT), documentation, benchmarking, multicast, unspecified, broadcast or reserved.
  // IPv4 addresses inside IPv4-mapped, NAT64 and 6to4 addresses are checked too.
  bool is_private() const;

  const std::array<uint8_t, 16>& bytes() const { return bytes_; }
  bool operator==(const Address&) const = default;
  auto operator<=>(const Address&) const = default;

 private:
  std::array<uint8_t, 16> bytes_ = {};
};

}  // namespace freshet::fetch
