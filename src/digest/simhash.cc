#include "digest/simhash.h"

#include <bit>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "text/utf8.h"

namespace freshet::digest {
namespace {

// How many bytes the character at the start has if its script is written without spaces, else 0.
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

uint64_t hash_of(std::string_view text) {
  return XXH3_64bits(text.data(), text.size());
}

// A hash of two hashes in their order. Folding the long product mixes every bit of both into every
// bit of the answer.
uint64_t pair(uint64_t first, uint64_t second) {
  constexpr uint64_t kOdd = 0x9E3779B97F4A7C15;  // 2^64 / golden ratio
  const auto product = static_cast<unsigned __int128>(first ^ kOdd) * (second + kOdd);
  return static_cast<uint64_t>(product >> 64) ^ static_cast<uint64_t>(product);
}

// Turns words and characters into pairs.
class Pairs {
 public:
  void word(std::string_view text) {
    characters_.end(simhash_);
    const uint64_t hash = hash_of(text);
    if (words_ > 0) simhash_.add_hash(pair(last_word_, hash));
    last_word_ = hash;
    ++words_;
  }

  void character(std::string_view text) { characters_.next(text, simhash_); }

  void end_of_run() { characters_.end(simhash_); }

  Simhash64 finish() {
    characters_.end(simhash_);
    if (words_ == 1) simhash_.add_hash(last_word_);
    return simhash_.finish();
  }

 private:
  // A run of characters of unspaced scripts, which lie next to each other in the text.
  struct Run {
    std::string_view last;
    bool alone = false;

    void next(std::string_view text, Simhash& simhash) {
      if (!last.empty()) {
        simhash.add_hash(hash_of({last.data(), last.size() + text.size()}));
      }
      alone = last.empty();
      last = text;
    }
    void end(Simhash& simhash) {
      if (alone) simhash.add_hash(hash_of(last));
      last = {};
      alone = false;
    }
  };

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
  add_hash(hash_of(feature));
}

void Simhash::add_hash(uint64_t hash) {
  for (size_t k = 0; hash != 0; ++k) {
    const uint64_t carry = planes_[k] & hash;
    planes_[k] ^= hash;
    hash = carry;
  }
  if (++pending_ == (1u << kPlanes) - 1) settle();
}

void Simhash::settle() {
  for (size_t bit = 0; bit < 64; ++bit) {
    uint64_t count = 0;
    for (size_t k = 0; k < kPlanes; ++k) count |= (planes_[k] >> bit & 1) << k;
    counts_[bit] += count;
  }
  planes_ = {};
  settled_ += pending_;
  pending_ = 0;
}

Simhash64 Simhash::finish() {
  settle();
  Simhash64 sketch;
  for (size_t bit = 0; bit < 64; ++bit) {
    if (2 * counts_[bit] > settled_) sketch.bits |= uint64_t{1} << bit;
  }
  counts_ = {};
  settled_ = 0;
  return sketch;
}

Simhash64 simhash_of_text(std::string_view utf8) {
  Pairs pairs;
  size_t start = 0;  // of the word that `at` may be in
  size_t at = 0;
  const auto end_word = [&] {
    if (at > start) pairs.word(utf8.substr(start, at - start));
  };
  while (at < utf8.size()) {
    switch (kBytes[static_cast<unsigned char>(utf8[at])]) {
      case Byte::kWord: ++at; break;
      case Byte::kSpace:
        end_word();
        pairs.end_of_run();
        start = ++at;
        break;
      case Byte::kMaybeUnspaced: {
        const bool space = utf8.substr(at, 3) == kIdeographicSpace;
        const size_t length = space ? 3 : unspaced_character(utf8.substr(at));
        if (length == 0) {
          ++at;
          break;
        }
        end_word();
        if (space)
          pairs.end_of_run();
        else
          pairs.character(utf8.substr(at, length));
        start = at += length;
        break;
      }
    }
  }
  end_word();
  return pairs.finish();
}

}  // namespace freshet::digest
