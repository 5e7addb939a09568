#pragma once

#include <optional>
#include <string_view>

#include "charset/encoding.h"

namespace freshet::charset {

// Whether bytes, of which more may follow, look like UTF-8: there is at least one sequence beyond
// ASCII, and malformed ones are so rare that they must be damage (text cut in the middle of a
// character, a stray byte in a template).
bool looks_like_utf8(std::string_view bytes);

// A guess for undeclared bytes; nullopt for pure ASCII and for bytes that look like nothing. Never
// UTF-16 nor "replacement": nobody may talk us into those without declaring them.
std::optional<Encoding> detect(std::string_view bytes);

}  // namespace freshet::charset
