#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "dom/selector_tree.h"

// The names of pseudo-classes and pseudo-elements, in lower case and without colons.
namespace freshet::dom {

// :root, :hover, ...: those without an argument that do not count siblings.
std::optional<StateTest> state_test(std::string_view name);

// :first-child, :only-of-type, ...: those without an argument that count siblings. All of the tests
// must match.
std::optional<std::vector<NthTest>> nth_test(std::string_view name);

// Those that need an argument.
bool is_function(std::string_view name);

// Those that may be written with one colon.
bool is_pseudo_element(std::string_view name);

}  // namespace freshet::dom
