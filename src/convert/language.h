#pragma once

#include <string>
#include <string_view>

namespace freshet::convert {

// What a page says of its language, in lower case; empty if that is no language tag (BCP 47).
std::string language_tag(std::string_view claim);

// A guess by the script that most letters are in, where a script tells the language; else empty.
std::string language_by_script(std::string_view text);

}  // namespace freshet::convert
