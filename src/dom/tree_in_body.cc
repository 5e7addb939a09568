// Start tags in the mode "in body" (HTML Standard 13.2.6.4.7).
#include "dom/tree_builder.h"
#include "text/ascii.h"

namespace freshet::dom {

using parse::StartTag;
using parse::Tag;

TreeBuilder::Next TreeBuilder::in_body(const StartTag& tag) {
  switch (tag.tag) {
    case Tag::kOther:
    case Tag::kSpan:
      tree_.reconstruct_formatting();
      tree_.insert_html(tag);
      return Next::kDone;
    case Tag::kA: start_a(tag); return Next::kDone;
    case Tag::kB:
    case Tag::kBig:
    case Tag::kCode:
    case Tag::kEm:
    case Tag::kFont:
    case Tag::kI:
    case Tag::kS:
    case Tag::kSmall:
    case Tag::kStrike:
    case Tag::kStrong:
    case Tag::kTt:
    case Tag::kU: tree_.insert_formatting(tag); return Next::kDone;
    case Tag::kAddress:
    case Tag::kArticle:
    case Tag::kAside:
    case Tag::kBlockquote:
    case Tag::kCenter:
    case Tag::kDetails:
    case Tag::kDialog:
    case Tag::kDir:
    case Tag::kDiv:
    case Tag::kDl:
    case Tag::kFieldset:
    case Tag::kFigcaption:
    case Tag::kFigure:
    case Tag::kFooter:
    case Tag::kHeader:
    case Tag::kHgroup:
    case Tag::kMain:
    case Tag::kMenu:
    case Tag::kNav:
    case Tag::kOl:
    case Tag::kP:
    case Tag::kSearch:
    case Tag::kSection:
    case Tag::kSummary:
    case Tag::kUl:
      tree_.close_p_in_button_scope();
      tree_.insert_html(tag);
      return Next::kDone;
    case Tag::kH1:
    case Tag::kH2:
    case Tag::kH3:
    case Tag::kH4:
    case Tag::kH5:
    case Tag::kH6:
      tree_.close_p_in_button_scope();
      if (tree_.current().is_html_of(kHeading)) tree_.pop();
      tree_.insert_html(tag);
      return Next::kDone;
    case Tag::kPre:
    case Tag::kListing:
      tree_.close_p_in_button_scope();
      tree_.insert_html(tag);
      skips_line_feed_ = true;
      frameset_ok_ = false;
      return Next::kDone;
    case Tag::kLi:
    case Tag::kDd:
    case Tag::kDt: start_list_item(tag); return Next::kDone;
    case Tag::kArea:
    case Tag::kBr:
    case Tag::kEmbed:
    case Tag::kImg:
    case Tag::kKeygen:
    case Tag::kWbr:
      tree_.reconstruct_formatting();
      tree_.insert_void(tag);
      frameset_ok_ = false;
      return Next::kDone;
    case Tag::kParam:
    case Tag::kSource:
    case Tag::kTrack: tree_.insert_void(tag); return Next::kDone;
    case Tag::kTable:
      if (!is_quirky_) tree_.close_p_in_button_scope();
      tree_.insert_html(tag);
      frameset_ok_ = false;
      mode_ = Mode::kInTable;
      return Next::kDone;
    default: return in_body_odd(tag);
  }
}

// The tags that are rarer in <body>.
TreeBuilder::Next TreeBuilder::in_body_odd(const StartTag& tag) {
  switch (tag.tag) {
    case Tag::kHtml: add_html_attributes(tag); return Next::kDone;
    case Tag::kBase:
    case Tag::kBasefont:
    case Tag::kBgsound:
    case Tag::kLink:
    case Tag::kMeta:
    case Tag::kNoframes:
    case Tag::kScript:
    case Tag::kStyle:
    case Tag::kTemplate:
    case Tag::kTitle: return in_head(tag);
    case Tag::kBody: start_body(tag); return Next::kDone;
    case Tag::kFrameset: start_frameset(tag); return Next::kDone;
    case Tag::kForm: start_form(tag); return Next::kDone;
    case Tag::kPlaintext:
      tree_.close_p_in_button_scope();
      tree_.insert_html(tag);
      model_ = parse::ContentModel::kPlaintext;
      return Next::kDone;
    case Tag::kButton:
      if (tree_.stack().has_in_scope(Tag::kButton)) {
        tree_.generate_implied_end_tags();
        tree_.pop_until(Tag::kButton);
      }
      tree_.reconstruct_formatting();
      tree_.insert_html(tag);
      frameset_ok_ = false;
      return Next::kDone;
    case Tag::kNobr:
      tree_.reconstruct_formatting();
      if (tree_.stack().has_in_scope(Tag::kNobr)) tree_.adoption_agency(Tag::kNobr);
      tree_.insert_formatting(tag);
      return Next::kDone;
    case Tag::kApplet:
    case Tag::kMarquee:
    case Tag::kObject:
      tree_.reconstruct_formatting();
      tree_.insert_html(tag);
      tree_.push_marker();
      frameset_ok_ = false;
      return Next::kDone;
    case Tag::kInput: start_input(tag); return Next::kDone;
    case Tag::kHr:
      tree_.close_p_in_button_scope();
      if (tree_.stack().has_in_scope(Tag::kSelect)) tree_.generate_implied_end_tags();
      tree_.insert_void(tag);
      frameset_ok_ = false;
      return Next::kDone;
    case Tag::kImage: {
      StartTag img = tag;
      img.tag = Tag::kImg;
      img.name = name(Tag::kImg);
      return in_body(img);
    }
    case Tag::kTextarea:
      insert_raw(tag);
      skips_line_feed_ = true;
      frameset_ok_ = false;
      return Next::kDone;
    case Tag::kXmp:
      tree_.close_p_in_button_scope();
      tree_.reconstruct_formatting();
      [[fallthrough]];
    case Tag::kIframe: frameset_ok_ = false; [[fallthrough]];
    case Tag::kNoembed: insert_raw(tag); return Next::kDone;
    case Tag::kSelect: start_select(tag); return Next::kDone;
    case Tag::kOptgroup:
    case Tag::kOption: start_select_part(tag); return Next::kDone;
    case Tag::kRb:
    case Tag::kRtc:
    case Tag::kRp:
    case Tag::kRt: {
      const bool within_rtc = tag.tag == Tag::kRp || tag.tag == Tag::kRt;
      if (tree_.stack().has_in_scope(Tag::kRuby)) {
        tree_.generate_implied_end_tags(within_rtc ? Tag::kRtc : Tag::kOther);
      }
      tree_.insert_html(tag);
      return Next::kDone;
    }
    case Tag::kMath:
    case Tag::kSvg:
      tree_.reconstruct_formatting();
      tree_.insert_foreign(tag, tag.tag == Tag::kSvg ? Namespace::kSvg : Namespace::kMathMl);
      return Next::kDone;
    case Tag::kCaption:
    case Tag::kCol:
    case Tag::kColgroup:
    case Tag::kFrame:
    case Tag::kHead:
    case Tag::kTbody:
    case Tag::kTd:
    case Tag::kTfoot:
    case Tag::kTh:
    case Tag::kThead:
    case Tag::kTr: return Next::kDone;
    default:
      tree_.reconstruct_formatting();
      tree_.insert_html(tag);
      return Next::kDone;
  }
}

void TreeBuilder::start_body(const StartTag& tag) {
  const OpenElements& stack = tree_.stack();
  if (stack.size() < 2 || !stack[1].is_html(Tag::kBody) || stack.count(Tag::kTemplate) > 0) return;
  frameset_ok_ = false;
  tree_.add_attributes(stack[1].node, tag);
}

void TreeBuilder::start_frameset(const StartTag& tag) {
  const OpenElements& stack = tree_.stack();
  if (stack.size() < 2 || !stack[1].is_html(Tag::kBody) || !frameset_ok_) return;
  tree_.remove_node(stack[1].node);
  while (stack.size() > 1) tree_.pop();
  tree_.insert_html(tag);
  mode_ = Mode::kInFrameset;
}

void TreeBuilder::start_form(const StartTag& tag) {
  const bool in_template = tree_.stack().count(Tag::kTemplate) > 0;
  if (form_ != kNoNode && !in_template) return;
  tree_.close_p_in_button_scope();
  const NodeId form = tree_.insert_html(tag);
  if (!in_template) form_ = form;
}

// <li>, <dd> and <dt> close an open one that is not inside another special element.
void TreeBuilder::start_list_item(const StartTag& tag) {
  frameset_ok_ = false;
  const bool is_li = tag.tag == Tag::kLi;
  const OpenElements& stack = tree_.stack();
  const bool may_be_open =
      is_li ? stack.count(Tag::kLi) > 0 : stack.count(Tag::kDd) + stack.count(Tag::kDt) > 0;
  for (size_t i = may_be_open ? stack.size() : 0; i-- > 1;) {
    const OpenElement element = stack[i];
    const bool closes =
        is_li ? element.is_html(Tag::kLi) : element.is_html(Tag::kDd) || element.is_html(Tag::kDt);
    if (closes) {
      tree_.generate_implied_end_tags(element.tag);
      tree_.pop_until(element.tag);
      break;
    }
    const bool is_transparent =
        element.is_html(Tag::kAddress) || element.is_html(Tag::kDiv) || element.is_html(Tag::kP);
    if (is_special(element.space, element.tag) && !is_transparent) break;
  }
  tree_.close_p_in_button_scope();
  tree_.insert_html(tag);
}

void TreeBuilder::start_a(const StartTag& tag) {
  const size_t open = tree_.formatting().find_last(Tag::kA);
  if (open != FormattingElements::kNone) {
    const NodeId element = tree_.formatting()[open];
    tree_.adoption_agency(Tag::kA);
    tree_.remove_from_formatting(element);
    tree_.remove_from_stack(element);
  }
  tree_.insert_formatting(tag);
}

void TreeBuilder::start_select(const StartTag& tag) {
  if (tree_.stack().has_in_scope(Tag::kSelect)) {
    tree_.pop_until(Tag::kSelect);
    return;
  }
  tree_.reconstruct_formatting();
  tree_.insert_html(tag);
  frameset_ok_ = false;
}

// <option> and <optgroup>.
void TreeBuilder::start_select_part(const StartTag& tag) {
  if (tree_.stack().has_in_scope(Tag::kSelect)) {
    tree_.generate_implied_end_tags(tag.tag == Tag::kOption ? Tag::kOptgroup : Tag::kOther);
  } else if (tree_.current().is_html(Tag::kOption)) {
    tree_.pop();
  }
  tree_.reconstruct_formatting();
  tree_.insert_html(tag);
}

void TreeBuilder::start_input(const StartTag& tag) {
  if (tree_.stack().has_in_scope(Tag::kSelect)) tree_.pop_until(Tag::kSelect);
  tree_.reconstruct_formatting();
  tree_.insert_void(tag);
  const auto type = tag.attribute("type");
  if (!type || !text::equals_ignoring_case(*type, "hidden")) frameset_ok_ = false;
}

}  // namespace freshet::dom
