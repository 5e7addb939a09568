// End tags in the mode "in body" (HTML Standard 13.2.6.4.7).
#include "dom/tree_builder.h"

namespace freshet::dom {

using parse::Tag;

TreeBuilder::Next TreeBuilder::in_body(const EndTag& tag) {
  switch (tag.tag) {
    case Tag::kA:
    case Tag::kB:
    case Tag::kBig:
    case Tag::kCode:
    case Tag::kEm:
    case Tag::kFont:
    case Tag::kI:
    case Tag::kNobr:
    case Tag::kS:
    case Tag::kSmall:
    case Tag::kStrike:
    case Tag::kStrong:
    case Tag::kTt:
    case Tag::kU: tree_.adoption_agency(tag.tag); return Next::kDone;
    case Tag::kP:
      if (!tree_.stack().has_in_scope(Tag::kP, Scope::kButton)) tree_.insert_html(Tag::kP);
      tree_.close_p();
      return Next::kDone;
    case Tag::kAddress:
    case Tag::kArticle:
    case Tag::kAside:
    case Tag::kBlockquote:
    case Tag::kButton:
    case Tag::kCenter:
    case Tag::kDd:
    case Tag::kDetails:
    case Tag::kDialog:
    case Tag::kDir:
    case Tag::kDiv:
    case Tag::kDl:
    case Tag::kDt:
    case Tag::kFieldset:
    case Tag::kFigcaption:
    case Tag::kFigure:
    case Tag::kFooter:
    case Tag::kHeader:
    case Tag::kHgroup:
    case Tag::kLi:
    case Tag::kListing:
    case Tag::kMain:
    case Tag::kMenu:
    case Tag::kNav:
    case Tag::kOl:
    case Tag::kPre:
    case Tag::kSearch:
    case Tag::kSection:
    case Tag::kSelect:
    case Tag::kSummary:
    case Tag::kUl: end_block(tag.tag); return Next::kDone;
    case Tag::kH1:
    case Tag::kH2:
    case Tag::kH3:
    case Tag::kH4:
    case Tag::kH5:
    case Tag::kH6:
      if (!tree_.stack().has_heading_in_scope()) return Next::kDone;
      tree_.generate_implied_end_tags();
      tree_.pop_until_heading();
      return Next::kDone;
    case Tag::kApplet:
    case Tag::kMarquee:
    case Tag::kObject:
      if (!tree_.stack().has_in_scope(tag.tag)) return Next::kDone;
      end_block(tag.tag);
      tree_.clear_formatting_to_marker();
      return Next::kDone;
    case Tag::kForm: end_form(); return Next::kDone;
    case Tag::kTemplate: return in_head(tag);
    case Tag::kBody: end_body(); return Next::kDone;
    case Tag::kHtml: return end_body() ? Next::kAgain : Next::kDone;
    case Tag::kBr:
      tree_.reconstruct_formatting();
      tree_.insert_html(Tag::kBr);
      tree_.pop();
      frameset_ok_ = false;
      return Next::kDone;
    default: tree_.any_other_end_tag(tag.tag, tag.name); return Next::kDone;
  }
}

// The end tag of an element that ends when another one around it ends.
void TreeBuilder::end_block(Tag tag) {
  if (!tree_.stack().has_in_scope(tag, tag == Tag::kLi ? Scope::kListItem : Scope::kDefault)) {
    return;
  }
  const bool is_item = tag == Tag::kLi || tag == Tag::kDd || tag == Tag::kDt;
  tree_.generate_implied_end_tags(is_item ? tag : Tag::kOther);
  tree_.pop_until(tag);
}

void TreeBuilder::end_form() {
  if (tree_.stack().count(Tag::kTemplate) > 0) {
    end_block(Tag::kForm);
    return;
  }
  const NodeId form = form_;
  form_ = kNoNode;
  if (form == kNoNode || !tree_.stack().has_node_in_scope(form)) return;
  tree_.generate_implied_end_tags();
  tree_.remove_from_stack(form);
}

bool TreeBuilder::end_body() {
  if (!tree_.stack().has_in_scope(Tag::kBody)) return false;
  mode_ = Mode::kAfterBody;
  return true;
}

}  // namespace freshet::dom
