#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "dom/selector.h"
#include "dom/xpath.h"
#include "extract/locale.h"
#include "extract/page_sources.h"
#include "extract/recipe.h"
#include "pattern/pattern.h"
#include "pattern/pattern_set.h"

// A recipe as it was compiled.
namespace freshet::extract {

// A named group of the item pattern that the URL matches.
struct GroupName {
  std::string name;
};

// The element of a record itself.
struct RecordElement {};

// What a page states for machines. Beside a price, pages state its currency.
struct StatedValue {
  Source value;
  std::optional<Source> currency;
};

// One way to find the values of a field, or the elements of records.
struct Query {
  std::string rule;  // for messages: "selector .price"
  std::variant<dom::Selector, dom::XPath, StatedValue, GroupName, RecordElement> how;
};

// What is done to a text before it is read as a value, in this order.
struct Cleaning {
  bool trims = true;
  std::optional<pattern::Pattern> regex;
  std::optional<std::map<std::string, std::string, std::less<>>> map;
  std::optional<std::string> map_default;
};

struct FieldRule {
  FieldShape shape;
  std::vector<Query> queries;  // the first that yields a value wins
  std::string attribute;       // of the elements that a selector matches; empty: their content
  Cleaning cleaning;
  Locale locale;
  std::string currency;
  std::string date_format;
};

struct RecordRule {
  std::string name;
  Query each;
  std::vector<FieldRule> fields;
};

struct RecipeRules {
  std::string name;
  std::string text;
  uint64_t fingerprint = 0;  // of the text
  std::vector<std::string> seeds;
  pattern::PatternSet patterns;  // of items, then of lists
  size_t item_patterns = 0;
  std::string key;
  // The index of the group with the key in each item pattern; empty if no group is the key.
  std::vector<size_t> key_groups;
  std::optional<size_t> key_field;
  std::optional<dom::Selector> links;  // on list pages, only links inside these elements count
  std::vector<FieldRule> fields;
  std::vector<RecordRule> records;
};

// A URL with the pattern that it matches.
struct UrlMatch {
  PageKind kind = PageKind::kOther;
  size_t pattern = 0;
  std::string_view key;  // of an item whose key is a named group
};

// Items come before lists. A URL whose key would be empty is no item.
UrlMatch match_url(const RecipeRules& rules, std::string_view url);

}  // namespace freshet::extract
