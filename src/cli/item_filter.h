#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "collection/items.h"
#include "extract/recipe.h"
#include "json/read.h"
#include "pattern/pattern.h"
#include "result/result.h"

namespace freshet::cli {

// A condition on an item, such as `price<20`, `price.currency=EUR`, `title~(?i)bridge` or
// `gone=false`. The left side is a field, a member of a field, or one of key, url and gone. Two
// numbers are compared as numbers, everything else as text; ~ searches an RE2 pattern.
class ItemFilter {
 public:
  // The error says how a condition is written.
  static Result<ItemFilter> parse(const std::vector<std::string>& conditions);

  // Returns an error if the recipe has no field that a condition names; otherwise a misspelt field
  // would look like one that no item has.
  Status check(const extract::Recipe& recipe) const;

  // Returns whether all conditions hold. `fields` is ItemRow::item.fields. An item without the
  // field meets only `!=`.
  bool accepts(const collection::ItemRow& row, const json::Value& fields) const;

 private:
  enum class Operator : uint8_t { kEqual, kUnequal, kLess, kAtMost, kMore, kAtLeast, kMatches };
  struct Condition {
    std::string name;
    Operator how = Operator::kEqual;
    std::string value;
    std::vector<pattern::Pattern> pattern;  // of kMatches: one
  };
  static Result<Condition> parse_one(std::string_view text);
  static bool holds(const Condition& condition, const std::string& found);

  std::vector<Condition> conditions_;
};

}  // namespace freshet::cli
