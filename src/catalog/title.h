#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace freshet::catalog {

// A title without the number of a section at its beginning: "3.3. Foreign Keys" is "Foreign Keys".
std::string_view without_section_number(std::string_view title);

// The parts of a title between " - ", " | ", ": " and their like; many sites put their name into
// one. A title without such marks is one part.
std::vector<std::string_view> title_parts(std::string_view title);

// What an index has of a title: without the number of a section, and without the parts that stand
// as lines in the page's boilerplate, unless nothing would be left.
std::string indexed_title(std::string_view title, std::string_view boilerplate);

}  // namespace freshet::catalog
