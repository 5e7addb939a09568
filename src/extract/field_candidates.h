#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "dom/document.h"
#include "dom/selector.h"

namespace freshet::extract {

// A rule that may find a field on the pages of items, as a recipe states it.
struct FieldCandidate {
  std::string source;     // "og:title"; empty: it has a selector
  std::string selector;   // "time[datetime]"
  std::string attribute;  // of the selected element; may be empty

  bool is_selector() const { return source.empty(); }
  auto operator<=>(const FieldCandidate&) const = default;
};

// A field that items of many sites have.
struct UsualField {
  std::string_view name;
  std::string_view type;        // as in a recipe
  bool is_identifying = false;  // items rarely have the same value
  bool is_common = false;       // all items may have the same value
};

inline constexpr UsualField kUsualFields[] = {
    {.name = "title", .type = "text", .is_identifying = true},
    {.name = "price", .type = "money"},
    {.name = "date", .type = "date"},
    {.name = "author", .type = "text", .is_common = true},
    {.name = "description", .type = "text", .is_identifying = true},
    {.name = "image", .type = "url"},
};

// Returns rules that find something for a field on the page of an item, in the order in which they
// are preferred: JSON-LD, <meta>, microdata, and selectors. Those that are made of classes and ids
// of the page come last, the shortest first. At most 60.
std::vector<FieldCandidate> field_candidates(const UsualField& field, const dom::Document& document,
                                             dom::WorkBudget& budget);

}  // namespace freshet::extract
