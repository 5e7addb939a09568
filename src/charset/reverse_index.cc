#include "charset/reverse_index.h"

#include <algorithm>
#include <span>

#include "charset/index_tables.h"

namespace freshet::charset {
namespace {

using Keep = ReverseIndex::Keep;

template <typename CodePoint, typename Rule>
ReverseIndex reverse(std::span<const CodePoint> index, Rule rule) {
  ReverseIndex made;
  for (unsigned pointer = 0; pointer < index.size(); ++pointer) {
    if (index[pointer] == 0) continue;
    if (const std::optional<Keep> keep = rule(pointer, index[pointer])) {
      made.add(index[pointer], pointer, *keep);
    }
  }
  return made;
}

constexpr auto kEveryFirst = [](unsigned, char32_t) { return std::optional(Keep::kFirst); };

}  // namespace

std::optional<unsigned> ReverseIndex::pointer(char32_t code_point) const {
  if (code_point < 0x10000) {
    const uint16_t found = basic_[code_point];
    return found == kNone ? std::nullopt : std::optional<unsigned>(found);
  }
  const auto found = std::lower_bound(supplementary_.begin(), supplementary_.end(),
                                      std::pair{code_point, uint16_t{0}});
  if (found == supplementary_.end() || found->first != code_point) return std::nullopt;
  return found->second;
}

void ReverseIndex::add(char32_t code_point, unsigned pointer, Keep keep) {
  const auto small = static_cast<uint16_t>(pointer);
  if (code_point < 0x10000) {
    uint16_t& slot = basic_[code_point];
    if (slot == kNone || keep == Keep::kLast) slot = small;
    return;
  }
  // Callers add pointers in ascending order, so the first pointer of a code point stays in front.
  const std::pair entry{code_point, small};
  supplementary_.insert(std::upper_bound(supplementary_.begin(), supplementary_.end(), entry),
                        entry);
}

const ReverseIndex& euc_kr_pointers() {
  static const ReverseIndex kMade = reverse(euc_kr_index(), kEveryFirst);
  return kMade;
}

const ReverseIndex& gb18030_pointers() {
  static const ReverseIndex kMade = reverse(gb18030_index(), kEveryFirst);
  return kMade;
}

const ReverseIndex& jis0208_pointers() {
  static const ReverseIndex kMade = reverse(jis0208_index(), kEveryFirst);
  return kMade;
}

// "Index Shift_JIS pointer": excludes NEC's copies of the IBM extensions.
const ReverseIndex& shift_jis_pointers() {
  static const ReverseIndex kMade =
      reverse(jis0208_index(), [](unsigned pointer, char32_t) -> std::optional<Keep> {
        if (pointer >= 8272 && pointer <= 8835) return std::nullopt;
        return Keep::kFirst;
      });
  return kMade;
}

// "Index Big5 pointer": excludes the Hong Kong supplement with lead bytes below 0xA1. Six
// characters have the last of their pointers.
const ReverseIndex& big5_pointers() {
  static const ReverseIndex kMade =
      reverse(big5_index(), [](unsigned pointer, char32_t c) -> std::optional<Keep> {
        if (pointer < (0xA1 - 0x81) * 157) return std::nullopt;
        const bool later =
            c == 0x2550 || c == 0x255E || c == 0x2561 || c == 0x256A || c == 0x5341 || c == 0x5345;
        return later ? Keep::kLast : Keep::kFirst;
      });
  return kMade;
}

}  // namespace freshet::charset
