#include "aquarium/shop_list.h"

#include <algorithm>

namespace freshet::aquarium {
namespace {

struct SortKey {
  uint64_t price = 0;
  std::string name;
  uint32_t item = 0;
};

void sort_items(const Shop& shop, const ListQuery& query, std::vector<uint32_t>& items) {
  std::vector<SortKey> keys;
  keys.reserve(items.size());
  const bool by_price = query.order == ListOrder::kPrice;
  for (const uint32_t item : items) {
    keys.push_back({.price = by_price ? shop.list_price(item).minor_units : 0,
                    .name = by_price ? std::string() : shop.title(item),
                    .item = item});
  }
  std::sort(keys.begin(), keys.end(), [](const SortKey& a, const SortKey& b) {
    if (a.price != b.price) return a.price < b.price;
    return a.name != b.name ? a.name < b.name : a.item < b.item;
  });
  for (size_t i = 0; i < keys.size(); ++i) items[i] = keys[i].item;
}

}  // namespace

std::vector<uint32_t> listed_items(const Shop& shop, const ListQuery& query, Instant now) {
  std::vector<uint32_t> items;
  for (uint32_t item = shop.arrived(now); item-- > 0;) {
    if (!shop.categories(item).has(query.category)) continue;
    if (query.colour && shop.colour(item) != *query.colour) continue;
    if (query.brand && shop.brand(item) != *query.brand) continue;
    if (now < shop.deleted(item)) items.push_back(item);
  }
  if (query.order != ListOrder::kNewest) sort_items(shop, query, items);
  if (query.is_reversed) std::reverse(items.begin(), items.end());
  return items;
}

}  // namespace freshet::aquarium
