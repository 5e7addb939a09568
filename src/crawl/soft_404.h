#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace freshet::crawl {

// Of a canonical URL: nothing but the site, or a query to it.
bool is_front_page(std::string_view canonical_url);

// A title as pages have it that stand for what is not there; in several languages. A suspicion, no
// proof: people write about such pages, too.
bool says_not_found(std::string_view title);

// An address beside the page where there is nothing, another for each number: what routes the
// page's address routes this one, by folder and by ending.
std::string made_up_address(std::string_view canonical_url, uint64_t number);

}  // namespace freshet::crawl
