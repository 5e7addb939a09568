// Compares selectors with those of web-platform-tests, whose folder $FRESHET_WPT names.
#include <algorithm>
#include <cstdlib>
#include <map>

#include "conformance/script_value.h"
#include "dom/selector.h"
#include "gtest/gtest.h"
#include "support/suite.h"

namespace freshet::dom {
namespace {

using test::Mismatch;
using test::script_array;
using test::script_calls;
using test::ScriptValue;

using Texts = std::vector<std::string>;

// In any order: some cases are in the order of the document and some are sorted by the id. That
// select() keeps the order of the document is a test of its own, and the fuzz target checks it.
std::string joined(Texts ids) {
  std::sort(ids.begin(), ids.end());
  std::string all;
  for (const std::string& id : ids) all += (all.empty() ? "" : " ") + id;
  return all;
}

NodeId element_with_id(const Document& document, std::string_view id) {
  NodeId node = kDocumentNode;
  for (; node != kNoNode; node = document.next_in_order(node, kDocumentNode)) {
    if (document[node].attribute("id") == id) return node;
  }
  return kNoNode;
}

// The ids of the elements that the selector selects inside a scope, or its error.
std::string selected_ids(const Document& document, const std::string& scope_id,
                         const std::string& text) {
  const auto selector = Selector::parse(text);
  if (!selector) return selector.error().message;
  const NodeId scope = scope_id.empty() ? kDocumentNode : element_with_id(document, scope_id);
  if (scope == kNoNode) return "no element " + scope_id;
  WorkBudget budget;
  Texts ids;
  for (const NodeId id : selector->select(document, scope, 1000, budget)) {
    ids.emplace_back(document[id].attribute("id").value_or("(no id)"));
  }
  return joined(ids);
}

// One suite. The id of a case is the file and the selector, with a number if it occurs again.
class SelectorRun {
 public:
  explicit SelectorRun(const std::string& suite) : run_(suite) {}

  void expect_valid(const std::string& file, const std::string& text, bool is_valid) {
    const auto selector = Selector::parse(text);
    Mismatch mismatch;
    if (selector && !is_valid) mismatch = "a selector";
    if (!selector && is_valid) mismatch = selector.error().message;
    run_.add(id(file, text), mismatch, is_valid ? "valid" : "invalid");
  }

  void expect_ids(const std::string& file, const std::string& text, const std::string& got,
                  const Texts& expected) {
    const std::string ids = joined(expected);
    run_.add(id(file, text), got == ids ? std::nullopt : Mismatch(got), "expected: " + ids);
  }

  void finish(int at_least) const { run_.finish(at_least); }

 private:
  std::string id(const std::string& file, const std::string& text) {
    std::string id = file + " " + text;
    const int before = used_ids_[id]++;
    return before == 0 ? id : id + " #" + std::to_string(before + 1);
  }

  test::SuiteRun run_;
  std::map<std::string, int> used_ids_;
};

class SelectorConformance : public testing::Test {
 protected:
  void SetUp() override {
    const char* folder = std::getenv("FRESHET_WPT");
    if (folder == nullptr) {
      test::SuiteRun::report_missing("wpt.selectors");
      GTEST_SKIP() << "wpt.selectors is not on this machine";
    }
    wpt_ = folder;
  }

  std::string read(const std::string& file) const { return test::read_file(wpt_ / file); }

  std::filesystem::path wpt_;
};

TEST_F(SelectorConformance, InvalidSelectorsOfTheDomAreErrors) {
  SelectorRun run("wpt.selectors_invalid");
  for (const ScriptValue& c :
       script_array(read("dom/nodes/selectors.js"), "var invalidSelectors")) {
    run.expect_valid("selectors.js", c["selector"].text, false);
  }
  run.finish(30);
}

TEST_F(SelectorConformance, SelectorsOfTheDomSelectTheirElements) {
  SelectorRun run("wpt.selectors_valid");
  const Document document =
      parse_document(read("dom/nodes/ParentNode-querySelector-All-content.html"));
  for (const ScriptValue& c : script_array(read("dom/nodes/selectors.js"), "var validSelectors")) {
    const Texts excluded = c["exclude"].texts();
    const auto applies = [&](std::string_view context) {
      return std::find(excluded.begin(), excluded.end(), context) == excluded.end();
    };
    const std::string& selector = c["selector"].text;
    // A script makes the elements of these, in namespaces that HTML does not have.
    if (selector.find("-namespace") != std::string::npos || !applies("html")) continue;
    if (c["testType"].text.find("TEST_QSA") == std::string::npos) continue;
    const Texts expected = c["expect"].texts();
    if (applies("document")) {
      run.expect_ids("document", selector, selected_ids(document, "", selector), expected);
    }
    if (applies("element")) {
      run.expect_ids("element", selector, selected_ids(document, "root", selector), expected);
    }
  }
  run.finish(350);
}

TEST_F(SelectorConformance, EscapesInIdsAreDecoded) {
  SelectorRun run("wpt.selector_escapes");
  const std::string script = read("dom/nodes/ParentNode-querySelector-escapes.html");
  for (const bool is_matched : {true, false}) {
    for (const auto& call : script_calls(script, is_matched ? "testMatched" : "testNeverMatched")) {
      // A page cannot have a NUL in an attribute.
      if (call.size() != 2 || call[0].text.find('\0') != std::string::npos) continue;
      const std::string& id = call[0].text;
      const Document document = parse_document("<p id='" + id + "'>");
      run.expect_ids(is_matched ? "matched" : "never", call[1].text,
                     selected_ids(document, "", call[1].text), is_matched ? Texts{id} : Texts{});
    }
  }
  run.finish(40);
}

TEST_F(SelectorConformance, WhatCssParsesIsParsed) {
  SelectorRun run("wpt.selector_parsing");
  for (const std::string name :
       {"attribute", "child", "class", "descendant", "has", "has-disallow-nesting-has-inside-has",
        "has-forgiving-selector", "id", "is", "is-where", "not", "sibling", "universal", "where"}) {
    const std::string script = read("css/selectors/parsing/parse-" + name + ".html");
    for (const char* function :
         {"test_valid_selector", "test_valid_forgiving_selector", "test_invalid_selector"}) {
      const bool is_valid = function != std::string_view("test_invalid_selector");
      for (const auto& call : script_calls(script, function)) {
        if (call.empty() || call[0].kind != ScriptValue::Kind::kString) continue;
        run.expect_valid(name, call[0].text, is_valid);
      }
    }
    // Whether they count as valid or as forgiven, they are read.
    for (const auto& call : script_calls(script, "assert_valid")) {
      for (const char* pseudo_class : {":is", ":where"}) {
        std::string selector = call.at(1).text;
        const size_t at = selector.find("{}");
        if (at == std::string::npos) continue;
        run.expect_valid(name, selector.replace(at, 2, pseudo_class), true);
      }
    }
  }
  run.finish(80);
}

TEST_F(SelectorConformance, FormulasAreParsed) {
  SelectorRun run("wpt.selector_formulas");
  const std::string script = read("css/selectors/parsing/parse-anplusb.html");
  for (const std::string name :
       {":nth-child", ":nth-last-child", ":nth-of-type", ":nth-last-of-type"}) {
    for (const bool is_valid : {true, false}) {
      const char* function = is_valid ? "assert_selector_serializes_to" : "assert_invalid_selector";
      for (const auto& call : script_calls(script, function)) {
        // The argument is written: source + '(n)'
        const std::string& argument = call.at(0).text;
        if (!argument.starts_with("source + ")) continue;
        const auto formula = script_array("x = [" + argument.substr(9) + "]", "x");
        run.expect_valid("parse-anplusb", name + formula.at(0).text, is_valid);
      }
    }
  }
  run.finish(100);
}

TEST_F(SelectorConformance, FlagsOfAttributesAreParsed) {
  SelectorRun run("wpt.selector_flags_syntax");
  const std::string script = read("css/selectors/attribute-selectors/attribute-case/syntax.html");
  for (const bool is_valid : {true, false}) {
    for (const ScriptValue& c : script_array(script, is_valid ? "var valid" : "var invalid")) {
      run.expect_valid("attribute-case", c.text, is_valid);
    }
  }
  run.finish(80);
}

TEST_F(SelectorConformance, FlagsOfAttributesDecideOnCase) {
  SelectorRun run("wpt.selector_flags");
  const std::string script =
      read("css/selectors/attribute-selectors/attribute-case/semantics.html");
  for (const std::string name : {"match", "matchHTMLOnly", "nomatch"}) {
    for (const ScriptValue& c : script_array(script, "var " + name)) {
      const std::string& selector = c.items.at(0).text;
      // In HTML, attributes have no namespaces, no names in upper case and no NUL.
      if (c.items.size() != 2 || selector.starts_with("@namespace")) continue;
      const Texts attribute = c.items[1].texts();
      const bool can_be_written = attribute.at(0).empty() && attribute.at(1) != "FOO" &&
                                  attribute.at(2).find('\0') == std::string::npos;
      if (!can_be_written) continue;
      const Document document =
          parse_document("<p " + attribute[1] + "='" + attribute[2] + "' data-it>");
      run.expect_ids(name, selector,
                     selected_ids(document, "", "[data-it]" + selector).empty() ? "none" : "it",
                     {name == "nomatch" ? "none" : "it"});
    }
  }
  run.finish(100);
}

// Tests that select elements in #main or in a scope and name them by their ids.
TEST_F(SelectorConformance, ListsAndRelativeSelectorsSelectTheirElements) {
  SelectorRun run("wpt.selector_lists");
  for (const std::string file :
       {"has-basic", "has-relative-argument", "has-argument-with-explicit-scope", "is-where-basic",
        "is-where-not", "not-complex", "query/query-is", "query/query-where"}) {
    const std::string html = read("css/selectors/" + file + ".html");
    const Document document = parse_document(html);
    for (const char* function : {"test_selector_all", "test_selector", "test_query_selector"}) {
      for (const auto& call : script_calls(html, function)) {
        if (call.size() < 2 || call.back().kind != ScriptValue::Kind::kArray) continue;
        const bool has_scope = call.size() == 3;
        std::string scope = has_scope ? call[0].text : "main";
        if (scope == "document") scope = "";
        const std::string& selector = call[has_scope ? 1 : 0].text;
        run.expect_ids(file, selector, selected_ids(document, scope, selector),
                       call.back().texts());
      }
    }
  }
  run.finish(80);
}

}  // namespace
}  // namespace freshet::dom
