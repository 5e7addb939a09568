#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace freshet::aquarium {

inline void append_decimal(std::string& out, uint64_t number) {
  char digits[20];
  const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
  out.append(digits, static_cast<size_t>(end - digits));
}

inline void append_hex(std::string& out, uint64_t number) {
  char digits[16];
  const auto end = std::to_chars(digits, digits + sizeof digits, number, 16).ptr;
  out.append(digits, static_cast<size_t>(end - digits));
}

// Removes a number from the beginning of a text and returns it. Returns nullopt, and removes
// nothing, if there is no number, if it has a leading zero, or if it does not fit into 64 bits.
inline std::optional<uint64_t> take_decimal(std::string_view& from) {
  if (from.size() > 1 && from[0] == '0' && from[1] >= '0' && from[1] <= '9') return std::nullopt;
  uint64_t number = 0;
  const auto [end, error] = std::from_chars(from.data(), from.data() + from.size(), number);
  if (error != std::errc()) return std::nullopt;
  from.remove_prefix(static_cast<size_t>(end - from.data()));
  return number;
}

}  // namespace freshet::aquarium
