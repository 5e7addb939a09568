// Tokens in SVG and MathML (HTML Standard 13.2.6.5).
#include "dom/tree_builder.h"
#include "text/ascii.h"

namespace freshet::dom {

using parse::StartTag;
using parse::Tag;

namespace {

bool leaves(const StartTag& tag) {
  if (tag.tag == Tag::kFont) {
    return tag.attribute("color") || tag.attribute("face") || tag.attribute("size");
  }
  return parse::leaves_foreign_content(tag.tag);
}

}  // namespace

void TreeBuilder::leave_foreign() {
  while (!tree_.current().is_html() && !tree_.current().is_html_integration_point &&
         !tree_.current().is_mathml_text_integration_point()) {
    tree_.pop();
  }
}

TreeBuilder::Next TreeBuilder::in_foreign(const StartTag& tag) {
  if (leaves(tag)) {
    leave_foreign();
    return process(mode_, tag);
  }
  tree_.insert_foreign(tag, tree_.current().space);
  return Next::kDone;
}

TreeBuilder::Next TreeBuilder::in_foreign(const EndTag& tag) {
  if (tag.tag == Tag::kBr || tag.tag == Tag::kP) {
    leave_foreign();
    return process(mode_, tag);
  }
  const OpenElements& stack = tree_.stack();
  for (size_t i = stack.size(); i-- > 1;) {
    const OpenElement& element = stack[i];
    if (element.is_html()) return process(mode_, tag);
    if (element.tag == tag.tag && text::equals_ignoring_case(tree_[element.node].name, tag.name)) {
      tree_.pop_until_node(element.node);
      return Next::kDone;
    }
  }
  return Next::kDone;
}

}  // namespace freshet::dom
