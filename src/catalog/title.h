#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace freshet::catalog {

// Removes the number of a section from the beginning of a title: "3.3. Foreign Keys" becomes
// "Foreign Keys".
std::string_view without_section_number(std::string_view title);

// Splits a title at " - ", " | ", ": " and similar separators; in many sites one of the parts is
// the name of the site. A title without separators is one part.
std::vector<std::string_view> title_parts(std::string_view title);

// The title as it is indexed: without the number of a section, and without the parts that are lines
// of the page's boilerplate, unless nothing would be left.
std::string indexed_title(std::string_view title, std::string_view boilerplate);

}  // namespace freshet::catalog
