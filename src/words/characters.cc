#include "words/characters.h"

#include <unicode/uchar.h>
#include <unicode/uscript.h>

#include <utility>

#include "words/folding.h"

namespace freshet::words {
namespace {

constexpr uint32_t kWordCategories = U_GC_L_MASK | U_GC_N_MASK | U_GC_M_MASK;

bool is_dictionary_script(UChar32 c) {
  switch (c) {
    case 0x30FC:  // the long vowel mark, which hiragana and katakana share
    case 0xFF70: return true;
    default: break;
  }
  if (u_getIntPropertyValue(c, UCHAR_LINE_BREAK) == U_LB_COMPLEX_CONTEXT) return true;
  UErrorCode status = U_ZERO_ERROR;
  const UScriptCode script = uscript_getScript(c, &status);
  return script == USCRIPT_HAN || script == USCRIPT_HIRAGANA || script == USCRIPT_KATAKANA;
}

CharacterKind kind_of(UChar32 c) {
  const uint32_t category = U_GET_GC_MASK(c);
  // U+200B separates words in scripts that are written without spaces.
  if ((category & U_GC_CF_MASK) != 0 && c != 0x200B) return CharacterKind::kJoining;
  if ((category & kWordCategories) == 0) return CharacterKind::kNone;
  if (is_dictionary_script(c)) return CharacterKind::kDictionary;
  if ((category & U_GC_M_MASK) != 0) return CharacterKind::kJoining;
  UErrorCode status = U_ZERO_ERROR;
  if (uscript_getScript(c, &status) == USCRIPT_HANGUL) return CharacterKind::kHangul;
  return CharacterKind::kLetter;
}

}  // namespace

Character Characters::look_up(char32_t c) {
  auto block = std::make_unique<Block>();
  const auto first = static_cast<UChar32>(c & ~0xFFU);
  for (UChar32 i = 0; i < 256; ++i) {
    Character& character = (*block)[static_cast<size_t>(i)];
    character.kind = kind_of(first + i);
    character.folded =
        character.kind != CharacterKind::kNone && is_folded(static_cast<char32_t>(first + i));
  }
  auto& slot = blocks_[c >> 8];
  slot = std::move(block);
  return (*slot)[c & 0xFF];
}

}  // namespace freshet::words
