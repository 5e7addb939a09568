#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "aquarium/reply.h"
#include "aquarium/shop.h"
#include "clock/instant.h"

// The ground truth about shops.
namespace freshet::aquarium {

// A change of an item that its page shows: the aspect got this version. Of reviews, a new one: its
// number.
struct ItemChange {
  Instant at;
  Aspect aspect = Aspect::kPrice;
  uint64_t version = 1;
};

// The changes of an item after `after` and not after `until`, in order; at most `limit` of each
// aspect. Changes before its first offer or after its end are not included.
struct ItemSpan {
  uint32_t item = 0;
  Instant after;
  Instant until;
};
std::vector<ItemChange> item_changes(const Shop& shop, const ItemSpan& span, size_t limit);

// A page of a list that shows all items of a category, newest first.
struct ShopListPage {
  uint32_t category = 0;
  uint32_t page = 1;
  uint32_t items = 0;
  uint32_t only_here = 0;  // items that no other of these pages shows
};
std::vector<ShopListPage> shop_list_pages(const Shop& shop, Instant now);

// Answers /items, /item, /lists and /recipe (docs/formats/aquarium.md). Returns false if the path
// is none of these or the world has no shops.
bool answer_shop_truth(const World& world, std::string_view target, Instant now, Reply& reply);

}  // namespace freshet::aquarium
