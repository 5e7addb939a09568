#pragma once

#include <optional>
#include <string_view>

#include "charset/encoding.h"

namespace freshet::charset {

// Whether the beginning of a document looks like UTF-8: there is at least one non-ASCII sequence,
// and malformed ones are so rare that they must be damage (such as a text that is cut inside a
// character, or one wrong byte in a template).
bool looks_like_utf8(std::string_view bytes);

// Guesses the encoding of bytes without a declaration. Returns nullopt for pure ASCII and if no
// guess is credible. Never returns UTF-16 or "replacement", which a document must declare.
std::optional<Encoding> detect(std::string_view bytes);

}  // namespace freshet::charset
