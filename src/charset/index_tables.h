#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "charset/encoding.h"

namespace freshet::charset {

// The indexes of the Encoding Standard (section 5): the code point at each pointer, 0 where there
// is none. Made at first use from ICU's converters and a list of where these differ from the
// standard (index_corrections.h); index_tables_test.cc holds them against digests of the standard's
// own files. Safe to call from any thread; the spans are good until the program ends.
std::span<const uint16_t> euc_kr_index();
std::span<const uint16_t> gb18030_index();
std::span<const uint16_t> jis0208_index();
std::span<const uint16_t> jis0212_index();
std::span<const char32_t> big5_index();

// "Index gb18030 ranges": from `pointer` on, up to the next range, pointers and code points go up
// together.
struct Gb18030Range {
  uint32_t pointer;
  char32_t code_point;
};
std::span<const Gb18030Range> gb18030_ranges();

// The upper halves of the single-byte encodings: the code point of byte 0x80 + i. Encodings that
// are not single-byte, and x-user-defined, have none: asking is a bug.
using UpperHalf = std::array<uint16_t, 128>;
const UpperHalf& single_byte_index(Encoding encoding);
bool is_single_byte(Encoding encoding);

}  // namespace freshet::charset
