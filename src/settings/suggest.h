#pragma once

#include <string>
#include <string_view>

namespace freshet::settings {

// Returns the existing key that is most similar to an unknown one; empty if none is similar.
std::string_view nearest_key(std::string_view unknown);

}  // namespace freshet::settings
