#pragma once

#include <optional>
#include <string>

#include "crawl/item_reading.h"
#include "store/types.h"

namespace freshet::crawl {

// What a visit to the page of an item means for the item.
struct ItemUpdate {
  std::optional<store::Item> row;  // to be written; none: nothing changes
  std::string fields;              // for store::Change::fields; empty: no field has changed
  double share = 0;                // of the fields, that have changed
};

// `before` is the item as it was stored; nullptr: the page was no item yet. If required fields are
// missing, the values stay as they are.
ItemUpdate update_item(const store::Item* before, const store::PageKey& page,
                       const ItemReading& reading, Instant at);

}  // namespace freshet::crawl
