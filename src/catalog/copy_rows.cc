#include "catalog/copy_rows.h"

#include <bit>

namespace freshet::catalog {
namespace {

constexpr int64_t kYear2000 = 946'684'800'000'000;  // where PostgreSQL's time begins, microseconds

}  // namespace

void CopyRows::big_endian(uint64_t value, int bytes) {
  for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) {
    bytes_.push_back(static_cast<char>(value >> shift));
  }
}

CopyRows& CopyRows::begin_row(int columns) {
  big_endian(static_cast<uint64_t>(columns), 2);
  return *this;
}

CopyRows& CopyRows::add(int64_t value) {
  big_endian(8, 4);
  big_endian(static_cast<uint64_t>(value), 8);
  return *this;
}

CopyRows& CopyRows::add_int(int32_t value) {
  big_endian(4, 4);
  big_endian(static_cast<uint32_t>(value), 4);
  return *this;
}

CopyRows& CopyRows::add(bool value) {
  big_endian(1, 4);
  big_endian(value ? 1 : 0, 1);
  return *this;
}

CopyRows& CopyRows::add(double value) {
  big_endian(8, 4);
  big_endian(std::bit_cast<uint64_t>(value), 8);
  return *this;
}

CopyRows& CopyRows::add(std::string_view text) {
  big_endian(text.size(), 4);
  bytes_.append(text);
  return *this;
}

CopyRows& CopyRows::add(Instant time) {
  if (time == Instant()) return add_null();
  return add(time.unix_microseconds() - kYear2000);
}

CopyRows& CopyRows::add_null() {
  big_endian(0xFFFFFFFF, 4);
  return *this;
}

}  // namespace freshet::catalog
