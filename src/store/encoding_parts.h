#pragma once

#include <algorithm>
#include <limits>
#include <optional>

#include "clock/instant.h"
#include "digest/sha.h"
#include "store/archive_position.h"
#include "store/bytes.h"
#include "store/page_key.h"

namespace freshet::store {

// The parts of encoded values; docs/formats/state.md describes them.

// The first byte of most values. A new layout gets a new number and its own reader.
inline constexpr uint8_t kLayout = 1;

inline void write_time(ByteWriter& out, Instant time) {
  out.signed_varint(time.unix_microseconds());
}

inline Instant read_time(ByteReader& in) {
  return Instant::from_unix_microseconds(in.signed_varint());
}

// A time that may be missing is stored as 0 if it is. So the first microsecond of 1970 cannot be
// stored: it is read as missing.
inline bool is_stored(const std::optional<Instant>& time) {
  return time && *time != Instant();
}

inline void write_key(ByteWriter& out, const PageKey& key) {
  out.big_endian(key.site.value);
  out.big_endian(key.page.value);
}

inline PageKey read_key(ByteReader& in) {
  const SiteId site{in.big_endian()};
  return {.site = site, .page = {in.big_endian()}};
}

inline void write_digest(ByteWriter& out, const digest::Digest256& digest) {
  out.raw({reinterpret_cast<const char*>(digest.bytes.data()), digest.bytes.size()});
}

inline digest::Digest256 read_digest(ByteReader& in) {
  digest::Digest256 digest;
  const std::string_view bytes = in.raw(digest.bytes.size());
  std::copy(bytes.begin(), bytes.end(), digest.bytes.begin());
  return digest;
}

template <typename Number>
Number read_number(ByteReader& in) {
  return static_cast<Number>(in.varint_up_to(std::numeric_limits<Number>::max()));
}

inline void expect_layout(ByteReader& in) {
  if (in.byte() != kLayout) in.fail();
}

inline bool read_whole(const ByteReader& in) {
  return !in.failed() && in.left() == 0;
}

// Returns the value of a stored enumeration with this number; an unknown one is an error.
template <typename Enum>
Enum read_enum(ByteReader& in, uint64_t number) {
  const auto value = static_cast<Enum>(number);
  if (number <= 255 && is_known(value)) return value;
  in.fail();
  return Enum();
}

}  // namespace freshet::store
