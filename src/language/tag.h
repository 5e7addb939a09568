#pragma once

#include <string>
#include <string_view>

// Language tags (BCP 47). They are compared without regard to case, so all are in lower case here.
namespace freshet::language {

// What somebody declares as a language, as a tag: " De_AT " is "de-at". Of a list, as in
// Content-Language, the first. Empty if it is no tag.
std::string normalise(std::string_view claim);

// "de" of "de-at".
std::string_view base_of(std::string_view tag);

// Whether readers of one can be given the other for the same: "en-us" and "en-gb", "no" and "nb",
// "zh-cn" and "zh-hans". Not "zh-hans" and "zh-hant", nor "pt-br" and "pt-pt"; "zh" and "pt" alone
// are the same as either form.
bool is_same(std::string_view a, std::string_view b);

// Whether texts in them are so alike that a program may take one for the other: "no" and "da", "hr"
// and "sr". Also where is_same().
bool are_close(std::string_view a, std::string_view b);

}  // namespace freshet::language
