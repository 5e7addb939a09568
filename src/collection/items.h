#pragma once

#include <functional>
#include <optional>
#include <string>

#include "clock/instant.h"
#include "extract/recipes.h"
#include "result/result.h"
#include "store/store.h"

namespace freshet::collection {

// An item of a recipe, with what the state of its page says.
struct ItemRow {
  store::Item item;
  std::string url;
  Instant last_seen;                  // the last visit that got the page
  Instant verified_at;                // the last visit that confirmed the values
  std::optional<Instant> gone_since;  // the page does not exist any more
};

// The recipes that were ever used in the collection, the last text of each name: JSON, a list of
// texts.
inline constexpr char kRecipesFact[] = "recipes";
Result<extract::Recipes> stored_recipes(const store::Store& store);
// Returns the value of the fact after these recipes are used; the stored one is `before`.
std::string with_recipes(std::string_view before, const extract::Recipes& used);

// Calls `each` for the items of a recipe, in the order of sites and pages, until it returns false.
// Memory: some hundred items.
Status each_item(const store::Store& store, const std::string& recipe,
                 const std::function<bool(const ItemRow&)>& each);

// Returns the row of an item whose page is in this state.
ItemRow item_row(store::Item item, const store::PageState& page);

}  // namespace freshet::collection
