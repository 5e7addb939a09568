#include "extract/element_value.h"

#include "parse/tag.h"

namespace freshet::extract {
namespace {

using parse::Tag;

// The attribute that has the value of an element in microdata. Empty: its text is the value.
std::string_view value_attribute(const dom::Node& element) {
  switch (element.tag) {
    case Tag::kAudio:
    case Tag::kEmbed:
    case Tag::kIframe:
    case Tag::kImg:
    case Tag::kSource:
    case Tag::kTrack:
    case Tag::kVideo: return "src";
    case Tag::kA:
    case Tag::kArea:
    case Tag::kLink: return "href";
    case Tag::kTime: return "datetime";
    default: break;
  }
  if (element.name == "object") return "data";
  if (element.name == "data" || element.name == "meter") return "value";
  return "";
}

}  // namespace

std::string text_inside(const dom::Document& document, dom::NodeId node, size_t max_bytes,
                        dom::WorkBudget& budget) {
  std::string text;
  dom::NodeId id = document.next_in_order(node, node);
  for (; id != dom::kNoNode; id = document.next_in_order(id, node)) {
    const std::string_view piece = document[id].text;
    if (text.size() >= max_bytes || !budget.spend(1 + piece.size() / 32)) break;
    text += piece.substr(0, max_bytes - text.size());
  }
  return text;
}

std::string element_value(const dom::Document& document, dom::NodeId element, size_t max_bytes,
                          dom::WorkBudget& budget) {
  const dom::Node& node = document[element];
  if (const auto content = node.attribute("content")) return std::string(*content);
  if (node.tag == Tag::kMeta) return "";
  const std::string_view name = value_attribute(node);
  if (const auto value = name.empty() ? std::nullopt : node.attribute(name)) {
    return std::string(*value);
  }
  const bool has_text = name.empty() || node.tag == Tag::kTime || name == "value";
  return has_text ? text_inside(document, element, max_bytes, budget) : "";
}

}  // namespace freshet::extract
