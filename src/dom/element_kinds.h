#pragma once

#include <cstdint>

#include "dom/document.h"

namespace freshet::dom {

// The groups of HTML elements that the rules of tree construction distinguish (HTML Standard
// 13.2.4.2, 13.2.6.3 and others), as bits.
enum ElementKind : uint16_t {
  kSpecial = 1,
  kEndsScope = 2,  // of "has an element in scope", of every variant but the table scope
  kEndsTableScope = 4,
  kImpliedEndTag = 8,  // its end tag is implied by another end tag
  kThoroughlyImplied = 16,
  kFosters = 32,  // content that may not be in it is put before its table
  kHeading = 64,  // h1 to h6
  kVoid = 128,    // has no end tag when it is serialised
  kFormatting = 256,
};

// Whether the HTML element with this tag is of one of the kinds.
bool is_any_of(parse::Tag tag, uint16_t kinds);

// Whether the element is in the category "special", or ends the scope of the other elements.
bool is_special(Namespace space, parse::Tag tag);
bool ends_scope(Namespace space, parse::Tag tag);

}  // namespace freshet::dom
