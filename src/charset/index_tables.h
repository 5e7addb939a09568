#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "charset/encoding.h"

namespace freshet::charset {

// The indexes of the Encoding Standard (section 5): the code point for each pointer, or 0 if there
// is none. They are computed at first use from ICU's converters and a list of their differences
// from the standard (index_corrections.h). index_tables_test.cc compares them with digests of the
// standard's own files. Thread-safe; the spans are valid until the program ends.
std::span<const uint16_t> euc_kr_index();
std::span<const uint16_t> gb18030_index();
std::span<const uint16_t> jis0208_index();
std::span<const uint16_t> jis0212_index();
std::span<const char32_t> big5_index();

// An entry of "index gb18030 ranges": up to the next range, consecutive pointers from `pointer` on
// have consecutive code points from `code_point` on.
struct Gb18030Range {
  uint32_t pointer;
  char32_t code_point;
};
std::span<const Gb18030Range> gb18030_ranges();

// The upper half of a single-byte encoding: the code points of the bytes 0x80 + i. The encoding
// must be one for which is_single_byte() is true; x-user-defined is not.
using UpperHalf = std::array<uint16_t, 128>;
const UpperHalf& single_byte_index(Encoding encoding);
bool is_single_byte(Encoding encoding);

}  // namespace freshet::charset
