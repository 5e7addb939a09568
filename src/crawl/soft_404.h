#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace freshet::crawl {

// Returns whether the path of a canonical URL is "/", with or without a query.
bool is_front_page(std::string_view canonical_url);

// Returns whether the title is one of an error page, in several languages. This is a suspicion and
// no proof: articles about such pages have such titles, too.
bool says_not_found(std::string_view title);

// Returns a URL next to the page that does not exist, a different one for each number. It has the
// page's folder and file name extension, so that the server routes it in the same way.
std::string probe_address(std::string_view canonical_url, uint64_t number);

}  // namespace freshet::crawl
