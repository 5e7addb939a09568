#pragma once

#include <string>
#include <string_view>

// Language tags (BCP 47). Their case does not matter, so all tags here are in lower case.
namespace freshet::language {

// Converts the declaration of a language to a tag: " De_AT " becomes "de-at". Of a list, as in
// Content-Language, the first tag counts. Returns an empty string if it is not a tag.
std::string normalise(std::string_view claim);

// Returns "de" for "de-at".
std::string_view base_of(std::string_view tag);

// Whether both tags mean the same language to a reader: "en-us" and "en-gb", "no" and "nb", "zh-cn"
// and "zh-hans". "zh-hans" and "zh-hant" are not the same, nor are "pt-br" and "pt-pt"; "zh" and
// "pt" are the same as each of their variants.
bool is_same(std::string_view a, std::string_view b);

// Whether the languages are so similar that a program may confuse them: "no" and "da", "hr" and
// "sr". Also true if is_same() is.
bool are_close(std::string_view a, std::string_view b);

}  // namespace freshet::language
