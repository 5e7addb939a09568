#pragma once

#include <string>
#include <string_view>

// NFKC_Casefold (Unicode, section 3.13): compatibility forms made one, case and what is invisible
// taken out.
namespace freshet::words {

// Folding leaves the character as it is, and it never changes with what is before it: a text of
// such characters alone is folded.
bool is_folded(char32_t c);

// What `word`, well-formed UTF-8, is folded to. Without ASCII characters that are no letters or
// digits, which some letters fold to: U+037A has a space.
void fold(std::string_view word, std::string& out);

}  // namespace freshet::words
