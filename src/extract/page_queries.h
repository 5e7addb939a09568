#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dom/document.h"
#include "dom/selector.h"
#include "dom/xpath.h"
#include "extract/extract.h"
#include "extract/page_sources.h"
#include "extract/rules.h"
#include "url/url.h"

namespace freshet::extract {

// A text that a query found for a field.
struct RawValue {
  std::string text;
  std::string currency;          // that the page states beside a price
  bool is_for_programs = false;  // the page wrote it for programs
};

// What a query found; if nothing, the reason.
struct Findings {
  std::vector<RawValue> values;
  std::string reason;
  size_t found = 0;  // elements or texts, also those without a value
};

// Runs queries on one page. All share one budget of work. For one thread; the page and the rules
// must outlive it.
class PageQueries {
 public:
  PageQueries(const ExtractPage& page, const ExtractLimits& limits);

  // What the named groups of an item pattern matched in the URL of the page.
  void set_groups(const pattern::Pattern& pattern, std::string_view url);

  // Returns the elements of records, at most `most`.
  std::vector<dom::NodeId> elements(const Query& query, size_t most);
  // Returns what a query of a field finds inside `scope`, at most `most`.
  Findings values(const FieldRule& field, const Query& query, dom::NodeId scope, size_t most);

  const dom::Document& document() const { return document_; }
  // The URL to which addresses are relative: that of the page or of its <base>.
  const url::Url& base() const { return base_; }
  dom::WorkBudget& budget() { return budget_; }
  // Whether a value was cut, or a query given up because the budget is spent.
  bool is_truncated() const { return is_cut_ || budget_.steps == 0 || document_.is_truncated(); }

 private:
  Findings run(const dom::Selector& selector, const FieldRule& field, dom::NodeId scope,
               size_t most);
  Findings run(const dom::XPath& xpath, const FieldRule& field, dom::NodeId scope, size_t most);
  Findings run(const StatedValue& source, const FieldRule& field, dom::NodeId scope, size_t most);
  Findings run(const GroupName& group, const FieldRule& field, dom::NodeId scope, size_t most);
  Findings run(const RecordElement& element, const FieldRule& field, dom::NodeId scope,
               size_t most);

  const dom::XPathDocument& xpath_document();
  void add_element(const FieldRule& field, dom::NodeId element, Findings& findings);
  std::string content_of(const FieldRule& field, dom::NodeId element);
  bool charge(dom::NodeId element);
  bool charge(const pattern::Pattern& regex, const Findings& findings);
  std::string cut(std::string text);

  const dom::Document document_;
  const url::Url base_;
  const size_t max_value_bytes_;
  dom::WorkBudget budget_;
  std::unique_ptr<dom::XPathDocument> xpath_document_;  // built when it is needed
  std::unique_ptr<PageSources> sources_;                // likewise
  std::vector<std::pair<std::string, std::string>> groups_;
  bool is_cut_ = false;
};

// Returns the URL to which addresses of the page are relative.
url::Url base_of(const dom::Document& document, const url::Url& page);

}  // namespace freshet::extract
