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

// Takes a number off the front. Nullopt, and nothing taken, where there is none, it has a leading
// zero, or 64 bits do not hold it.
inline std::optional<uint64_t> take_decimal(std::string_view& from) {
  if (from.size() > 1 && from[0] == '0' && from[1] >= '0' && from[1] <= '9') return std::nullopt;
  uint64_t number = 0;
  const auto [end, error] = std::from_chars(from.data(), from.data() + from.size(), number);
  if (error != std::errc()) return std::nullopt;
  from.remove_prefix(static_cast<size_t>(end - from.data()));
  return number;
}

}  // namespace freshet::aquarium
