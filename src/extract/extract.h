#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "dom/document.h"
#include "dom/selector.h"
#include "extract/recipe.h"
#include "url/canonical.h"
#include "url/url.h"

namespace freshet::extract {

struct ExtractLimits {
  dom::TreeLimits tree;
  size_t max_records = 1'000;  // of one kind on one page
  size_t max_list = 1'000;     // values of a field with list = true
  size_t max_value_bytes = 64 << 10;
  size_t max_item_bytes = 1 << 20;  // of all values of a page together
  size_t max_links = 50'000;
  dom::WorkBudget work;  // of all queries of a page together
};

// A rule that found nothing on a page.
struct Miss {
  std::string field;  // "price"; "review.stars" if no record has it; "review" if there is none
  std::string rule;   // "selector .price"
  // Why: "matches no element", "\"ask us\" is no amount of money".
  std::string reason;
  bool is_required = false;
};

// What a page shows of an item.
struct Extraction {
  PageKind kind = PageKind::kOther;
  // Of an item: the named group, the field or the URL. Empty if the field has no value, or one of
  // more than 1 KiB: then the page shows no item, and `missing` has the name of the field.
  std::string key;
  // JSON objects without white space, members in the order of the recipe. A field that has no value
  // is absent. The same values give the same bytes.
  std::string fields;   // {"title":"...","price":{"amount":"12.50","currency":"EUR"}}
  std::string records;  // {"review":[{"stars":4}]}; "{}" if the recipe has no records
  // Required fields without a value; "review.stars" if any record lacks it.
  std::vector<std::string> missing;
  std::vector<Miss> misses;   // only if they are asked for
  bool is_truncated = false;  // a limit cut something
};

// The page to extract from. The body is in UTF-8.
struct ExtractPage {
  std::string_view html;
  const url::Url& url;         // to which addresses are relative, unless the page has a <base>
  std::string_view canonical;  // canonical form of the URL, for the patterns
};

// Extracts an item from a page that matches an item pattern; for other pages only `kind` is set.
// Pure; takes time proportional to the page, bounded by the limits.
Extraction extract(const Recipe& recipe, const ExtractPage& page, bool with_misses = false,
                   const ExtractLimits& limits = {});

// Links of a page to items and lists, as canonical URLs in the order of the page, each once.
struct RecipeLinks {
  std::vector<std::string> items;
  std::vector<std::string> lists;
};

// Returns the addresses of <a> and <area> that match a pattern; on a list page of a recipe with a
// selector of links, only those inside elements that it matches. Whether robots may follow them is
// not considered.
RecipeLinks links_of(const Recipe& recipe, const ExtractPage& page,
                     const url::Canonicalizer& canonicalizer, const ExtractLimits& limits = {});

// A field whose value differs between two extractions of an item.
struct FieldChange {
  std::string field;   // or the name of a kind of record
  std::string before;  // JSON; empty: it had no value
  std::string after;   // JSON; empty: it has no value any more
};

// Compares `fields` and `records` of two extractions. For records, `before` has those that are gone
// and `after` those that are new, as JSON arrays; an order that differs is no change.
std::vector<FieldChange> field_changes(std::string_view fields_before,
                                       std::string_view records_before,
                                       std::string_view fields_after,
                                       std::string_view records_after);

}  // namespace freshet::extract
