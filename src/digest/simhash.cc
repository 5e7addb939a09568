#include "digest/simhash.h"

#include <algorithm>
#include <bit>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "text/utf8.h"

namespace freshet::digest {
namespace {

// Returns the length in bytes of the first character if its script is written without spaces,
// otherwise 0.
size_t unspaced_character(std::string_view utf8) {
  const auto [kind, length] = text::utf8_sequence(utf8);
  if (kind != text::Utf8Sequence::kWhole) return 0;
  const char32_t code = text::utf8_scalar(utf8);
  const bool unspaced = (code >= 0x3040 && code <= 0x30FF) ||  // kana
                        (code >= 0x3400 && code <= 0x4DBF) ||  // Han, extension A
                        (code >= 0x4E00 && code <= 0x9FFF) ||  // Han
                        (code >= 0xF900 && code <= 0xFAFF) ||  // Han, compatibility
                        (code >= 0x0E00 && code <= 0x0EFF) ||  // Thai, Lao
                        (code >= 0x1000 && code <= 0x109F) ||  // Burmese
                        (code >= 0x1780 && code <= 0x17FF) ||  // Khmer
                        (code >= 0x20000 && code <= 0x3FFFF);  // planes 2 and 3: nothing but Han
  return unspaced ? length : 0;
}

constexpr std::string_view kIdeographicSpace = "\xE3\x80\x80";

enum class Byte : uint8_t { kWord, kSpace, kMaybeUnspaced };

constexpr std::array<Byte, 256> kBytes = [] {
  std::array<Byte, 256> table{};
  for (const unsigned char c : {' ', '\t', '\n', '\v', '\f', '\r'}) table[c] = Byte::kSpace;
  // Lead bytes of U+0E00.. and U+1000.., of U+3000..U+9FFF, of U+F900.., and of four-byte Han.
  table[0xE0] = table[0xE1] = table[0xEF] = table[0xF0] = Byte::kMaybeUnspaced;
  for (int c = 0xE3; c <= 0xE9; ++c) table[c] = Byte::kMaybeUnspaced;
  return table;
}();

// Combines two hashes; their order matters. The two halves of the 128-bit product are combined, so
// that every bit of the result depends on every bit of both hashes.
uint64_t pair(uint64_t first, uint64_t second) {
  constexpr uint64_t kOdd = 0x9E3779B97F4A7C15;  // 2^64 / golden ratio
  const auto product = static_cast<unsigned __int128>(first ^ kOdd) * (second + kOdd);
  return static_cast<uint64_t>(product >> 64) ^ static_cast<uint64_t>(product);
}

uint64_t load(const char* bytes) {
  uint64_t value = 0;
  std::memcpy(&value, bytes, sizeof value);
  return std::endian::native == std::endian::little ? value : __builtin_bswap64(value);
}

// Returns the hash of a word or character inside a text that ends at `end`. Nearly all words have
// at most 16 bytes. They are hashed without branches on the exact length, which the processor would
// often predict wrongly.
uint64_t hash_of(std::string_view word, const char* end) {
  if (word.size() > 16) return XXH3_64bits(word.data(), word.size());
  std::array<char, 24> padded{};
  const char* from = word.data();
  if (end - from < 16) {
    std::copy(word.begin(), word.end(), padded.begin());
    from = padded.data();
  }
  if (word.size() > 8) return pair(load(from) + word.size(), load(from + word.size() - 8));
  // The shift removes the bytes after the word. For an empty word it would be undefined behaviour.
  const uint64_t bytes = word.empty() ? 0 : load(from) << (64 - 8 * word.size());
  return pair(bytes, word.size());
}

// Adds the pairs of neighbouring words and characters to a Simhash.
class PairSketch {
 public:
  explicit PairSketch(const char* end) : end_(end) {}

  void word(std::string_view text) {
    characters_.end(simhash_, end_);
    const uint64_t hash = hash_of(text, end_);
    if (words_ > 0) simhash_.add_hash(pair(last_word_, hash));
    last_word_ = hash;
    ++words_;
  }

  void character(std::string_view text) { characters_.next(text, simhash_, end_); }

  void end_of_run() { characters_.end(simhash_, end_); }

  Simhash64 finish() {
    characters_.end(simhash_, end_);
    if (words_ == 1) simhash_.add_hash(last_word_);
    return simhash_.finish();
  }

 private:
  // Neighbouring characters of scripts without spaces.
  struct Run {
    std::string_view last;
    bool alone = false;

    void next(std::string_view text, Simhash& simhash, const char* end) {
      if (!last.empty()) {
        simhash.add_hash(hash_of({last.data(), last.size() + text.size()}, end));
      }
      alone = last.empty();
      last = text;
    }
    void end(Simhash& simhash, const char* end) {
      if (alone) simhash.add_hash(hash_of(last, end));
      last = {};
      alone = false;
    }
  };

  const char* end_;  // end of the text
  Simhash simhash_;
  uint64_t last_word_ = 0;
  uint64_t words_ = 0;
  Run characters_;
};

}  // namespace

int distance(Simhash64 a, Simhash64 b) {
  return std::popcount(a.bits ^ b.bits);
}

void Simhash::add(std::string_view feature) {
  add_hash(hash_of(feature, feature.data() + feature.size()));
}

void Simhash::add_hash(uint64_t hash) {
  pending_[pending_count_++] = hash;
  if (pending_count_ == pending_.size()) flush_pending();
}

namespace {

// Adds three binary digits of the same weight, in 64 counters at once: `digit` becomes the sum
// modulo 2, and the carry is returned.
uint64_t add_digits(uint64_t& digit, uint64_t b, uint64_t c) {
  const uint64_t differ = digit ^ b;
  const uint64_t carry = (digit & b) | (differ & c);
  digit = differ ^ c;
  return carry;
}

}  // namespace

// Adds eight hashes to the planes with seven additions (the Harley-Seal method to count bits).
void Simhash::flush_pending() {
  const auto& w = pending_;
  const uint64_t twos_a = add_digits(planes_[0], w[0], w[1]);
  const uint64_t twos_b = add_digits(planes_[0], w[2], w[3]);
  const uint64_t fours_a = add_digits(planes_[1], twos_a, twos_b);
  const uint64_t twos_c = add_digits(planes_[0], w[4], w[5]);
  const uint64_t twos_d = add_digits(planes_[0], w[6], w[7]);
  const uint64_t fours_b = add_digits(planes_[1], twos_c, twos_d);
  uint64_t carry = add_digits(planes_[2], fours_a, fours_b);
  for (size_t k = 3; k < kPlanes; ++k) {
    const uint64_t next = planes_[k] & carry;
    planes_[k] ^= carry;
    carry = next;
  }
  added_ += pending_count_;
  in_planes_ += pending_count_;
  pending_ = {};
  pending_count_ = 0;
  if (in_planes_ + pending_.size() >= (1u << kPlanes)) flush_planes();
}

void Simhash::flush_planes() {
  for (size_t bit = 0; bit < 64; ++bit) {
    uint64_t count = 0;
    for (size_t k = 0; k < kPlanes; ++k) count |= (planes_[k] >> bit & 1) << k;
    counts_[bit] += count;
  }
  planes_ = {};
  in_planes_ = 0;
}

Simhash64 Simhash::finish() {
  flush_pending();
  flush_planes();
  Simhash64 sketch;
  for (size_t bit = 0; bit < 64; ++bit) {
    if (2 * counts_[bit] > added_) sketch.bits |= uint64_t{1} << bit;
  }
  *this = Simhash();
  return sketch;
}

namespace {

constexpr size_t kBlock = 16;

// Returns a bit for each of the next kBlock bytes that may end a word: white space, or a byte that
// may begin a character of a script without spaces.
uint32_t stops_in(const char* block) {
#if defined(__SSE2__)
  const auto all = [](int byte) { return _mm_set1_epi8(static_cast<char>(byte)); };
  const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(block));
  // Compared as signed numbers: c - 9 is at most 4, and from 0xE0 on bytes are -32 to -1.
  const __m128i controls = _mm_cmpeq_epi8(_mm_min_epu8(_mm_sub_epi8(bytes, all(9)), all(4)),
                                          _mm_sub_epi8(bytes, all(9)));
  const __m128i leads =
      _mm_and_si128(_mm_cmpgt_epi8(bytes, all(0xDF)), _mm_cmplt_epi8(bytes, _mm_setzero_si128()));
  const __m128i hangul = _mm_cmpeq_epi8(_mm_min_epu8(_mm_sub_epi8(bytes, all(0xEA)), all(3)),
                                        _mm_sub_epi8(bytes, all(0xEA)));
  const __m128i spaces = _mm_or_si128(controls, _mm_cmpeq_epi8(bytes, all(' ')));
  return static_cast<uint32_t>(
      _mm_movemask_epi8(_mm_or_si128(spaces, _mm_andnot_si128(hangul, leads))));
#else
  uint32_t stops = 0;
  for (size_t i = 0; i < kBlock; ++i) {
    const bool stop = kBytes[static_cast<unsigned char>(block[i])] != Byte::kWord;
    stops |= static_cast<uint32_t>(stop) << i;
  }
  return stops;
#endif
}

// Splits a text into words and characters, and sketches their pairs.
class Splitter {
 public:
  explicit Splitter(std::string_view text) : text_(text), pairs_(text.data() + text.size()) {}

  Simhash64 sketch() {
    size_t block = 0;
    for (; block + kBlock <= text_.size(); block += kBlock) {
      for (uint32_t stops = stops_in(text_.data() + block); stops != 0; stops &= stops - 1) {
        stop_at(block + static_cast<size_t>(std::countr_zero(stops)));
      }
    }
    for (; block < text_.size(); ++block) stop_at(block);
    end_word(text_.size());
    return pairs_.finish();
  }

 private:
  void stop_at(size_t at) {
    switch (kBytes[static_cast<unsigned char>(text_[at])]) {
      case Byte::kWord: return;
      case Byte::kSpace:
        end_word(at);
        pairs_.end_of_run();
        start_ = at + 1;
        return;
      case Byte::kMaybeUnspaced: break;
    }
    const bool space = text_.substr(at, 3) == kIdeographicSpace;
    const size_t length = space ? 3 : unspaced_character(text_.substr(at));
    if (length == 0) return;
    end_word(at);
    if (space)
      pairs_.end_of_run();
    else
      pairs_.character(text_.substr(at, length));
    start_ = at + length;
  }

  void end_word(size_t end) {
    if (end <= start_) return;
    pairs_.word(text_.substr(start_, end - start_));
  }

  std::string_view text_;
  size_t start_ = 0;  // start of the current word
  PairSketch pairs_;
};

}  // namespace

Simhash64 simhash_of_text(std::string_view utf8) {
  return Splitter(utf8).sketch();
}

}  // namespace freshet::digest
