#pragma once

#include <string>
#include <string_view>

namespace freshet::convert {

struct PageLanguage {
  std::string tag;        // BCP 47, lower case; empty: unknown
  std::string_view from;  // "declared", "identified", or empty
};

// Returns the language that the page declares, unless its text clearly contradicts it; otherwise
// the language that is identified from the text: docs/decisions/0011-language.md. `declared` is a
// normalised tag, or empty.
PageLanguage page_language(std::string_view declared, std::string_view text);

}  // namespace freshet::convert
