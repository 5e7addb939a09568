#pragma once

#include <cstdint>
#include <vector>

#include "aquarium/shop.h"
#include "aquarium/shop_target.h"

namespace freshet::aquarium {

inline constexpr uint32_t kItemsPerListPage = 20;

// The items that a list shows on all its pages together, in its order; query.page is ignored. Takes
// time proportional to the number of items. Prices are ordered by the list price, which does not
// change.
std::vector<uint32_t> listed_items(const Shop& shop, const ListQuery& query, Instant now);

// The number of pages of a list with so many items. An empty list has one page.
constexpr uint32_t list_pages(size_t items) {
  const auto pages = static_cast<uint32_t>((items + kItemsPerListPage - 1) / kItemsPerListPage);
  return pages == 0 ? 1 : pages;
}

}  // namespace freshet::aquarium
