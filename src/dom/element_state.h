#pragma once

#include "dom/document.h"
#include "dom/selector.h"

// What the pseudo-classes of the HTML Standard (4.16.3) say about elements, in the state in which
// the page gives them to a browser.
namespace freshet::dom {

// Whether the element has neither elements nor text in it.
bool is_empty(const Document& document, NodeId element, WorkBudget& budget);

bool is_link(const Node& element);
bool is_checked(const Node& element);

// Whether the element is a control, or part of one, that can be enabled and disabled.
bool can_be_disabled(const Node& element);
// Whether such an element is disabled by itself or by what it is in.
bool is_disabled(const Document& document, NodeId element, WorkBudget& budget);

}  // namespace freshet::dom
