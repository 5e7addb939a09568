// The text of a node as it is, and as a reader sees it.
#include "dom/cut_text.h"
#include "dom/document.h"
#include "dom/tree_walk.h"
#include "text/ascii.h"

namespace freshet::dom {
namespace {

using parse::Tag;

// Whether a browser does not show what is inside the element.
bool is_hidden(const Node& node) {
  switch (node.tag) {
    case Tag::kScript:
    case Tag::kStyle:
    case Tag::kTitle: return true;
    case Tag::kIframe:
    case Tag::kNoembed:
    case Tag::kNoframes: return node.space == Namespace::kHtml;
    default: return false;
  }
}

bool keeps_white_space(const Node& node) {
  if (node.space != Namespace::kHtml) return false;
  switch (node.tag) {
    case Tag::kPre:
    case Tag::kListing:
    case Tag::kPlaintext:
    case Tag::kTextarea:
    case Tag::kXmp: return true;
    default: return false;
  }
}

// Text that is put together as a browser shows it.
class ShownText {
 public:
  void add_collapsed(std::string_view text) {
    size_t i = 0;
    while (i < text.size()) {
      size_t end = i;
      while (end < text.size() && !text::is_space(text[end])) ++end;
      if (end > i) {
        separate();
        out_ += text.substr(i, end - i);
      }
      i = end;
      while (i < text.size() && text::is_space(text[i])) {
        space_ = true;
        ++i;
      }
    }
  }

  void add_as_it_is(std::string_view text) {
    if (text.empty()) return;
    separate();
    out_ += text;
  }

  void break_block() { break_ = true; }

  void break_line() {
    if (break_) separate();
    space_ = false;
    if (!out_.empty()) out_ += '\n';
  }

  size_t size() const { return out_.size(); }
  std::string& text() { return out_; }

 private:
  void separate() {
    if (!out_.empty() && out_.back() != '\n') {
      if (break_)
        out_ += '\n';
      else if (space_)
        out_ += ' ';
    }
    break_ = space_ = false;
  }

  std::string out_;
  bool space_ = false;
  bool break_ = false;
};

}  // namespace

std::string text_content(const Document& document, NodeId node, size_t max_bytes) {
  std::string out;
  for (NodeId id = node; id != kNoNode && out.size() < max_bytes;
       id = document.next_in_order(id, node)) {
    if (document[id].kind == NodeKind::kText) {
      out += document[id].text.substr(0, max_bytes - out.size() + 1);
    }
  }
  cut_text(out, max_bytes);
  return out;
}

std::string visible_text(const Document& document, NodeId node, size_t max_bytes) {
  ShownText shown;
  size_t preformatted = 0;
  for (NodeId id = node; id != kNoNode; id = document[id].parent) {
    if (keeps_white_space(document[id])) ++preformatted;
  }
  if (keeps_white_space(document[node])) --preformatted;  // it is counted when it is entered
  for (TreeWalk walk(document, node); walk.is_on() && shown.size() <= max_bytes; walk.advance()) {
    const Node& current = walk.node();
    if (current.kind == NodeKind::kText) {
      if (preformatted > 0)
        shown.add_as_it_is(current.text);
      else
        shown.add_collapsed(current.text);
      continue;
    }
    if (current.kind != NodeKind::kElement) continue;
    const bool is_html = current.space == Namespace::kHtml;
    if (keeps_white_space(current)) {
      if (walk.is_leaving())
        --preformatted;
      else
        ++preformatted;
    }
    if (is_html && current.tag == Tag::kBr) {
      if (!walk.is_leaving()) shown.break_line();
    } else if (is_html && is_block(current.tag)) {
      shown.break_block();
    }
    if (!walk.is_leaving() && walk.id() != node && is_hidden(current)) walk.skip_children();
  }
  std::string& text = shown.text();
  cut_text(text, max_bytes);
  return std::string(text::trim(text));
}

}  // namespace freshet::dom
