#pragma once

#include <string_view>

namespace freshet::dom {

// Return the names with the letter case that SVG and MathML have for them, from names in lower case
// (HTML Standard 13.2.6.5 and 13.2.6.1). Other names stay as they are.
std::string_view svg_element_name(std::string_view name);
std::string_view svg_attribute_name(std::string_view name);
std::string_view mathml_attribute_name(std::string_view name);

}  // namespace freshet::dom
