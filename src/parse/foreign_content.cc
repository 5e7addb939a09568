#include "parse/foreign_content.h"

namespace freshet::parse {
namespace {

// Deeper nesting of <svg> and <math> is not recorded.
constexpr size_t kMaxForeignDepth = 256;

}  // namespace

void ForeignContent::enter(Tag tag) {
  if (open_.size() >= kMaxForeignDepth) return;
  if (!is_inside()) {
    if (tag == Tag::kSvg) open_.push_back(Kind::kSvg);
    if (tag == Tag::kMath) open_.push_back(Kind::kMath);
    return;
  }
  // HTML integration points (13.2.6): inside them the rules of HTML apply again.
  const bool svg = open_.back() == Kind::kSvg;
  const bool html_inside =
      svg ? tag == Tag::kForeignObject || tag == Tag::kDesc || tag == Tag::kTitle
          : tag == Tag::kAnnotationXml;
  if (html_inside)
    open_.push_back(Kind::kHtmlInside);
  else if (svg && tag == Tag::kSvg)
    open_.push_back(Kind::kSvg);
  else if (!svg && tag == Tag::kMath)
    open_.push_back(Kind::kMath);
}

void ForeignContent::leave(Tag tag) {
  if (open_.empty()) return;
  switch (tag) {
    case Tag::kSvg:
    case Tag::kMath: {
      const Kind kind = tag == Tag::kSvg ? Kind::kSvg : Kind::kMath;
      while (!open_.empty()) {
        const Kind top = open_.back();
        open_.pop_back();
        if (top == kind) break;
      }
      return;
    }
    case Tag::kForeignObject:
    case Tag::kDesc:
    case Tag::kTitle:
    case Tag::kAnnotationXml:
      if (open_.back() == Kind::kHtmlInside) open_.pop_back();
      return;
    default: return;
  }
}

}  // namespace freshet::parse
