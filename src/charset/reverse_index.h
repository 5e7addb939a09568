#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace freshet::charset {

// From code point back to pointer, for the encoders. Made at first use; any thread.
class ReverseIndex {
 public:
  ReverseIndex() : basic_(0x10000, kNone) {}

  // "Index pointer": nullopt if the encoding has no such character.
  std::optional<unsigned> pointer(char32_t code_point) const;

  // The first pointer of a code point stays, unless `last` is asked for.
  enum class Keep : uint8_t { kFirst, kLast };
  void add(char32_t code_point, unsigned pointer, Keep keep);

 private:
  static constexpr uint16_t kNone = 0xFFFF;
  std::vector<uint16_t> basic_;
  std::vector<std::pair<char32_t, uint16_t>> supplementary_;  // in code point order
};

const ReverseIndex& euc_kr_pointers();
const ReverseIndex& gb18030_pointers();
const ReverseIndex& jis0208_pointers();
const ReverseIndex& shift_jis_pointers();
const ReverseIndex& big5_pointers();

}  // namespace freshet::charset
