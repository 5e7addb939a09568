// The insertion modes inside tables (HTML Standard 13.2.6.4.9 to 13.2.6.4.15).
#include "dom/tree_builder.h"
#include "text/ascii.h"

namespace freshet::dom {

using parse::StartTag;
using parse::Tag;

TreeBuilder::Next TreeBuilder::in_table(const StartTag& tag) {
  switch (tag.tag) {
    case Tag::kCaption:
      tree_.pop_to({Tag::kTable, Tag::kTemplate});
      tree_.push_marker();
      tree_.insert_html(tag);
      mode_ = Mode::kInCaption;
      return Next::kDone;
    case Tag::kColgroup:
      tree_.pop_to({Tag::kTable, Tag::kTemplate});
      tree_.insert_html(tag);
      mode_ = Mode::kInColumnGroup;
      return Next::kDone;
    case Tag::kCol:
      tree_.pop_to({Tag::kTable, Tag::kTemplate});
      tree_.insert_html(Tag::kColgroup);
      mode_ = Mode::kInColumnGroup;
      return Next::kAgain;
    case Tag::kTbody:
    case Tag::kTfoot:
    case Tag::kThead:
      tree_.pop_to({Tag::kTable, Tag::kTemplate});
      tree_.insert_html(tag);
      mode_ = Mode::kInTableBody;
      return Next::kDone;
    case Tag::kTd:
    case Tag::kTh:
    case Tag::kTr:
      tree_.pop_to({Tag::kTable, Tag::kTemplate});
      tree_.insert_html(Tag::kTbody);
      mode_ = Mode::kInTableBody;
      return Next::kAgain;
    case Tag::kTable:
      if (!tree_.stack().has_in_scope(Tag::kTable, Scope::kTable)) return Next::kDone;
      end_table();
      return Next::kAgain;
    case Tag::kStyle:
    case Tag::kScript:
    case Tag::kTemplate: return in_head(tag);
    case Tag::kInput: {
      const auto type = tag.attribute("type");
      if (!type || !text::equals_ignoring_case(*type, "hidden")) break;
      tree_.insert_void(tag);
      return Next::kDone;
    }
    case Tag::kForm:
      if (tree_.stack().count(Tag::kTemplate) > 0 || form_ != kNoNode) return Next::kDone;
      form_ = tree_.insert_html(tag);
      tree_.pop();
      return Next::kDone;
    default: break;
  }
  tree_.set_foster_parenting(true);
  const Next next = in_body(tag);
  tree_.set_foster_parenting(false);
  return next;
}

TreeBuilder::Next TreeBuilder::in_table(const EndTag& tag) {
  switch (tag.tag) {
    case Tag::kTable:
      if (tree_.stack().has_in_scope(Tag::kTable, Scope::kTable)) end_table();
      return Next::kDone;
    case Tag::kBody:
    case Tag::kCaption:
    case Tag::kCol:
    case Tag::kColgroup:
    case Tag::kHtml:
    case Tag::kTbody:
    case Tag::kTd:
    case Tag::kTfoot:
    case Tag::kTh:
    case Tag::kThead:
    case Tag::kTr: return Next::kDone;
    case Tag::kTemplate: return in_head(tag);
    default: break;
  }
  tree_.set_foster_parenting(true);
  const Next next = in_body(tag);
  tree_.set_foster_parenting(false);
  return next;
}

void TreeBuilder::end_table() {
  tree_.pop_until(Tag::kTable);
  reset_mode();
}

TreeBuilder::Next TreeBuilder::in_table_body(const StartTag& tag) {
  switch (tag.tag) {
    case Tag::kTr:
      tree_.pop_to({Tag::kTbody, Tag::kTfoot, Tag::kThead, Tag::kTemplate});
      tree_.insert_html(tag);
      mode_ = Mode::kInRow;
      return Next::kDone;
    case Tag::kTh:
    case Tag::kTd:
      tree_.pop_to({Tag::kTbody, Tag::kTfoot, Tag::kThead, Tag::kTemplate});
      tree_.insert_html(Tag::kTr);
      mode_ = Mode::kInRow;
      return Next::kAgain;
    case Tag::kCaption:
    case Tag::kCol:
    case Tag::kColgroup:
    case Tag::kTbody:
    case Tag::kTfoot:
    case Tag::kThead: return leave_table_body() ? Next::kAgain : Next::kDone;
    default: return in_table(tag);
  }
}

TreeBuilder::Next TreeBuilder::in_table_body(const EndTag& tag) {
  switch (tag.tag) {
    case Tag::kTbody:
    case Tag::kTfoot:
    case Tag::kThead:
      if (!tree_.stack().has_in_scope(tag.tag, Scope::kTable)) return Next::kDone;
      tree_.pop_to({Tag::kTbody, Tag::kTfoot, Tag::kThead, Tag::kTemplate});
      tree_.pop();
      mode_ = Mode::kInTable;
      return Next::kDone;
    case Tag::kTable: return leave_table_body() ? Next::kAgain : Next::kDone;
    case Tag::kBody:
    case Tag::kCaption:
    case Tag::kCol:
    case Tag::kColgroup:
    case Tag::kHtml:
    case Tag::kTd:
    case Tag::kTh:
    case Tag::kTr: return Next::kDone;
    default: return in_table(tag);
  }
}

// Returns whether one was open.
bool TreeBuilder::leave_table_body() {
  const OpenElements& stack = tree_.stack();
  if (!stack.has_in_scope(Tag::kTbody, Scope::kTable) &&
      !stack.has_in_scope(Tag::kThead, Scope::kTable) &&
      !stack.has_in_scope(Tag::kTfoot, Scope::kTable)) {
    return false;
  }
  tree_.pop_to({Tag::kTbody, Tag::kTfoot, Tag::kThead, Tag::kTemplate});
  tree_.pop();
  mode_ = Mode::kInTable;
  return true;
}

TreeBuilder::Next TreeBuilder::in_row(const StartTag& tag) {
  switch (tag.tag) {
    case Tag::kTh:
    case Tag::kTd:
      tree_.pop_to({Tag::kTr, Tag::kTemplate});
      tree_.insert_html(tag);
      tree_.push_marker();
      mode_ = Mode::kInCell;
      return Next::kDone;
    case Tag::kCaption:
    case Tag::kCol:
    case Tag::kColgroup:
    case Tag::kTbody:
    case Tag::kTfoot:
    case Tag::kThead:
    case Tag::kTr: return leave_row() ? Next::kAgain : Next::kDone;
    default: return in_table(tag);
  }
}

TreeBuilder::Next TreeBuilder::in_row(const EndTag& tag) {
  switch (tag.tag) {
    case Tag::kTr: leave_row(); return Next::kDone;
    case Tag::kTable: return leave_row() ? Next::kAgain : Next::kDone;
    case Tag::kTbody:
    case Tag::kTfoot:
    case Tag::kThead:
      if (!tree_.stack().has_in_scope(tag.tag, Scope::kTable)) return Next::kDone;
      return leave_row() ? Next::kAgain : Next::kDone;
    case Tag::kBody:
    case Tag::kCaption:
    case Tag::kCol:
    case Tag::kColgroup:
    case Tag::kHtml:
    case Tag::kTd:
    case Tag::kTh: return Next::kDone;
    default: return in_table(tag);
  }
}

// Returns whether a row was open.
bool TreeBuilder::leave_row() {
  if (!tree_.stack().has_in_scope(Tag::kTr, Scope::kTable)) return false;
  tree_.pop_to({Tag::kTr, Tag::kTemplate});
  tree_.pop();
  mode_ = Mode::kInTableBody;
  return true;
}

TreeBuilder::Next TreeBuilder::in_cell(const StartTag& tag) {
  switch (tag.tag) {
    case Tag::kCaption:
    case Tag::kCol:
    case Tag::kColgroup:
    case Tag::kTbody:
    case Tag::kTd:
    case Tag::kTfoot:
    case Tag::kTh:
    case Tag::kThead:
    case Tag::kTr: return close_cell();
    default: return in_body(tag);
  }
}

TreeBuilder::Next TreeBuilder::in_cell(const EndTag& tag) {
  switch (tag.tag) {
    case Tag::kTd:
    case Tag::kTh:
      if (!tree_.stack().has_in_scope(tag.tag, Scope::kTable)) return Next::kDone;
      tree_.generate_implied_end_tags();
      tree_.pop_until(tag.tag);
      tree_.clear_formatting_to_marker();
      mode_ = Mode::kInRow;
      return Next::kDone;
    case Tag::kBody:
    case Tag::kCaption:
    case Tag::kCol:
    case Tag::kColgroup:
    case Tag::kHtml: return Next::kDone;
    case Tag::kTable:
    case Tag::kTbody:
    case Tag::kTfoot:
    case Tag::kThead:
    case Tag::kTr:
      if (!tree_.stack().has_in_scope(tag.tag, Scope::kTable)) return Next::kDone;
      return close_cell();
    default: return in_body(tag);
  }
}

TreeBuilder::Next TreeBuilder::close_cell() {
  const OpenElements& stack = tree_.stack();
  const bool td = stack.has_in_scope(Tag::kTd, Scope::kTable);
  if (!td && !stack.has_in_scope(Tag::kTh, Scope::kTable)) return Next::kDone;
  tree_.generate_implied_end_tags();
  while (stack.size() > 1 && !tree_.current().is_html(Tag::kTd) &&
         !tree_.current().is_html(Tag::kTh)) {
    tree_.pop();
  }
  if (stack.size() > 1) tree_.pop();
  tree_.clear_formatting_to_marker();
  mode_ = Mode::kInRow;
  return Next::kAgain;
}

TreeBuilder::Next TreeBuilder::in_caption(const StartTag& tag) {
  switch (tag.tag) {
    case Tag::kCaption:
    case Tag::kCol:
    case Tag::kColgroup:
    case Tag::kTbody:
    case Tag::kTd:
    case Tag::kTfoot:
    case Tag::kTh:
    case Tag::kThead:
    case Tag::kTr: return close_caption() ? Next::kAgain : Next::kDone;
    default: return in_body(tag);
  }
}

TreeBuilder::Next TreeBuilder::in_caption(const EndTag& tag) {
  switch (tag.tag) {
    case Tag::kCaption: close_caption(); return Next::kDone;
    case Tag::kTable: return close_caption() ? Next::kAgain : Next::kDone;
    case Tag::kBody:
    case Tag::kCol:
    case Tag::kColgroup:
    case Tag::kHtml:
    case Tag::kTbody:
    case Tag::kTd:
    case Tag::kTfoot:
    case Tag::kTh:
    case Tag::kThead:
    case Tag::kTr: return Next::kDone;
    default: return in_body(tag);
  }
}

// Returns whether one was open.
bool TreeBuilder::close_caption() {
  if (!tree_.stack().has_in_scope(Tag::kCaption, Scope::kTable)) return false;
  tree_.generate_implied_end_tags();
  tree_.pop_until(Tag::kCaption);
  tree_.clear_formatting_to_marker();
  mode_ = Mode::kInTable;
  return true;
}

TreeBuilder::Next TreeBuilder::in_column_group(const StartTag& tag) {
  switch (tag.tag) {
    case Tag::kHtml: return in_body(tag);
    case Tag::kCol: tree_.insert_void(tag); return Next::kDone;
    case Tag::kTemplate: return in_head(tag);
    default: return leave_column_group();
  }
}

TreeBuilder::Next TreeBuilder::in_column_group(const EndTag& tag) {
  switch (tag.tag) {
    case Tag::kColgroup: leave_column_group(); return Next::kDone;
    case Tag::kCol: return Next::kDone;
    case Tag::kTemplate: return in_head(tag);
    default: return leave_column_group();
  }
}

TreeBuilder::Next TreeBuilder::leave_column_group() {
  if (!tree_.current().is_html(Tag::kColgroup)) return Next::kDone;
  tree_.pop();
  mode_ = Mode::kInTable;
  return Next::kAgain;
}

}  // namespace freshet::dom
