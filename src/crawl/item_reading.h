#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "crawl/candidates.h"
#include "extract/recipes.h"
#include "url/url.h"

namespace freshet::crawl {

// What the recipe found on the page of an item.
struct ItemReading {
  std::string recipe;
  uint64_t rules = 0;  // Recipe::fingerprint(): another recipe may extract other values
  std::string key;
  std::string fields;
  std::string records;
  std::vector<std::string> missing;  // required fields without a value
  bool is_match() const { return missing.empty(); }
  size_t memory() const { return key.capacity() + fields.capacity() + records.capacity(); }
};

// What the recipe found on a page that lists items.
struct ListReading {
  std::vector<uint32_t> items;  // indexes of the candidates that are items
};

// What the next visit is compared with: of an item its values, of a list the set of its items.
std::string version_of(const ItemReading& item);
std::string version_of(const ListReading& list, const Candidates& candidates);
// Returns the rules under which an item got this version; nullopt if it is not that of an item.
std::optional<uint64_t> rules_in(std::string_view version);

}  // namespace freshet::crawl
