// The dispatch of tokens, and text. The insertion modes are in tree_modes.cc (those outside
// <body>), tree_in_body.cc, tree_in_body_end.cc, tree_in_table.cc and tree_foreign.cc.
#include "dom/tree_builder.h"

#include <cstring>

#include "dom/doctype.h"
#include "text/ascii.h"

namespace freshet::dom {

using parse::ContentModel;
using parse::StartTag;
using parse::Tag;

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

// NUL is removed or replaced, and does not count.
bool is_blank(std::string_view text) {
  for (const char c : text) {
    if (!text::is_space(c) && c != '\0') return false;
  }
  return true;
}

bool has_nul(std::string_view text) {
  return std::memchr(text.data(), '\0', text.size()) != nullptr;
}

std::string replace_nul(std::string_view text, std::string_view by) {
  std::string out;
  for (const char c : text) {
    if (c == '\0')
      out += by;
    else
      out += c;
  }
  return out;
}

}  // namespace

void TreeBuilder::doctype(std::string_view content) {
  begin_tag();
  if (mode_ != Mode::kInitial) return;
  is_quirky_ = means_quirks(content);
  mode_ = Mode::kBeforeHtml;
}

void TreeBuilder::comment() {
  begin_tag();
}

// A token that is not text ends what waits for text.
void TreeBuilder::begin_tag() {
  skips_line_feed_ = false;
  if (!table_text_.empty()) flush_table_text();
}

bool TreeBuilder::allows_cdata() const {
  return tree_.stack().size() > 0 && !tree_.current().is_html();
}

ContentModel TreeBuilder::start_tag(const StartTag& tag) {
  begin_tag();
  if (!tree_.has_room(0)) return ContentModel::kData;
  tree_.move_to(tag.offset);
  model_ = ContentModel::kData;
  Next next = Next::kAgain;
  while (next == Next::kAgain) next = is_foreign(tag) ? in_foreign(tag) : process(mode_, tag);
  return model_;
}

void TreeBuilder::end_tag(Tag tag, std::string_view name) {
  begin_tag();
  if (!tree_.has_room(0)) return;
  const EndTag end = {tag, name};
  Next next = Next::kAgain;
  while (next == Next::kAgain) next = allows_cdata() ? in_foreign(end) : process(mode_, end);
}

// The tree construction dispatcher (13.2.6).
bool TreeBuilder::is_foreign(const StartTag& tag) const {
  if (tree_.stack().size() == 0) return false;
  const OpenElement& current = tree_.current();
  if (current.is_html() || current.is_html_integration_point) return false;
  if (current.is_mathml_text_integration_point()) {
    return tag.tag == Tag::kMglyph || tag.tag == Tag::kMalignmark;
  }
  return !(current.space == Namespace::kMathMl && current.tag == Tag::kAnnotationXml &&
           tag.tag == Tag::kSvg);
}

TreeBuilder::Next TreeBuilder::process(Mode mode, const StartTag& tag) {
  switch (mode) {
    case Mode::kInitial: mode_ = Mode::kBeforeHtml; return Next::kAgain;
    case Mode::kBeforeHtml: return before_html(tag);
    case Mode::kBeforeHead: return before_head(tag);
    case Mode::kInHead: return in_head(tag);
    case Mode::kInHeadNoscript: return in_head_noscript(tag);
    case Mode::kAfterHead: return after_head(tag);
    case Mode::kText:
    case Mode::kInBody: return in_body(tag);
    case Mode::kInTable: return in_table(tag);
    case Mode::kInCaption: return in_caption(tag);
    case Mode::kInColumnGroup: return in_column_group(tag);
    case Mode::kInTableBody: return in_table_body(tag);
    case Mode::kInRow: return in_row(tag);
    case Mode::kInCell: return in_cell(tag);
    case Mode::kInTemplate: return in_template(tag);
    case Mode::kAfterBody:
    case Mode::kAfterAfterBody: return after_body(tag);
    case Mode::kInFrameset: return in_frameset(tag);
    case Mode::kAfterFrameset:
    case Mode::kAfterAfterFrameset: return after_frameset(tag);
  }
  return Next::kDone;
}

TreeBuilder::Next TreeBuilder::process(Mode mode, const EndTag& tag) {
  const bool implies = tag.tag == Tag::kBody || tag.tag == Tag::kHtml || tag.tag == Tag::kBr;
  const bool implies_head = implies || tag.tag == Tag::kHead;
  switch (mode) {
    case Mode::kInitial: mode_ = Mode::kBeforeHtml; return Next::kAgain;
    case Mode::kBeforeHtml: return implies_head ? imply_html() : Next::kDone;
    case Mode::kBeforeHead: return implies_head ? imply_head() : in_head(tag);
    case Mode::kInHead: return implies ? leave_head() : in_head(tag);
    case Mode::kInHeadNoscript:
      if (tag.tag != Tag::kNoscript && tag.tag != Tag::kBr) return Next::kDone;
      tree_.pop();
      mode_ = Mode::kInHead;
      return tag.tag == Tag::kBr ? Next::kAgain : Next::kDone;
    case Mode::kAfterHead: return implies ? imply_body() : in_head(tag);
    case Mode::kInBody: return in_body(tag);
    case Mode::kText:
      tree_.pop();
      mode_ = mode_after_text_;
      return Next::kDone;
    case Mode::kInTable: return in_table(tag);
    case Mode::kInCaption: return in_caption(tag);
    case Mode::kInColumnGroup: return in_column_group(tag);
    case Mode::kInTableBody: return in_table_body(tag);
    case Mode::kInRow: return in_row(tag);
    case Mode::kInCell: return in_cell(tag);
    case Mode::kInTemplate: return tag.tag == Tag::kTemplate ? in_head(tag) : Next::kDone;
    case Mode::kAfterBody:
    case Mode::kAfterAfterBody:
      if (tag.tag == Tag::kHtml && mode == Mode::kAfterBody) {
        mode_ = Mode::kAfterAfterBody;
        return Next::kDone;
      }
      mode_ = Mode::kInBody;
      return Next::kAgain;
    case Mode::kInFrameset: return in_frameset(tag);
    case Mode::kAfterFrameset:
      if (tag.tag == Tag::kHtml) mode_ = Mode::kAfterAfterFrameset;
      return Next::kDone;
    case Mode::kAfterAfterFrameset: return Next::kDone;
  }
  return Next::kDone;
}

void TreeBuilder::text(std::string_view piece) {
  if (skips_line_feed_) {
    skips_line_feed_ = false;
    if (piece.starts_with('\n')) piece.remove_prefix(1);
  }
  if (!tree_.has_room(piece.size())) return;
  while (!piece.empty()) {
    // In these modes white space is treated like other text.
    if (mode_ == Mode::kInBody || mode_ == Mode::kInCell || mode_ == Mode::kInCaption ||
        mode_ == Mode::kInTemplate || allows_cdata()) {
      body_text(piece);
      return;
    }
    if (mode_ == Mode::kText) {
      tree_.insert_text(has_nul(piece) ? replace_nul(piece, kReplacement) : piece);
      return;
    }
    const bool is_space = text::is_space(piece.front());
    size_t end = 1;
    while (end < piece.size() && text::is_space(piece[end]) == is_space) ++end;
    const std::string_view run = piece.substr(0, end);
    Next next = Next::kAgain;
    while (next == Next::kAgain) next = process_text(mode_, run, is_space);
    piece.remove_prefix(end);
  }
}

// `run` has only white space or none.
TreeBuilder::Next TreeBuilder::process_text(Mode mode, std::string_view run, bool is_space) {
  switch (mode) {
    case Mode::kInitial:
      if (is_space) return Next::kDone;
      mode_ = Mode::kBeforeHtml;
      return Next::kAgain;
    case Mode::kBeforeHtml: return is_space ? Next::kDone : imply_html();
    case Mode::kBeforeHead: return is_space ? Next::kDone : imply_head();
    case Mode::kInHead:
    case Mode::kInHeadNoscript:
    case Mode::kAfterHead:
    case Mode::kInColumnGroup:
      if (is_space) {
        tree_.insert_text(run);
        return Next::kDone;
      }
      if (mode == Mode::kInHead) return leave_head();
      if (mode == Mode::kAfterHead) return imply_body();
      if (mode == Mode::kInColumnGroup) return leave_column_group();
      tree_.pop();
      mode_ = Mode::kInHead;
      return Next::kAgain;
    case Mode::kInTable:
    case Mode::kInTableBody:
    case Mode::kInRow:
      if (tree_.current().is_html_of(kFosters) || tree_.current().is_html(Tag::kTemplate)) {
        table_text_ += has_nul(run) ? replace_nul(run, "") : run;
        return Next::kDone;
      }
      tree_.set_foster_parenting(true);
      body_text(run);
      tree_.set_foster_parenting(false);
      return Next::kDone;
    case Mode::kAfterBody:
    case Mode::kAfterAfterBody:
      if (!is_space) {
        mode_ = Mode::kInBody;
        return Next::kAgain;
      }
      break;
    case Mode::kInFrameset:
    case Mode::kAfterFrameset:
      if (is_space) tree_.insert_text(run);
      return Next::kDone;
    case Mode::kAfterAfterFrameset:
      if (!is_space) return Next::kDone;
      break;
    default: break;
  }
  body_text(run);
  return Next::kDone;
}

// Text in the mode "in body" or in foreign content.
void TreeBuilder::body_text(std::string_view text) {
  const OpenElement& current = tree_.current();
  const bool is_foreign = !current.is_html() && !current.is_html_integration_point &&
                          !current.is_mathml_text_integration_point();
  if (frameset_ok_ && !is_blank(text)) frameset_ok_ = false;
  std::string replaced;
  if (has_nul(text)) {
    const bool keeps_nul = is_foreign || model_ == ContentModel::kPlaintext;
    replaced = replace_nul(text, keeps_nul ? kReplacement : "");
    text = replaced;
  }
  if (text.empty()) return;
  if (!is_foreign) tree_.reconstruct_formatting();
  tree_.insert_text(text);
}

// The text between two tags in a table: white space stays there, other text is put before it.
void TreeBuilder::flush_table_text() {
  const std::string text = std::move(table_text_);
  table_text_.clear();
  if (is_blank(text)) {
    tree_.insert_text(text);
    return;
  }
  tree_.set_foster_parenting(true);
  body_text(text);
  tree_.set_foster_parenting(false);
}

Document TreeBuilder::finish() {
  begin_tag();
  while (end_of_page() == Next::kAgain) {
  }
  return tree_.finish();
}

TreeBuilder::Next TreeBuilder::end_of_page() {
  switch (mode_) {
    case Mode::kInitial: mode_ = Mode::kBeforeHtml; return Next::kAgain;
    case Mode::kBeforeHtml: return imply_html();
    case Mode::kBeforeHead: return imply_head();
    case Mode::kInHead: return leave_head();
    case Mode::kInHeadNoscript:
      tree_.pop();
      mode_ = Mode::kInHead;
      return Next::kAgain;
    case Mode::kAfterHead: return imply_body();
    case Mode::kText:
      tree_.pop();
      mode_ = mode_after_text_;
      return Next::kAgain;
    default: break;
  }
  if (template_modes_.empty()) return Next::kDone;
  while (tree_.stack().count(Tag::kTemplate) > 0) tree_.pop();
  template_modes_.clear();
  reset_mode();
  return Next::kAgain;
}

}  // namespace freshet::dom
