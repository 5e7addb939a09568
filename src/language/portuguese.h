#pragma once

#include <string>
#include <string_view>

namespace freshet::language {

// "pt-br" or "pt-pt" of a Portuguese text that has words of one and hardly any of the other, else
// "pt".
std::string portuguese_variant(std::string_view text);

}  // namespace freshet::language
