#pragma once

#include <string_view>
#include <vector>

namespace freshet::parse {

// Returns the addresses in a srcset attribute (HTML Standard 4.8.4.3.10), in order and as written,
// without candidates whose descriptors are invalid.
std::vector<std::string_view> srcset_urls(std::string_view srcset, size_t max_urls = 64);

}  // namespace freshet::parse
