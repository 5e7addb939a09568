#include "text/utf8.h"

#include <algorithm>

#if defined(__SSE2__)
#include <emmintrin.h>
#include <tmmintrin.h>
#endif

namespace freshet::text {
namespace {

// Returns the length of the well-formed prefix, given that the first `at` bytes are whole,
// well-formed sequences.
size_t valid_prefix_bytewise(std::string_view bytes, size_t at) {
  while (at < bytes.size()) {
    if (static_cast<uint8_t>(bytes[at]) < 0x80) {
      at += ascii_prefix(bytes.substr(at));
      continue;
    }
    const Utf8Sequence sequence = utf8_sequence(bytes.substr(at));
    if (sequence.kind != Utf8Sequence::kWhole) break;
    at += sequence.length;
  }
  return at;
}

#if defined(__SSE2__)

// Checks sixteen bytes at a time, after Keiser and Lemire, "Validating UTF-8 In Less Than One
// Instruction Per Byte" (2020). Three table look-ups on the nibbles of two neighbouring bytes each
// give the set of errors that the pair may be part of; an error in all three sets is real.
enum PairError : uint8_t {
  kTooShort = 1 << 0,    // a lead byte without a continuation byte after it
  kTooLong = 1 << 1,     // ASCII with a continuation byte after it
  kOverlong3 = 1 << 2,   // E0 80..9F
  kTooLarge = 1 << 3,    // F4 90.., F5.. 90..
  kSurrogate = 1 << 4,   // ED A0..
  kOverlong2 = 1 << 5,   // C0, C1
  kOverlong4 = 1 << 6,   // F0 80..8F; F5.. 80..8F, which is too large, shares the bit
  kContinued2 = 1 << 7,  // two continuation bytes: the bytes before them decide if this is right
  kAnyLow = kTooShort | kTooLong | kContinued2,
};

alignas(16) constexpr uint8_t kByFirstHigh[16] = {kTooLong,
                                                  kTooLong,
                                                  kTooLong,
                                                  kTooLong,
                                                  kTooLong,
                                                  kTooLong,
                                                  kTooLong,
                                                  kTooLong,
                                                  kContinued2,
                                                  kContinued2,
                                                  kContinued2,
                                                  kContinued2,
                                                  kTooShort | kOverlong2,
                                                  kTooShort,
                                                  kTooShort | kOverlong3 | kSurrogate,
                                                  kTooShort | kTooLarge | kOverlong4};
alignas(16) constexpr uint8_t kByFirstLow[16] = {kAnyLow | kOverlong3 | kOverlong2 | kOverlong4,
                                                 kAnyLow | kOverlong2,
                                                 kAnyLow,
                                                 kAnyLow,
                                                 kAnyLow | kTooLarge,
                                                 kAnyLow | kTooLarge | kOverlong4,
                                                 kAnyLow | kTooLarge | kOverlong4,
                                                 kAnyLow | kTooLarge | kOverlong4,
                                                 kAnyLow | kTooLarge | kOverlong4,
                                                 kAnyLow | kTooLarge | kOverlong4,
                                                 kAnyLow | kTooLarge | kOverlong4,
                                                 kAnyLow | kTooLarge | kOverlong4,
                                                 kAnyLow | kTooLarge | kOverlong4,
                                                 kAnyLow | kTooLarge | kOverlong4 | kSurrogate,
                                                 kAnyLow | kTooLarge | kOverlong4,
                                                 kAnyLow | kTooLarge | kOverlong4};
constexpr uint8_t kContinued = kTooLong | kOverlong2 | kContinued2;
alignas(16) constexpr uint8_t kBySecondHigh[16] = {kTooShort,
                                                   kTooShort,
                                                   kTooShort,
                                                   kTooShort,
                                                   kTooShort,
                                                   kTooShort,
                                                   kTooShort,
                                                   kTooShort,
                                                   kContinued | kOverlong3 | kOverlong4,
                                                   kContinued | kOverlong3 | kTooLarge,
                                                   kContinued | kSurrogate | kTooLarge,
                                                   kContinued | kSurrogate | kTooLarge,
                                                   kTooShort,
                                                   kTooShort,
                                                   kTooShort,
                                                   kTooShort};

__m128i load(const void* from) {
  return _mm_loadu_si128(static_cast<const __m128i*>(from));
}

// `now` are the 16 bytes that follow the 16 bytes `before`. Returns a vector that is non-zero where
// `now` holds the second or a later byte of a malformed sequence.
__attribute__((target("ssse3"))) inline __m128i pair_errors(__m128i now, __m128i before) {
  const __m128i low_nibble = _mm_set1_epi8(0x0F);
  const __m128i back1 = _mm_alignr_epi8(now, before, 15);
  const __m128i back2 = _mm_alignr_epi8(now, before, 14);
  const __m128i back3 = _mm_alignr_epi8(now, before, 13);
  const __m128i first_high = _mm_and_si128(_mm_srli_epi16(back1, 4), low_nibble);
  const __m128i first_low = _mm_and_si128(back1, low_nibble);
  const __m128i second_high = _mm_and_si128(_mm_srli_epi16(now, 4), low_nibble);
  const __m128i pair = _mm_and_si128(_mm_and_si128(_mm_shuffle_epi8(load(kByFirstHigh), first_high),
                                                   _mm_shuffle_epi8(load(kByFirstLow), first_low)),
                                     _mm_shuffle_epi8(load(kBySecondHigh), second_high));
  // The third byte of a 3-byte sequence, and the third and fourth byte of a 4-byte sequence, must
  // be continuation bytes that follow a continuation byte.
  const __m128i third = _mm_subs_epu8(back2, _mm_set1_epi8(static_cast<char>(0xE0 - 0x80)));
  const __m128i fourth = _mm_subs_epu8(back3, _mm_set1_epi8(static_cast<char>(0xF0 - 0x80)));
  const __m128i must_continue =
      _mm_and_si128(_mm_or_si128(third, fourth), _mm_set1_epi8(static_cast<char>(0x80)));
  return _mm_xor_si128(must_continue, pair);
}

// Returns a position between two sequences, fewer than 20 bytes before the end of the well-formed
// prefix.
__attribute__((target("ssse3"))) size_t valid_prefix_ssse3(std::string_view bytes) {
  __m128i before = _mm_setzero_si128();
  size_t at = 0;
  for (; at + 16 <= bytes.size(); at += 16) {
    const __m128i now = load(bytes.data() + at);
    // If the last block ended inside a sequence that is malformed, this block has the error.
    const __m128i errors = pair_errors(now, before);
    if (_mm_movemask_epi8(_mm_cmpeq_epi8(errors, _mm_setzero_si128())) != 0xFFFF) break;
    before = now;
    if (_mm_movemask_epi8(now) == 0) at += ascii_prefix(bytes.substr(at + 16)) & ~size_t{15};
  }
  // Go back to the start of a sequence that crosses `at`.
  for (size_t back = 1; back <= std::min<size_t>(3, at); ++back) {
    const char byte = bytes[at - back];
    if (is_continuation(byte)) continue;
    const uint8_t length =
        (byte & 0x80) == 0 ? 1 : internal::lead(static_cast<uint8_t>(byte)).length;
    return length == 0 || length > back ? at - back : at;
  }
  return at;
}

#endif

}  // namespace

size_t ascii_prefix(std::string_view bytes) {
  size_t at = 0;
#if defined(__SSE2__)
  for (; at + 64 <= bytes.size(); at += 64) {
    const char* p = bytes.data() + at;
    const __m128i any =
        _mm_or_si128(_mm_or_si128(load(p), load(p + 16)), _mm_or_si128(load(p + 32), load(p + 48)));
    if (_mm_movemask_epi8(any) != 0) break;
  }
  for (; at + 16 <= bytes.size(); at += 16) {
    const int high = _mm_movemask_epi8(load(bytes.data() + at));
    if (high != 0) return at + static_cast<size_t>(__builtin_ctz(static_cast<unsigned>(high)));
  }
#endif
  while (at < bytes.size() && static_cast<uint8_t>(bytes[at]) < 0x80) ++at;
  return at;
}

size_t valid_utf8_prefix(std::string_view bytes) {
#if defined(__SSE2__)
  static const bool kHasSsse3 = __builtin_cpu_supports("ssse3") != 0;
  if (kHasSsse3) return valid_prefix_bytewise(bytes, valid_prefix_ssse3(bytes));
#endif
  return valid_prefix_bytewise(bytes, 0);
}

void append_well_formed(std::string& out, std::string_view bytes) {
  while (!bytes.empty()) {
    const size_t valid = valid_utf8_prefix(bytes);
    out.append(bytes, 0, valid);
    bytes.remove_prefix(valid);
    if (bytes.empty()) return;
    out.append(kReplacementCharacter);
    bytes.remove_prefix(utf8_sequence(bytes).length);
  }
}

}  // namespace freshet::text
