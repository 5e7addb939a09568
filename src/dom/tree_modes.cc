// The insertion modes outside <body>, and templates (HTML Standard 13.2.6.4.1 to 13.2.6.4.6 and
// 13.2.6.4.16 to 13.2.6.4.21).
#include "dom/tree_builder.h"

namespace freshet::dom {

using parse::StartTag;
using parse::Tag;

TreeBuilder::Next TreeBuilder::imply_html() {
  tree_.insert_html(Tag::kHtml);
  mode_ = Mode::kBeforeHead;
  return Next::kAgain;
}

TreeBuilder::Next TreeBuilder::imply_head() {
  head_ = tree_.insert_html(Tag::kHead);
  mode_ = Mode::kInHead;
  return Next::kAgain;
}

TreeBuilder::Next TreeBuilder::leave_head() {
  tree_.pop();
  mode_ = Mode::kAfterHead;
  return Next::kAgain;
}

TreeBuilder::Next TreeBuilder::imply_body() {
  tree_.insert_html(Tag::kBody);
  mode_ = Mode::kInBody;
  return Next::kAgain;
}

void TreeBuilder::add_html_attributes(const StartTag& tag) {
  if (tree_.stack().count(Tag::kTemplate) == 0) tree_.add_attributes(tree_.stack()[0].node, tag);
}

// Inserts an element whose content is text, up to its end tag.
void TreeBuilder::insert_raw(const StartTag& tag) {
  tree_.insert_html(tag);
  model_ = parse::content_model(tag.tag);
  mode_after_text_ = mode_;
  mode_ = Mode::kText;
}

TreeBuilder::Next TreeBuilder::before_html(const StartTag& tag) {
  if (tag.tag != Tag::kHtml) return imply_html();
  tree_.insert_html(tag);
  mode_ = Mode::kBeforeHead;
  return Next::kDone;
}

TreeBuilder::Next TreeBuilder::before_head(const StartTag& tag) {
  if (tag.tag == Tag::kHtml) return in_body(tag);
  if (tag.tag != Tag::kHead) return imply_head();
  head_ = tree_.insert_html(tag);
  mode_ = Mode::kInHead;
  return Next::kDone;
}

TreeBuilder::Next TreeBuilder::in_head(const StartTag& tag) {
  switch (tag.tag) {
    case Tag::kHtml: return in_body(tag);
    case Tag::kBase:
    case Tag::kBasefont:
    case Tag::kBgsound:
    case Tag::kLink:
    case Tag::kMeta: tree_.insert_void(tag); return Next::kDone;
    case Tag::kTitle:
    case Tag::kNoframes:
    case Tag::kStyle:
    case Tag::kScript: insert_raw(tag); return Next::kDone;
    case Tag::kNoscript:
      tree_.insert_html(tag);
      mode_ = Mode::kInHeadNoscript;
      return Next::kDone;
    case Tag::kTemplate: begin_template(tag); return Next::kDone;
    case Tag::kHead: return Next::kDone;
    default: return leave_head();
  }
}

TreeBuilder::Next TreeBuilder::in_head(const EndTag& tag) {
  if (tag.tag == Tag::kHead && mode_ == Mode::kInHead) {
    tree_.pop();
    mode_ = Mode::kAfterHead;
  } else if (tag.tag == Tag::kTemplate) {
    end_template();
  }
  return Next::kDone;
}

TreeBuilder::Next TreeBuilder::in_head_noscript(const StartTag& tag) {
  switch (tag.tag) {
    case Tag::kHtml: return in_body(tag);
    case Tag::kBasefont:
    case Tag::kBgsound:
    case Tag::kLink:
    case Tag::kMeta:
    case Tag::kNoframes:
    case Tag::kStyle: return in_head(tag);
    case Tag::kHead:
    case Tag::kNoscript: return Next::kDone;
    default:
      tree_.pop();
      mode_ = Mode::kInHead;
      return Next::kAgain;
  }
}

TreeBuilder::Next TreeBuilder::after_head(const StartTag& tag) {
  switch (tag.tag) {
    case Tag::kHtml: return in_body(tag);
    case Tag::kBody:
      tree_.insert_html(tag);
      frameset_ok_ = false;
      mode_ = Mode::kInBody;
      return Next::kDone;
    case Tag::kFrameset:
      tree_.insert_html(tag);
      mode_ = Mode::kInFrameset;
      return Next::kDone;
    case Tag::kBase:
    case Tag::kBasefont:
    case Tag::kBgsound:
    case Tag::kLink:
    case Tag::kMeta:
    case Tag::kNoframes:
    case Tag::kScript:
    case Tag::kStyle:
    case Tag::kTemplate:
    case Tag::kTitle:
      tree_.push(head_);
      in_head(tag);
      tree_.remove_from_stack(head_);
      return Next::kDone;
    case Tag::kHead: return Next::kDone;
    default: return imply_body();
  }
}

void TreeBuilder::begin_template(const StartTag& tag) {
  tree_.insert_html(tag);
  tree_.push_marker();
  frameset_ok_ = false;
  mode_ = Mode::kInTemplate;
  template_modes_.push_back(Mode::kInTemplate);
}

void TreeBuilder::end_template() {
  if (tree_.stack().count(Tag::kTemplate) == 0) return;
  tree_.generate_all_implied_end_tags_thoroughly();
  tree_.pop_until(Tag::kTemplate);
  tree_.clear_formatting_to_marker();
  if (!template_modes_.empty()) template_modes_.pop_back();
  reset_mode();
}

void TreeBuilder::switch_template(Mode mode) {
  if (!template_modes_.empty()) template_modes_.back() = mode;
  mode_ = mode;
}

TreeBuilder::Next TreeBuilder::in_template(const StartTag& tag) {
  switch (tag.tag) {
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
    case Tag::kCaption:
    case Tag::kColgroup:
    case Tag::kTbody:
    case Tag::kTfoot:
    case Tag::kThead: switch_template(Mode::kInTable); return Next::kAgain;
    case Tag::kCol: switch_template(Mode::kInColumnGroup); return Next::kAgain;
    case Tag::kTr: switch_template(Mode::kInTableBody); return Next::kAgain;
    case Tag::kTd:
    case Tag::kTh: switch_template(Mode::kInRow); return Next::kAgain;
    default: switch_template(Mode::kInBody); return Next::kAgain;
  }
}

// "Reset the insertion mode appropriately" (13.2.4.1).
void TreeBuilder::reset_mode() {
  mode_ = Mode::kInBody;
  for (size_t i = tree_.stack().size(); i-- > 0;) {
    const OpenElement& element = tree_.stack()[i];
    if (!element.is_html()) continue;
    switch (element.tag) {
      case Tag::kTd:
      case Tag::kTh: mode_ = Mode::kInCell; return;
      case Tag::kTr: mode_ = Mode::kInRow; return;
      case Tag::kTbody:
      case Tag::kThead:
      case Tag::kTfoot: mode_ = Mode::kInTableBody; return;
      case Tag::kCaption: mode_ = Mode::kInCaption; return;
      case Tag::kColgroup: mode_ = Mode::kInColumnGroup; return;
      case Tag::kTable: mode_ = Mode::kInTable; return;
      case Tag::kTemplate:
        if (!template_modes_.empty()) mode_ = template_modes_.back();
        return;
      case Tag::kHead: mode_ = Mode::kInHead; return;
      case Tag::kBody: mode_ = Mode::kInBody; return;
      case Tag::kFrameset: mode_ = Mode::kInFrameset; return;
      case Tag::kHtml: mode_ = head_ == kNoNode ? Mode::kBeforeHead : Mode::kAfterHead; return;
      default: break;
    }
  }
}

TreeBuilder::Next TreeBuilder::after_body(const StartTag& tag) {
  if (tag.tag == Tag::kHtml) return in_body(tag);
  mode_ = Mode::kInBody;
  return Next::kAgain;
}

TreeBuilder::Next TreeBuilder::in_frameset(const StartTag& tag) {
  switch (tag.tag) {
    case Tag::kHtml: return in_body(tag);
    case Tag::kFrameset: tree_.insert_html(tag); return Next::kDone;
    case Tag::kFrame: tree_.insert_void(tag); return Next::kDone;
    case Tag::kNoframes: return in_head(tag);
    default: return Next::kDone;
  }
}

TreeBuilder::Next TreeBuilder::in_frameset(const EndTag& tag) {
  if (tag.tag != Tag::kFrameset || tree_.stack().size() == 1) return Next::kDone;
  tree_.pop();
  if (!tree_.current().is_html(Tag::kFrameset)) mode_ = Mode::kAfterFrameset;
  return Next::kDone;
}

TreeBuilder::Next TreeBuilder::after_frameset(const StartTag& tag) {
  if (tag.tag == Tag::kHtml) return in_body(tag);
  if (tag.tag == Tag::kNoframes) return in_head(tag);
  return Next::kDone;
}

}  // namespace freshet::dom
