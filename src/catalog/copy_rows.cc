#include "catalog/copy_rows.h"

#include <bit>

#include "catalog/numeric.h"

namespace freshet::catalog {
namespace {

// The epoch of PostgreSQL's timestamps, 2000-01-01, in microseconds since 1970.
constexpr int64_t kPostgresEpoch = 946'684'800'000'000;

}  // namespace

void CopyRows::append_big_endian(uint64_t value, int bytes) {
  for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) {
    bytes_.push_back(static_cast<char>(value >> shift));
  }
}

CopyRows& CopyRows::begin_row(int columns) {
  append_big_endian(static_cast<uint64_t>(columns), 2);
  return *this;
}

CopyRows& CopyRows::add(int64_t value) {
  append_big_endian(8, 4);
  append_big_endian(static_cast<uint64_t>(value), 8);
  return *this;
}

CopyRows& CopyRows::add_int(int32_t value) {
  append_big_endian(4, 4);
  append_big_endian(static_cast<uint32_t>(value), 4);
  return *this;
}

CopyRows& CopyRows::add(bool value) {
  append_big_endian(1, 4);
  append_big_endian(value ? 1 : 0, 1);
  return *this;
}

CopyRows& CopyRows::add(double value) {
  append_big_endian(8, 4);
  append_big_endian(std::bit_cast<uint64_t>(value), 8);
  return *this;
}

CopyRows& CopyRows::add(std::string_view text) {
  append_big_endian(text.size(), 4);
  bytes_.append(text);
  return *this;
}

CopyRows& CopyRows::add(const std::optional<Instant>& time) {
  if (!time) return add_null();
  return add(time->unix_microseconds() - kPostgresEpoch);
}

CopyRows& CopyRows::add_number(std::string_view decimal) {
  const auto number = numeric_of(decimal);
  return number ? add(std::string_view(*number)) : add_null();
}

CopyRows& CopyRows::add_null() {
  append_big_endian(0xFFFFFFFF, 4);
  return *this;
}

}  // namespace freshet::catalog
