#pragma once

#include <cstdint>
#include <vector>

#include "parse/tag.h"

namespace freshet::parse {

// Follows which elements of SVG and MathML are open, because inside them the rules of HTML do not
// apply, except at HTML integration points (13.2.6).
class ForeignContent {
 public:
  // Whether the rules of foreign content apply now.
  bool is_inside() const { return !open_.empty() && open_.back() != Kind::kHtmlInside; }
  // Whether an element of SVG or MathML is open, even if the rules of HTML apply.
  bool has_open() const { return !open_.empty(); }

  // To be called before the element itself is processed, if it is not self-closing.
  void enter(Tag tag);
  void leave(Tag tag);
  void leave_all() { open_.clear(); }

 private:
  enum class Kind : uint8_t { kSvg, kMath, kHtmlInside };

  std::vector<Kind> open_;
};

}  // namespace freshet::parse
