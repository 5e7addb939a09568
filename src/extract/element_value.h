#pragma once

#include <cstddef>
#include <string>

#include "dom/document.h"
#include "dom/selector.h"

namespace freshet::extract {

// Returns the text inside the node, as dom::text_content() does, within the budget.
std::string text_inside(const dom::Document& document, dom::NodeId node, size_t max_bytes,
                        dom::WorkBudget& budget);

// Returns the value of a property of microdata (HTML Standard 5.2.4), with two differences: an
// address is as it is written, and the attribute content counts on every element, as consumers of
// schema.org read it. RDFa Lite has the same values.
std::string element_value(const dom::Document& document, dom::NodeId element, size_t max_bytes,
                          dom::WorkBudget& budget);

}  // namespace freshet::extract
