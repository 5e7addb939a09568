#pragma once

#include <string_view>

namespace freshet::language {

// The language of a text of which most letters are in a script that only this language is written
// in; else empty. Two letters are enough.
std::string_view language_of_script(std::string_view text);

}  // namespace freshet::language
