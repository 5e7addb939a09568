#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "clock/instant.h"

// Encodes numbers and times as a fixed number of bytes, lowest first, for the data of sites and
// pages in the store.
namespace freshet::collection {

inline void write_number(std::string& out, uint64_t number, int bytes) {
  for (int i = 0; i < bytes; ++i) out.push_back(static_cast<char>(number >> (8 * i)));
}

// `bytes` must have at least `size` bytes.
inline uint64_t read_number(std::string_view& bytes, size_t size) {
  uint64_t number = 0;
  for (size_t i = 0; i < size; ++i) number |= uint64_t{static_cast<uint8_t>(bytes[i])} << (8 * i);
  bytes.remove_prefix(size);
  return number;
}

inline void write_time(std::string& out, Instant time) {
  write_number(out, static_cast<uint64_t>(time.unix_microseconds()), 8);
}

inline Instant read_time(std::string_view& bytes) {
  return Instant::from_unix_microseconds(static_cast<int64_t>(read_number(bytes, 8)));
}

// A time that may be missing is 0 if it is.
inline void write_optional_time(std::string& out, const std::optional<Instant>& time) {
  write_time(out, time.value_or(Instant()));
}

inline std::optional<Instant> read_optional_time(std::string_view& bytes) {
  const Instant time = read_time(bytes);
  return time != Instant() ? std::optional(time) : std::nullopt;
}

}  // namespace freshet::collection
