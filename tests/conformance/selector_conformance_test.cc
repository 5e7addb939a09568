// Compares selectors with those of web-platform-tests, whose folder $FRESHET_WPT names.
#include <cstdlib>
#include <fstream>
#include <map>

#include "conformance/script_value.h"
#include "dom/selector.h"
#include "gtest/gtest.h"
#include "json/write.h"
#include "support/scratch_folder.h"
#include "support/suite.h"

namespace freshet::dom {
namespace {

using test::Mismatch;
using test::script_array;
using test::script_calls;
using test::ScriptValue;

// Writes the cases of web-platform-tests as the lines that run_suite() reads.
class CaseWriter {
 public:
  explicit CaseWriter(const std::filesystem::path& file) : out_(file) {}

  // Whether the selector can be read.
  void validity(const std::string& suite, const std::string& selector, bool is_valid) {
    write(suite, selector, [&](json::Writer& w) { w.member("valid", is_valid); });
  }

  struct Selection {
    std::string html;
    std::string scope;  // the id of an element; empty: the document
    std::string selector;
    std::vector<std::string> ids;  // of the elements that it selects, in document order
  };
  void selection(const std::string& suite, const Selection& selection) {
    write(suite, selection.selector, [&](json::Writer& w) {
      w.member("html", selection.html).member("scope", selection.scope).key("ids").begin_array();
      for (const std::string& id : selection.ids) w.value(id);
      w.end_array();
    });
  }

 private:
  template <typename Members>
  void write(const std::string& suite, const std::string& selector, const Members& members) {
    std::string line;
    std::string id = suite + " " + selector;
    if (const int before = used_ids_[id]++; before > 0) id += " #" + std::to_string(before + 1);
    json::Writer w(line);
    w.begin_object().member("id", id).member("selector", selector);
    members(w);
    w.end_object();
    out_ << line << "\n";
  }

  std::ofstream out_;
  std::map<std::string, int> used_ids_;
};

std::vector<std::string> ids_in(const Document& document, const std::vector<NodeId>& nodes) {
  std::vector<std::string> ids;
  for (const NodeId node : nodes) ids.emplace_back(document[node].attribute("id").value_or(""));
  return ids;
}

std::string joined(const std::vector<std::string>& ids) {
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

Mismatch run_validity(const json::Value& c) {
  const auto selector = Selector::parse(c["selector"].string().value_or(""));
  if (selector.has_value() == c["valid"].boolean()) return std::nullopt;
  return selector ? "a selector" : selector.error().message;
}

Mismatch run_selection(const json::Value& c) {
  const auto selector = Selector::parse(c["selector"].string().value_or(""));
  if (!selector) return selector.error().message;
  const Document document = parse_document(c["html"].string().value_or(""));
  const std::string_view scope_id = c["scope"].string().value_or("");
  const NodeId scope = scope_id.empty() ? kDocumentNode : element_with_id(document, scope_id);
  if (scope == kNoNode) return "no element " + std::string(scope_id);

  WorkBudget budget;
  std::string expected;
  for (const json::Value& id : c["ids"].elements()) {
    expected += (expected.empty() ? "" : " ") + std::string(id.string().value_or(""));
  }
  const std::string got = joined(ids_in(document, selector->select(document, scope, 1000, budget)));
  return got == expected ? std::nullopt : Mismatch(got);
}

// The folder of web-platform-tests, and where the cases are written.
class SelectorConformance : public testing::Test {
 protected:
  void SetUp() override {
    const char* folder = std::getenv("FRESHET_WPT");
    if (folder == nullptr) GTEST_SKIP() << "web-platform-tests are not on this machine";
    wpt_ = folder;
  }

  std::string read(const std::string& file) const { return test::read_file(wpt_ / file); }

  std::filesystem::path wpt_;
  ScratchFolder scratch_;
  std::filesystem::path cases_ = scratch_ / "cases.jsonl";
};

TEST_F(SelectorConformance, InvalidSelectorsOfTheDomAreErrors) {
  {
    CaseWriter cases(cases_);
    for (const ScriptValue& c : script_array(read("dom/nodes/selectors.js"), "invalidSelectors")) {
      cases.validity("selectors.js", c["selector"].text, false);
    }
  }
  test::run_suite(cases_.string(), run_validity, {.name = "wpt.selectors_invalid", .at_least = 30});
}

TEST_F(SelectorConformance, SelectorsOfTheDomSelectTheirElements) {
  {
    CaseWriter cases(cases_);
    const std::string html = read("dom/nodes/ParentNode-querySelector-All-content.html");
    for (const ScriptValue& c : script_array(read("dom/nodes/selectors.js"), "validSelectors")) {
      const auto excluded = c["exclude"].texts();
      const auto applies = [&](std::string_view context) {
        return std::find(excluded.begin(), excluded.end(), context) == excluded.end();
      };
      // A script makes the elements of these, in namespaces that HTML does not have.
      if (c["selector"].text.find("-namespace") != std::string::npos) continue;
      if (!applies("html")) continue;
      for (const char* scope : {"document", "element"}) {
        if (!applies(scope)) continue;
        const std::string root = scope == std::string("document") ? "" : "root";
        cases.selection(std::string("selectors.js ") + scope,
                        {html, root, c["selector"].text, c["expect"].texts()});
      }
    }
  }
  test::run_suite(cases_.string(), run_selection, {.name = "wpt.selectors_valid", .at_least = 350});
}

TEST_F(SelectorConformance, EscapesInIdsAreDecoded) {
  {
    CaseWriter cases(cases_);
    const std::string script = read("dom/nodes/ParentNode-querySelector-escapes.html");
    for (const bool is_matched : {true, false}) {
      for (const auto& call :
           script_calls(script, is_matched ? "testMatched" : "testNeverMatched")) {
        if (call.size() != 2) continue;
        const std::string id = call[0].text;
        const std::string html = "<p id='" + id + "'>";
        cases.selection(
            is_matched ? "escapes" : "escapes never",
            {html, "", call[1].text, is_matched ? std::vector{id} : std::vector<std::string>{}});
      }
    }
  }
  test::run_suite(cases_.string(), run_selection, {.name = "wpt.selector_escapes", .at_least = 40});
}

TEST_F(SelectorConformance, WhatCssParsesIsParsed) {
  {
    CaseWriter cases(cases_);
    for (const char* name : {"attribute", "child", "class", "descendant", "has",
                             "has-disallow-nesting-has-inside-has", "has-forgiving-selector", "id",
                             "is", "is-where", "not", "sibling", "universal", "where"}) {
      const std::string script = read(std::string("css/selectors/parsing/parse-") + name + ".html");
      for (const char* function :
           {"test_valid_selector", "test_valid_forgiving_selector", "test_invalid_selector"}) {
        const bool is_valid = function != std::string_view("test_invalid_selector");
        for (const auto& call : script_calls(script, function)) {
          if (call.empty() || call[0].kind != ScriptValue::Kind::kString) continue;
          cases.validity(std::string("parse-") + name, call[0].text, is_valid);
        }
      }
      // Both kinds are read: what a forgiving list leaves out is no error.
      for (const auto& call : script_calls(script, "assert_valid")) {
        for (const char* pseudo_class : {":is", ":where"}) {
          std::string selector = call.at(1).text;
          if (const size_t at = selector.find("{}"); at != std::string::npos) {
            cases.validity(std::string("parse-") + name, selector.replace(at, 2, pseudo_class),
                           true);
          }
        }
      }
    }
  }
  test::run_suite(cases_.string(), run_validity, {.name = "wpt.selector_parsing", .at_least = 80});
}

TEST_F(SelectorConformance, FormulasAreParsed) {
  {
    CaseWriter cases(cases_);
    const std::string script = read("css/selectors/parsing/parse-anplusb.html");
    for (const char* name :
         {":nth-child", ":nth-last-child", ":nth-of-type", ":nth-last-of-type"}) {
      for (const bool is_valid : {true, false}) {
        const char* function =
            is_valid ? "assert_selector_serializes_to" : "assert_invalid_selector";
        for (const auto& call : script_calls(script, function)) {
          // The argument is written: source + '(n)'
          const auto argument = script_array("x = [" + call.at(0).text.substr(9) + "]", "x");
          cases.validity("parse-anplusb", name + argument.at(0).text, is_valid);
        }
      }
    }
  }
  test::run_suite(cases_.string(), run_validity,
                  {.name = "wpt.selector_formulas", .at_least = 100});
}

TEST_F(SelectorConformance, FlagsOfAttributesAreParsed) {
  {
    CaseWriter cases(cases_);
    const std::string script = read("css/selectors/attribute-selectors/attribute-case/syntax.html");
    for (const bool is_valid : {true, false}) {
      for (const ScriptValue& c : script_array(script, is_valid ? "valid" : "invalid")) {
        cases.validity("attribute-case", c.text, is_valid);
      }
    }
  }
  test::run_suite(cases_.string(), run_validity,
                  {.name = "wpt.selector_flags_syntax", .at_least = 80});
}

TEST_F(SelectorConformance, FlagsOfAttributesDecideOnCase) {
  {
    CaseWriter cases(cases_);
    const std::string script =
        read("css/selectors/attribute-selectors/attribute-case/semantics.html");
    for (const char* name : {"match", "matchHTMLOnly", "nomatch"}) {
      for (const ScriptValue& c : script_array(script, std::string("var ") + name)) {
        const std::string& selector = c.items.at(0).text;
        // Namespaces of attributes cannot be written in HTML, nor names in upper case.
        bool applies = c.items.size() == 2 && !selector.starts_with("@namespace");
        const auto attribute = c.items.at(1).texts();
        applies = applies && attribute.at(0).empty() && attribute.at(1) != "FOO" &&
                  attribute.at(1) != "id" && attribute.at(2) != std::string(1, '\0');
        if (!applies) continue;
        const std::string html = "<p id=x " + attribute.at(1) + "='" + attribute.at(2) + "'>";
        cases.selection(name, {html, "", selector,
                               name == std::string("nomatch") ? std::vector<std::string>{}
                                                              : std::vector<std::string>{"x"}});
      }
    }
  }
  test::run_suite(cases_.string(), run_selection, {.name = "wpt.selector_flags", .at_least = 100});
}

// Tests that select elements in #main or in a scope and name them by their ids.
TEST_F(SelectorConformance, ListsAndRelativeSelectorsSelectTheirElements) {
  {
    CaseWriter cases(cases_);
    for (const char* file :
         {"has-basic", "has-relative-argument", "has-argument-with-explicit-scope",
          "is-where-basic", "is-where-not", "not-complex", "query/query-is", "query/query-where"}) {
      const std::string html = read(std::string("css/selectors/") + file + ".html");
      for (const char* function : {"test_selector_all", "test_selector", "test_query_selector"}) {
        for (const auto& call : script_calls(html, function)) {
          if (call.size() < 2 || call.back().kind != ScriptValue::Kind::kArray) continue;
          const bool has_scope = call.size() == 3;
          std::string scope = has_scope ? call[0].text : "main";
          if (scope == "document") scope = "";
          cases.selection(file, {html, scope, call[has_scope ? 1 : 0].text, call.back().texts()});
        }
      }
    }
  }
  test::run_suite(cases_.string(), run_selection, {.name = "wpt.selector_lists", .at_least = 80});
}

}  // namespace
}  // namespace freshet::dom
