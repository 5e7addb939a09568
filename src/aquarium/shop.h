#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "aquarium/change_process.h"
#include "aquarium/shop_money.h"
#include "aquarium/text_pool.h"
#include "aquarium/world.h"
#include "clock/instant.h"

namespace freshet::aquarium {

// What changes about an item. Each aspect has a change process of its own.
enum class Aspect : uint8_t { kPrice, kStock, kDescription, kReviews };
inline constexpr Aspect kAspects[] = {Aspect::kPrice, Aspect::kStock, Aspect::kDescription,
                                      Aspect::kReviews};

// The categories of an item: the first `count` entries, which differ from each other.
struct ItemCategories {
  std::array<uint8_t, 3> number = {};
  uint32_t count = 1;

  bool has(uint32_t category) const;
};

struct ItemProperty {
  std::string_view name;
  std::string value;
};

struct Review {
  uint32_t number = 1;  // in the order in which they arrived
  uint32_t user = 0;
  uint32_t stars = 1;     // 1..5
  std::string_view text;  // without white space at its end
  Instant at;
};

// One host of the profile `shop`: the items that it ever offers, and their state at any time. Items
// are numbered in the order in which they are first offered, so that "newest first" is descending
// order. A cheap view of the world, which must outlive it; stores nothing per item.
class Shop {
 public:
  static constexpr uint32_t kFirstId = 1'000;     // item 0 is /item/1000
  static constexpr uint64_t kMostReviews = 30;    // of an item; later ones are not accepted
  static constexpr uint32_t kUsersPerItem = 15;   // /user/NAME
  static constexpr uint32_t kPostsPerItem = 25;   // /blog/YYYY/MM/slug
  static constexpr uint32_t kHelpTopics = 100;    // /help/NAME
  static constexpr uint32_t kComparedItems = 36;  // the following items that one is compared with
  // How long before the world's start the first item was offered.
  static constexpr Duration kHistory = Duration::days(200);

  Shop(const World& world, uint32_t host);

  const World& world() const { return world_; }
  uint32_t host() const { return host_; }
  const TextPool& texts() const { return texts_; }
  PriceStyle price_style() const { return static_cast<PriceStyle>(host_ % 3); }

  uint32_t item_count() const { return world_.host(host_).pages; }  // ever on offer
  // The items below this number were offered at `now` or before; some may have been deleted.
  uint32_t arrived(Instant now) const;
  Instant first_offered(uint32_t item) const;
  Instant deleted(uint32_t item) const;  // Instant::never(): it never is
  // Whether the item has a page and is on lists.
  bool exists(uint32_t item, Instant now) const;

  std::string title(uint32_t item) const;
  uint32_t brand(uint32_t item) const;  // index in kBrands
  // The shop sells the first so many brands: fewer if it is small, so that the number of its lists
  // by brand grows with its items.
  uint32_t brand_count() const;
  uint32_t colour(uint32_t item) const;  // index in kColours
  std::string sku(uint32_t item) const;
  ItemCategories categories(uint32_t item) const;
  std::vector<ItemProperty> properties(uint32_t item) const;
  Money list_price(uint32_t item) const;  // about which its price varies

  ChangeProcess process(uint32_t item, Aspect aspect) const;
  uint64_t version(uint32_t item, Aspect aspect, Instant now) const {
    return process(item, aspect).version_at(now);
  }
  // Versions count the changes of the aspect. Consecutive prices differ; so do descriptions.
  Money price(uint32_t item, uint64_t version) const;
  Money price_at(uint32_t item, Instant now) const {
    return price(item, version(item, Aspect::kPrice, now));
  }
  bool is_in_stock(uint32_t item, uint64_t version) const;
  std::string description(uint32_t item, uint64_t version) const;
  uint32_t review_count(uint32_t item, Instant now) const;
  Review review(uint32_t item, uint32_t number) const;
  // The mean of the first `count` reviews in tenths of a star, rounded; nullopt if there are none.
  std::optional<uint32_t> rating(uint32_t item, uint32_t count) const;
  // The last time when the content of the item's page changed, by a redesign too.
  Instant last_change(uint32_t item, Instant now) const;

  uint64_t item_seed(uint32_t item) const;

 private:
  uint32_t stars(uint32_t item, uint32_t number) const;
  uint32_t items_at_start() const;
  ChangeProcess arrivals() const;

  const World& world_;
  const ShopOptions& options_;
  const TextPool& texts_;
  uint32_t host_;
  uint64_t seed_;
};

// What the page of an item shows of it at a time, besides what never changes.
struct ItemState {
  Money price;
  bool is_in_stock = true;
  std::string description;
  uint32_t review_count = 0;
  std::optional<uint32_t> rating;  // as Shop::rating()
};
ItemState item_state(const Shop& shop, uint32_t item, Instant now);

std::string_view availability(bool is_in_stock);  // "in stock" or "sold out"
// "4.3", of tenths.
std::string rating_text(uint32_t tenths);

}  // namespace freshet::aquarium
