#include "convert/language.h"

#include <algorithm>
#include <array>

#include "text/ascii.h"
#include "text/utf8.h"

namespace freshet::convert {
namespace {

constexpr size_t kLooked = 4'096;  // bytes: enough to tell
constexpr size_t kLongestTag = 35;

struct Script {
  std::string_view language;
  char32_t from;
  char32_t to;
};
// Scripts that one large language is written in. Kana and Han go together below.
constexpr std::array<Script, 14> kScripts = {{{"el", 0x370, 0x3FF},
                                              {"hy", 0x530, 0x58F},
                                              {"he", 0x590, 0x5FF},
                                              {"ar", 0x600, 0x6FF},
                                              {"hi", 0x900, 0x97F},
                                              {"bn", 0x980, 0x9FF},
                                              {"ta", 0xB80, 0xBFF},
                                              {"te", 0xC00, 0xC7F},
                                              {"th", 0xE00, 0xE7F},
                                              {"ka", 0x10A0, 0x10FF},
                                              {"ru", 0x400, 0x4FF},
                                              {"ko", 0xAC00, 0xD7A3},
                                              {"ja", 0x3040, 0x30FF},
                                              {"zh", 0x4E00, 0x9FFF}}};
constexpr size_t kJapanese = 12;
constexpr size_t kChinese = 13;

}  // namespace

std::string language_tag(std::string_view claim) {
  // Content-Language may name several: the first is taken.
  claim = text::trim(claim.substr(0, claim.find_first_of(",;")));
  const size_t primary = std::min(claim.find_first_of("-_"), claim.size());
  const auto is_letter = [](char c) { return text::is_alpha(c); };
  if (primary < 2 || primary > 8 || claim.size() > kLongestTag ||
      !std::all_of(claim.begin(), claim.begin() + static_cast<std::ptrdiff_t>(primary),
                   is_letter)) {
    return "";
  }
  std::string tag = text::lower_case(claim);
  for (char& c : tag) {
    if (c == '_') c = '-';
    if (!text::is_alnum(c) && c != '-') return "";
  }
  return tag;
}

std::string language_by_script(std::string_view text) {
  text = text.substr(0, kLooked);
  std::array<size_t, kScripts.size()> seen = {};
  size_t letters = 0;
  while (!text.empty()) {
    const text::Utf8Sequence sequence = text::utf8_sequence(text);
    if (sequence.kind == text::Utf8Sequence::kWhole) {
      const char32_t c = text::utf8_scalar(text);
      if (c >= 0x80 || text::is_alpha(static_cast<char>(c))) ++letters;
      for (size_t i = 0; c >= 0x370 && i < kScripts.size(); ++i) {
        if (c >= kScripts[i].from && c <= kScripts[i].to) ++seen[i];
      }
    }
    text.remove_prefix(sequence.length);
  }
  // Japanese is written in both; nobody else uses Kana.
  if (seen[kJapanese] * 10 > seen[kChinese]) {
    seen[kJapanese] += seen[kChinese];
    seen[kChinese] = 0;
  }
  const auto most = std::max_element(seen.begin(), seen.end());
  // A name or two in another script are no text in it.
  if (*most * 3 < letters || *most < 4) return "";
  return std::string(kScripts[static_cast<size_t>(most - seen.begin())].language);
}

}  // namespace freshet::convert
