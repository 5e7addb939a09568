#pragma once

#include <string_view>

#include "dom/document.h"
#include "dom/selector.h"
#include "dom/selector_tree.h"

namespace freshet::dom {

// Whether the element has the attribute that the test describes.
bool matches(const AttributeTest& test, const Node& element, WorkBudget& budget);
bool matches(const IdTest& test, const Node& element, WorkBudget& budget);
bool matches(const ClassTest& test, const Node& element, WorkBudget& budget);

// Whether a language range matches a language tag (RFC 4647, 3.3.2). The range is in lower case.
bool language_matches(std::string_view range, std::string_view tag);

}  // namespace freshet::dom
