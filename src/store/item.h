#pragma once

#include <optional>
#include <string>

#include "clock/instant.h"
#include "store/page_key.h"

namespace freshet::store {

// What a recipe extracted from a page. It changes only when the values change, or when the page
// begins or ceases to match the recipe; PageState tells when the page was visited last.
struct Item {
  PageKey page;
  std::string recipe;  // its name
  uint64_t rules = 0;  // a fingerprint of the recipe's text; values of other rules do not compare
  std::string key;
  std::string fields;   // JSON, as extract::Extraction has it; not interpreted by the store
  std::string records;  // the same
  Instant first_seen;   // when the page was an item for the first time
  Instant last_change;  // when these values were seen first
  // Since when required fields are missing on the page. The values are those from before.
  std::optional<Instant> unmatched_since;

  bool operator==(const Item&) const = default;
};

}  // namespace freshet::store
