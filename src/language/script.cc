#include "language/script.h"

#include <algorithm>
#include <array>

#include "text/ascii.h"
#include "text/utf8.h"

namespace freshet::language {
namespace {

struct Script {
  std::string_view language;
  char32_t from;
  char32_t to;
};
// The table does not contain Cyrillic, Arabic and Devanagari, which several large languages use.
// Han may be Chinese or Japanese, and counts only together with kana.
constexpr std::array<Script, 16> kScripts = {{{"el", 0x370, 0x3FF},
                                              {"hy", 0x530, 0x58F},
                                              {"he", 0x590, 0x5FF},
                                              {"pa", 0xA00, 0xA7F},
                                              {"gu", 0xA80, 0xAFF},
                                              {"ta", 0xB80, 0xBFF},
                                              {"te", 0xC00, 0xC7F},
                                              {"kn", 0xC80, 0xCFF},
                                              {"ml", 0xD00, 0xD7F},
                                              {"si", 0xD80, 0xDFF},
                                              {"th", 0xE00, 0xE7F},
                                              {"lo", 0xE80, 0xEFF},
                                              {"ka", 0x10A0, 0x10FF},
                                              {"km", 0x1780, 0x17FF},
                                              {"ko", 0xAC00, 0xD7A3},
                                              {"ja", 0x3041, 0x30FF}}};
constexpr size_t kJapanese = 15;
constexpr size_t kMinLetters = 2;

bool is_han(char32_t c) {
  return (c >= 0x3400 && c <= 0x4DBF) || (c >= 0x4E00 && c <= 0x9FFF);
}

}  // namespace

std::string_view language_of_script(std::string_view text) {
  std::array<size_t, kScripts.size()> seen = {};
  size_t letters = 0;
  size_t han = 0;
  while (!text.empty()) {
    const text::Utf8Sequence sequence = text::utf8_sequence(text);
    if (sequence.kind == text::Utf8Sequence::kWhole) {
      const char32_t c = text::utf8_scalar(text);
      // Latin letters, and everything after them except general punctuation (U+2000 to U+20FF).
      if (c < 0x80 ? text::is_alpha(static_cast<char>(c)) : c >= 0xC0 && (c >> 8) != 0x20) {
        ++letters;
      }
      if (is_han(c)) ++han;
      for (size_t i = 0; c >= 0x370 && i < kScripts.size(); ++i) {
        if (c >= kScripts[i].from && c <= kScripts[i].to) ++seen[i];
      }
    }
    text.remove_prefix(sequence.length);
  }
  // Japanese is written in kana and Han together, and no other language uses kana.
  if (seen[kJapanese] * 10 > han) seen[kJapanese] += han;
  const auto most = std::max_element(seen.begin(), seen.end());
  // A few names in another script do not decide the language of a text.
  if (*most * 2 < letters || *most < kMinLetters) return "";
  return kScripts[static_cast<size_t>(most - seen.begin())].language;
}

}  // namespace freshet::language
