#include "conformance/gumbo_reading.h"

#include <gumbo.h>

#include "text/ascii.h"

namespace freshet::test {
namespace {

using Texts = std::vector<std::string>;

const char* attribute(const GumboNode* node, const char* name) {
  const GumboAttribute* found = gumbo_get_attribute(&node->v.element.attributes, name);
  return found == nullptr ? nullptr : found->value;
}

std::string tag_name(const GumboNode* node) {
  const GumboElement& element = node->v.element;
  if (element.tag != GUMBO_TAG_UNKNOWN) return gumbo_normalized_tagname(element.tag);
  GumboStringPiece name = element.original_tag;
  gumbo_tag_from_original_text(&name);
  return text::lower_case({name.data, name.length});
}

void append_text(const GumboNode* node, std::string& out) {
  if (node->type == GUMBO_NODE_TEXT || node->type == GUMBO_NODE_WHITESPACE ||
      node->type == GUMBO_NODE_CDATA) {
    out += node->v.text.text;
  }
  if (node->type != GUMBO_NODE_ELEMENT) return;
  const GumboVector& children = node->v.element.children;
  for (unsigned i = 0; i < children.length; ++i) {
    append_text(static_cast<const GumboNode*>(children.data[i]), out);
  }
}

void add_trimmed(Texts& texts, std::string_view text) {
  if (!text::trim(text).empty()) texts.emplace_back(text::trim(text));
}

bool has_word(const char* list, std::string_view word) {
  if (list == nullptr) return false;
  std::string spaced = " " + std::string(list) + " ";
  for (char& c : spaced) {
    if (text::is_space(c)) c = ' ';
  }
  return spaced.find(" " + std::string(word) + " ") != std::string::npos;
}

const GumboNode* item_around(const GumboNode* node) {
  for (const GumboNode* up = node->parent; up != nullptr; up = up->parent) {
    if (up->type == GUMBO_NODE_ELEMENT && attribute(up, "itemscope") != nullptr) return up;
  }
  return nullptr;
}

std::string plain_value(const GumboNode* node) {
  const std::string tag = tag_name(node);
  const char* value = attribute(node, "content");
  if (value == nullptr && (tag == "a" || tag == "link")) value = attribute(node, "href");
  if (value == nullptr && tag == "img") value = attribute(node, "src");
  if (value == nullptr && tag == "time") value = attribute(node, "datetime");
  if (value != nullptr) return value;
  std::string text;
  append_text(node, text);
  return text;
}

// The first value of the property of an item, by a walk through everything in it.
std::string first_value(const GumboNode* item, const GumboNode* node, std::string_view property) {
  const GumboVector& children = node->v.element.children;
  for (unsigned i = 0; i < children.length; ++i) {
    const auto* child = static_cast<const GumboNode*>(children.data[i]);
    if (child->type != GUMBO_NODE_ELEMENT) continue;
    std::string found;
    if (has_word(attribute(child, "itemprop"), property) && item_around(child) == item) {
      found = plain_value(child);
    } else {
      found = first_value(item, child, property);
    }
    if (!text::trim(found).empty()) return found;
  }
  return "";
}

}  // namespace

struct GumboReading::Tree {
  GumboOutput* output = nullptr;
  std::vector<const GumboNode*> elements;  // in document order
};

GumboReading::GumboReading(std::string_view html) : tree_(std::make_unique<Tree>()) {
  tree_->output = gumbo_parse_with_options(&kGumboDefaultOptions, html.data(), html.size());
  std::vector<const GumboNode*> pending = {tree_->output->root};
  while (!pending.empty()) {
    const GumboNode* node = pending.back();
    pending.pop_back();
    if (node->type != GUMBO_NODE_ELEMENT) continue;  // <template> is of another type
    tree_->elements.push_back(node);
    const GumboVector& children = node->v.element.children;
    for (unsigned i = children.length; i > 0; --i) {
      pending.push_back(static_cast<const GumboNode*>(children.data[i - 1]));
    }
  }
}

GumboReading::~GumboReading() {
  gumbo_destroy_output(&kGumboDefaultOptions, tree_->output);
}

Texts GumboReading::meta(std::string_view name) const {
  Texts found;
  for (const GumboNode* node : tree_->elements) {
    const char* content = attribute(node, "content");
    if (node->v.element.tag != GUMBO_TAG_META || content == nullptr) continue;
    for (const char* which : {"property", "name"}) {
      const char* value = attribute(node, which);
      if (value == nullptr || !text::equals_ignoring_case(text::trim(value), name)) continue;
      add_trimmed(found, content);
      break;
    }
  }
  return found;
}

Texts GumboReading::microdata(std::string_view property) const {
  Texts found;
  for (const GumboNode* node : tree_->elements) {
    if (!has_word(attribute(node, "itemprop"), property) || item_around(node) == nullptr) continue;
    if (attribute(node, "itemscope") == nullptr) {
      add_trimmed(found, plain_value(node));
      continue;
    }
    std::string text = first_value(node, node, "name");
    if (text.empty()) text = first_value(node, node, "url");
    add_trimmed(found, text);
  }
  return found;
}

Texts GumboReading::json_ld_scripts() const {
  Texts scripts;
  for (const GumboNode* node : tree_->elements) {
    const char* type = attribute(node, "type");
    if (node->v.element.tag != GUMBO_TAG_SCRIPT || type == nullptr) continue;
    if (!text::equals_ignoring_case(text::trim(type), "application/ld+json")) continue;
    append_text(node, scripts.emplace_back());
  }
  return scripts;
}

}  // namespace freshet::test
