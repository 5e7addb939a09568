#pragma once

#include <string_view>
#include <vector>

namespace freshet::parse {

// The addresses in a srcset attribute (HTML Standard 4.8.4.3.10), in order, as written; candidates
// whose descriptors are not valid are left out. At most `most` of them.
std::vector<std::string_view> srcset_urls(std::string_view srcset, size_t most = 64);

}  // namespace freshet::parse
