// The decoder of EUC-KR, which on the web means windows-949: KS X 1001 and all other Hangul
// syllables.
#include "charset/decode_two_bytes.h"
#include "charset/index_tables.h"

namespace freshet::charset {
namespace {

struct EucKrRules {
  std::span<const uint16_t> index;

  static bool is_lead(uint8_t byte) { return byte >= 0x81 && byte <= 0xFE; }
  static char32_t single(uint8_t) { return 0; }
  bool put_pair(uint8_t lead, uint8_t trail, Utf8Sink& out) const {
    if (trail < 0x41 || trail > 0xFE) return false;
    const uint16_t c = index[(lead - 0x81u) * 190 + (trail - 0x41u)];
    if (c == 0) return false;
    out.put(c);
    return true;
  }
};

}  // namespace

void decode_euc_kr(DecoderInput input, DecoderState& state, Utf8Sink& out) {
  decode_two_bytes(input, EucKrRules{euc_kr_index()}, state, out);
}

}  // namespace freshet::charset
