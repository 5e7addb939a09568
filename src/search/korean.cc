#include "search/korean.h"

#include "text/utf8.h"

namespace freshet::search {
namespace {

constexpr char32_t kFirstSyllable = 0xAC00;
constexpr char32_t kLastSyllable = 0xD7A3;
constexpr size_t kSyllableBytes = 3;

// A particle that ends in another one comes before it: "에서는" before "는".
constexpr std::string_view kParticles[] = {
    "으로부터", "에게서", "으로서", "으로써", "로부터", "에서는", "에서도", "에서의", "에서",
    "에게",     "에는",   "에도",   "까지",   "부터",   "처럼",   "보다",   "으로",   "이나",
    "이란",     "이며",   "이고",   "이다",   "에의",   "한테",   "마다",   "조차",   "밖에",
    "라는",     "은",     "는",     "이",     "가",     "을",     "를",     "의",     "에",
    "로",       "와",     "과",     "도",     "만",     "나",     "란"};

bool is_syllable(char32_t c) {
  return c >= kFirstSyllable && c <= kLastSyllable;
}

}  // namespace

bool ends_in_hangul(std::string_view term) {
  return term.size() >= kSyllableBytes &&
         text::utf8_sequence(term.substr(term.size() - kSyllableBytes)).length == kSyllableBytes &&
         is_syllable(text::utf8_scalar(term.substr(term.size() - kSyllableBytes)));
}

bool is_one_syllable(std::string_view term) {
  return term.size() == kSyllableBytes && ends_in_hangul(term);
}

std::span<const std::string_view> particles() {
  return kParticles;
}

std::optional<std::string_view> without_particle(std::string_view term) {
  for (const std::string_view particle : kParticles) {
    if (!term.ends_with(particle)) continue;
    const std::string_view stem = term.substr(0, term.size() - particle.size());
    // One remaining syllable is not enough evidence: "나이" (age) is not "나" with a particle.
    if (stem.empty() || stem.size() >= 2 * kSyllableBytes) return stem;
  }
  return std::nullopt;
}

std::u32string keystrokes(std::string_view term) {
  constexpr char32_t kVowels = 21;
  constexpr char32_t kFinals = 28;
  std::u32string out;
  while (!term.empty()) {
    const text::Utf8Sequence sequence = text::utf8_sequence(term);
    if (sequence.kind != text::Utf8Sequence::kWhole) {
      term.remove_prefix(1);
      continue;
    }
    const char32_t c = text::utf8_scalar(term);
    term.remove_prefix(sequence.length);
    if (!is_syllable(c)) {
      out += c;
      continue;
    }
    const char32_t index = c - kFirstSyllable;
    out.push_back(0x1100 + index / (kVowels * kFinals));
    out.push_back(0x1161 + index / kFinals % kVowels);
    if (index % kFinals != 0) out.push_back(0x11A7 + index % kFinals);
  }
  return out;
}

}  // namespace freshet::search
