#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "clock/instant.h"

namespace freshet::catalog {

// Encodes rows for COPY ... FROM STDIN (FORMAT binary): each value with its length, numbers
// big-endian. begin_row() starts a row; every column of it must then be added.
class CopyRows {
 public:
  CopyRows& begin_row(int columns);
  CopyRows& add(int64_t value);
  CopyRows& add_int(int32_t value);
  CopyRows& add(bool value);
  CopyRows& add(double value);
  CopyRows& add(std::string_view text);
  CopyRows& add(const std::optional<Instant>& time);
  CopyRows& add(const std::optional<int64_t>& value) { return value ? add(*value) : add_null(); }
  // Adds a number in decimal digits, as JSON has it, to a column of the type numeric. NULL if it
  // has more than 1,000 digits, or is not a number.
  CopyRows& add_number(std::string_view decimal);
  CopyRows& add_null();

  std::string_view bytes() const { return bytes_; }
  bool empty() const { return bytes_.empty(); }
  void clear() { bytes_.clear(); }

 private:
  void append_big_endian(uint64_t value, int bytes);

  std::string bytes_;
};

}  // namespace freshet::catalog
