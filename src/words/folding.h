#pragma once

#include <string>
#include <string_view>

// NFKC_Casefold (Unicode, section 3.13), which unifies compatibility forms and case and removes
// invisible characters.
namespace freshet::words {

// Whether folding never changes this character, whatever is before it. Folding does not change a
// text that consists of such characters.
bool is_folded(char32_t c);

// Sets `out` to the folded form of `word`, which must be well-formed UTF-8. Removes ASCII
// characters that are neither letters nor digits: U+037A, for example, folds to a space and another
// letter.
void fold(std::string_view word, std::string& out);

}  // namespace freshet::words
