#include "extract/navigation.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "extract/words.h"
#include "parse/tag.h"
#include "text/ascii.h"

namespace freshet::extract {
namespace {

using parse::Tag;

constexpr std::array<std::string_view, 11> kMenuWords = {
    "nav",    "navbar",     "navigation",  "navheader", "navfooter", "menu",
    "footer", "breadcrumb", "breadcrumbs", "topnav",    "masthead"};
constexpr std::array<std::string_view, 4> kAsideWords = {"sidebar", "aside", "related", "widget"};
constexpr std::array<std::string_view, 5> kMenuRoles = {"navigation", "banner", "contentinfo",
                                                        "menu", "menubar"};

// The part that the words of a class or id name, which are divided by anything but letters.
PagePart part_of_words(std::string_view text) {
  PagePart part = PagePart::kContent;
  while (!text.empty()) {
    size_t length = 0;
    while (length < text.size() && text::is_alpha(text[length])) ++length;
    const std::string_view word = text.substr(0, length);
    if (is_among(word, kMenuWords)) return PagePart::kMenu;
    if (is_among(word, kAsideWords)) part = PagePart::kAside;
    text.remove_prefix(std::min(length + 1, text.size()));
  }
  return part;
}

// Classes of elements that hold the whole page describe its layout: class="with-sidebar".
bool can_be_named(Tag tag) {
  return tag != Tag::kHtml && tag != Tag::kBody && tag != Tag::kMain && tag != Tag::kArticle;
}

// `is_in_article`: the element is inside <main> or <article>, where a header belongs to it.
PagePart part_of(const dom::Node& node, bool is_in_article) {
  if (node.tag == Tag::kNav || node.tag == Tag::kMenu) return PagePart::kMenu;
  if ((node.tag == Tag::kHeader || node.tag == Tag::kFooter) && !is_in_article) {
    return PagePart::kMenu;
  }
  if (is_among(node.attribute("role").value_or(""), kMenuRoles)) return PagePart::kMenu;
  PagePart part = node.tag == Tag::kAside ? PagePart::kAside : PagePart::kContent;
  if (!can_be_named(node.tag)) return part;
  for (const char* attribute : {"class", "id"}) {
    constexpr size_t kMostBytes = 1'000;
    const std::string_view words = node.attribute(attribute).value_or("");
    part = std::max(part, part_of_words(words.substr(0, kMostBytes)));
  }
  return part;
}

}  // namespace

std::vector<PagePart> parts_of_page(const dom::Document& document) {
  std::vector<PagePart> parts(document.size(), PagePart::kContent);
  std::vector<bool> in_article(document.size());
  for (dom::NodeId id = dom::kDocumentNode; id != dom::kNoNode;
       id = document.next_in_order(id, dom::kDocumentNode)) {
    const dom::Node& node = document[id];
    if (node.parent == dom::kNoNode) continue;
    parts[id] = parts[node.parent];
    in_article[id] = in_article[node.parent] || node.tag == Tag::kMain || node.tag == Tag::kArticle;
    if (node.kind != dom::NodeKind::kElement) continue;
    parts[id] = std::max(parts[id], part_of(node, in_article[node.parent]));
  }
  return parts;
}

}  // namespace freshet::extract
