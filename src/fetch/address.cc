#include "fetch/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cstring>

namespace freshet::fetch {
namespace {

constexpr std::array<uint8_t, 12> kMapped = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};
constexpr std::array<uint8_t, 12> kNat64 = {0x00, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0};

struct Range4 {
  uint32_t start;
  int bits;
};

// The addresses of IANA's registry of IPv4 special-purpose addresses that are not globally
// reachable, with multicast (224/4) and reserved addresses (240/4, which includes the broadcast
// address).
constexpr Range4 kSpecial4[] = {
    {0x00000000, 8},   // this network
    {0x0A000000, 8},   // private
    {0x64400000, 10},  // shared by carriers
    {0x7F000000, 8},   // loopback
    {0xA9FE0000, 16},  // link-local
    {0xAC100000, 12},  // private
    {0xC0000000, 24},  // protocol assignments
    {0xC0000200, 24},  // documentation
    {0xC0586300, 24},  // relays of 6to4, withdrawn
    {0xC0A80000, 16},  // private
    {0xC6120000, 15},  // benchmarking
    {0xC6336400, 24},  // documentation
    {0xCB007100, 24},  // documentation
    {0xE0000000, 4},   // multicast
    {0xF0000000, 4},   // reserved
};

bool is_special4(uint32_t address) {
  for (const Range4& range : kSpecial4) {
    if ((address ^ range.start) >> (32 - range.bits) == 0) return true;
  }
  return false;
}

uint32_t four_bytes(const uint8_t* at) {
  return uint32_t{at[0]} << 24 | uint32_t{at[1]} << 16 | uint32_t{at[2]} << 8 | at[3];
}

template <size_t kSize>
bool starts_with(const std::array<uint8_t, 16>& bytes, const std::array<uint8_t, kSize>& start) {
  return std::memcmp(bytes.data(), start.data(), kSize) == 0;
}

bool is_special6(const std::array<uint8_t, 16>& bytes) {
  if (starts_with(bytes, kNat64)) return is_special4(four_bytes(&bytes[12]));
  // Only 2000::/3 is allocated; loopback, link-local, unique local and multicast are elsewhere.
  if (bytes[0] >> 5 != 1) return true;
  const uint32_t start = four_bytes(bytes.data());
  if (start >> 9 == 0x20010000 >> 9) return true;    // 2001::/23: Teredo, benchmarking, ORCHID
  if (start == 0x20010DB8) return true;              // documentation
  if (start >> 12 == 0x3FFF0000 >> 12) return true;  // 3fff::/20: documentation
  if (start >> 16 == 0x2002) return is_special4(four_bytes(&bytes[2]));  // 6to4
  return false;
}

}  // namespace

std::optional<Address> Address::parse(std::string_view text) {
  if (text.size() >= 2 && text.front() == '[' && text.back() == ']') {
    text = text.substr(1, text.size() - 2);
  }
  char buffer[INET6_ADDRSTRLEN + 1];
  if (text.size() >= sizeof buffer) return std::nullopt;
  buffer[text.copy(buffer, text.size())] = '\0';

  Address address;
  if (inet_pton(AF_INET6, buffer, address.bytes_.data()) == 1) return address;
  std::memcpy(address.bytes_.data(), kMapped.data(), kMapped.size());
  if (inet_pton(AF_INET, buffer, &address.bytes_[12]) == 1) return address;
  return std::nullopt;
}

std::optional<Address> Address::from(const sockaddr* from) {
  Address address;
  if (from->sa_family == AF_INET) {
    sockaddr_in v4;
    std::memcpy(&v4, from, sizeof v4);
    std::memcpy(address.bytes_.data(), kMapped.data(), kMapped.size());
    std::memcpy(&address.bytes_[12], &v4.sin_addr, 4);
    return address;
  }
  if (from->sa_family == AF_INET6) {
    sockaddr_in6 v6;
    std::memcpy(&v6, from, sizeof v6);
    std::memcpy(address.bytes_.data(), &v6.sin6_addr, 16);
    return address;
  }
  return std::nullopt;
}

std::string Address::text() const {
  char buffer[INET6_ADDRSTRLEN];
  const char* text = is_ipv4() ? inet_ntop(AF_INET, &bytes_[12], buffer, sizeof buffer)
                               : inet_ntop(AF_INET6, bytes_.data(), buffer, sizeof buffer);
  return text;
}

bool Address::is_ipv4() const {
  return starts_with(bytes_, kMapped);
}

bool Address::is_private() const {
  return is_ipv4() ? is_special4(four_bytes(&bytes_[12])) : is_special6(bytes_);
}

}  // namespace freshet::fetch
