#pragma once

#include <string>
#include <string_view>

namespace freshet::language {

// Returns "pt-br" or "pt-pt" for a Portuguese text with words of one variant and hardly any of the
// other, otherwise "pt".
std::string portuguese_variant(std::string_view text);

}  // namespace freshet::language
