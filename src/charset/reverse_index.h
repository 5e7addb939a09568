#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace freshet::charset {

// Maps code points to pointers, for the encoders.
class ReverseIndex {
 public:
  ReverseIndex() : basic_(0x10000, kNone) {}

  // "Index pointer". Returns nullopt if the encoding does not contain the character.
  std::optional<unsigned> pointer(char32_t code_point) const;

  // Which pointer a code point has if several are added. Pointers must be added in ascending order.
  enum class Keep : uint8_t { kFirst, kLast };
  void add(char32_t code_point, unsigned pointer, Keep keep);

 private:
  static constexpr uint16_t kNone = 0xFFFF;
  std::vector<uint16_t> basic_;
  std::vector<std::pair<char32_t, uint16_t>> supplementary_;  // sorted
};

// These are computed at first use. Thread-safe.
const ReverseIndex& euc_kr_pointers();
const ReverseIndex& gb18030_pointers();
const ReverseIndex& jis0208_pointers();
const ReverseIndex& shift_jis_pointers();
const ReverseIndex& big5_pointers();

}  // namespace freshet::charset
