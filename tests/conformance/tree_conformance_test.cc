// Compares trees with the tree construction tests of html5lib, in the folder
// $FRESHET_HTML5LIB_TESTS/tree-construction. Comments, doctypes and the contents of templates are
// not in our trees and are removed from the expected ones.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "dom/document.h"
#include "gtest/gtest.h"
#include "support/suite.h"

namespace freshet::dom {
namespace {

namespace fs = std::filesystem;

// A line of a tree: an element, an attribute or a text, with the depth of its indentation.
struct Item {
  size_t depth = 0;
  std::string text;
  bool operator==(const Item&) const = default;

  bool is_element() const { return text.starts_with('<'); }
  bool is_text() const { return text.starts_with('"'); }
  bool is_attribute() const { return !is_element() && !is_text(); }
};

struct Case {
  std::string data;
  std::string tree;
  bool is_fragment = false;
  bool needs_scripts = false;
};

// Attributes come in order of their names, and texts beside each other become one.
std::vector<Item> normalised(const std::vector<Item>& items) {
  std::vector<Item> out;
  for (const Item& item : items) {
    if (item.is_text() && !out.empty() && out.back().is_text() && out.back().depth == item.depth) {
      out.back().text.pop_back();
      out.back().text += item.text.substr(1);
    } else {
      out.push_back(item);
    }
  }
  for (size_t i = 0; i < out.size(); ++i) {
    size_t end = i;
    while (end < out.size() && out[end].is_attribute()) ++end;
    std::sort(out.begin() + long(i), out.begin() + long(end),
              [](const Item& a, const Item& b) { return a.text < b.text; });
    i = std::max(i, end);
  }
  return out;
}

// The attributes of foreign elements that have a namespace are listed as "xlink href".
std::string attribute_as_written(std::string text) {
  for (const std::string_view prefix : {"xlink ", "xml ", "xmlns "}) {
    if (text.starts_with(prefix)) text[prefix.size() - 1] = ':';
  }
  return text;
}

bool is_complete(const std::string& item) {
  if (item.starts_with('"')) return item.size() > 1 && item.ends_with('"');
  return !item.starts_with("<!-- ") || item.ends_with(" -->");
}

std::vector<Item> expected_items(const std::string& tree) {
  std::vector<Item> items;
  std::istringstream lines(tree);
  bool open = false;  // a text goes on in the next line
  for (std::string line; std::getline(lines, line);) {
    if (open) {
      items.back().text += "\n" + line;
    } else if (line.starts_with("| ")) {
      const size_t start = std::min(line.find_first_not_of(' ', 2), line.size());
      items.push_back({(start - 2) / 2, line.substr(start)});
    } else {
      continue;
    }
    open = !is_complete(items.back().text);
  }
  std::vector<Item> kept;
  size_t left_out = SIZE_MAX;  // the depth of "content", whose items are left out
  for (Item& item : items) {
    if (item.depth > left_out) continue;
    left_out = item.text == "content" ? item.depth : SIZE_MAX;
    if (item.text == "content" || item.text.starts_with("<!")) continue;
    if (item.is_attribute()) item.text = attribute_as_written(item.text);
    kept.push_back(item);
  }
  return normalised(kept);
}

std::vector<Item> items_of(const Document& document) {
  std::vector<Item> items;
  for (NodeId id = document.next_in_order(kDocumentNode, kDocumentNode); id != kNoNode;
       id = document.next_in_order(id, kDocumentNode)) {
    const Node& node = document[id];
    size_t depth = 0;
    for (NodeId up = node.parent; up != kDocumentNode; up = document[up].parent) ++depth;
    if (node.kind == NodeKind::kText) {
      items.push_back({depth, "\"" + std::string(node.text) + "\""});
      continue;
    }
    const std::string space = node.space == Namespace::kSvg      ? "svg "
                              : node.space == Namespace::kMathMl ? "math "
                                                                 : "";
    items.push_back({depth, "<" + space + std::string(node.name) + ">"});
    for (const Attribute& a : node.attributes) {
      items.push_back({depth + 1, std::string(a.name) + "=\"" + std::string(a.value) + "\""});
    }
  }
  return normalised(items);
}

std::string to_text(const std::vector<Item>& items) {
  std::string out = "\n";
  for (const Item& item : items) out += std::string(2 * item.depth, ' ') + item.text + "\n";
  return out;
}

std::vector<Case> cases_of(const fs::path& file) {
  std::vector<Case> cases;
  std::istringstream lines(test::read_file(file));
  std::string section;
  for (std::string line; std::getline(lines, line);) {
    if (line == "#data") cases.emplace_back();
    if (line.starts_with('#') && (line == "#data" || section != "#data" || line == "#errors")) {
      section = line;
      if (line == "#document-fragment") cases.back().is_fragment = true;
      if (line == "#script-on") cases.back().needs_scripts = true;
    } else if (section == "#data") {
      cases.back().data += line + "\n";
    } else if (section == "#document") {
      cases.back().tree += line + "\n";
    }
  }
  for (Case& c : cases) {
    if (c.data.ends_with('\n')) c.data.pop_back();
  }
  return cases;
}

TEST(TreeConformance, TreesAreThoseOfHtml5lib) {
  const std::string suite = "html5lib.tree_construction";
  const char* folder = std::getenv("FRESHET_HTML5LIB_TESTS");
  if (folder == nullptr || !fs::exists(fs::path(folder) / "tree-construction")) {
    test::SuiteRun::report_missing(suite);
    GTEST_SKIP() << suite << " is not on this machine: set FRESHET_HTML5LIB_TESTS";
  }
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(fs::path(folder) / "tree-construction")) {
    if (entry.path().extension() == ".dat") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  test::SuiteRun run(suite);
  int left_out = 0;
  for (const fs::path& file : files) {
    int number = 0;
    for (const Case& c : cases_of(file)) {
      const std::string id = file.stem().string() + ":" + std::to_string(++number);
      // Fragments and pages with scripts are never parsed by a crawler.
      if (c.is_fragment || c.needs_scripts) {
        ++left_out;
        run.add_left_out(id);
        continue;
      }
      const std::vector<Item> got = items_of(parse_document(c.data));
      const std::vector<Item> expected = expected_items(c.tree);
      test::Mismatch mismatch;
      if (got != expected) mismatch = to_text(got) + "instead of" + to_text(expected);
      run.add(id, mismatch, c.data);
    }
  }
  run.finish(1500);
  EXPECT_LE(left_out, 250) << "fragments and cases with scripts";
}

}  // namespace
}  // namespace freshet::dom
