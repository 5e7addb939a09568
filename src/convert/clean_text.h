#pragma once

#include <string>

namespace freshet::convert {

// Valid UTF-8 without NUL: databases take nothing else.
std::string clean(std::string text);

}  // namespace freshet::convert
