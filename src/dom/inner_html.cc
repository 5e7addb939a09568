// Serialisation (HTML Standard 13.3).
#include "dom/document.h"
#include "dom/element_kinds.h"
#include "dom/tree_walk.h"

namespace freshet::dom {
namespace {

using parse::Tag;

// Whether the text of the element is written without escapes.
bool has_raw_text(const Node& node) {
  if (node.space != Namespace::kHtml) return false;
  switch (node.tag) {
    case Tag::kStyle:
    case Tag::kScript:
    case Tag::kXmp:
    case Tag::kIframe:
    case Tag::kNoembed:
    case Tag::kNoframes:
    case Tag::kPlaintext: return true;
    default: return false;
  }
}

bool is_void(const Node& node) {
  return node.space == Namespace::kHtml && is_any_of(node.tag, kVoid);
}

void append_escaped(std::string& out, std::string_view text, bool in_attribute) {
  size_t start = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    std::string_view escape;
    size_t length = 1;
    switch (text[i]) {
      case '&': escape = "&amp;"; break;
      case '<': escape = "&lt;"; break;
      case '>': escape = "&gt;"; break;
      case '"':
        if (in_attribute) escape = "&quot;";
        break;
      case '\xC2':
        if (i + 1 < text.size() && text[i + 1] == '\xA0') {
          escape = "&nbsp;";
          length = 2;
        }
        break;
      default: break;
    }
    if (escape.empty()) continue;
    out += text.substr(start, i - start);
    out += escape;
    i += length - 1;
    start = i + 1;
  }
  out += text.substr(start);
}

void append_start_tag(std::string& out, const Node& node) {
  out += '<';
  out += node.name;
  for (const Attribute& a : node.attributes) {
    out += ' ';
    out += a.name;
    out += "=\"";
    append_escaped(out, a.value, true);
    out += '"';
  }
  out += '>';
}

}  // namespace

std::string inner_html(const Document& document, NodeId node, size_t max_bytes) {
  std::string out;
  size_t complete = 0;  // the length without the piece that may be too long
  for (TreeWalk walk(document, node); walk.is_on() && out.size() <= max_bytes; walk.advance()) {
    complete = out.size();
    if (walk.id() == node) continue;
    const Node& current = walk.node();
    if (current.kind == NodeKind::kText) {
      if (has_raw_text(document[current.parent]))
        out += current.text;
      else
        append_escaped(out, current.text, false);
    } else if (!walk.is_leaving()) {
      append_start_tag(out, current);
    } else if (!is_void(current)) {
      out += "</";
      out += current.name;
      out += '>';
    }
  }
  if (out.size() > max_bytes) out.resize(complete);
  return out;
}

}  // namespace freshet::dom
