#pragma once

#include <string>

namespace freshet::convert {

// Replaces invalid UTF-8 and removes NUL bytes, which databases refuse.
std::string clean(std::string text);

}  // namespace freshet::convert
