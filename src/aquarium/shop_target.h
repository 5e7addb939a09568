#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "aquarium/shop.h"

namespace freshet::aquarium {

enum class ShopPage : uint8_t {
  kHome,
  kList,  // /c/NAME, with filters and orders; see ListQuery
  kItem,
  kPrint,
  kQuestion,
  kReview,  // other: the number of the review
  kCart,
  kCompare,  // other: the second item
  kUser,     // number: of the user
  kHelpIndex,
  kHelp,  // number: of the topic
  kBlogIndex,
  kBlog,  // number: of the post
  kImage,
  kRobots,
  kSitemap,
  kUnknown,
};

enum class ListOrder : uint8_t { kNewest, kPrice, kName };

// What a list shows. The defaults are the list that a recipe follows: everything, newest first.
struct ListQuery {
  uint32_t category = 0;
  uint32_t page = 1;
  ListOrder order = ListOrder::kNewest;
  bool is_reversed = false;  // descending; of the newest first, ascending
  std::optional<uint32_t> colour;
  std::optional<uint32_t> brand;
};

// What a request target refers to. Whether an item or a page of a list exists is not checked.
struct ShopTarget {
  ShopPage page = ShopPage::kUnknown;
  uint32_t number = 0;  // of the item, if nothing else is said above
  uint32_t other = 0;
  ListQuery list;
};

// Parameters may come in any order; unknown ones are ignored. Linear time.
ShopTarget find_shop_target(const Shop& shop, std::string_view target);

// Append the path and query of a page.
void append_item_path(std::string& out, uint32_t item);
void append_list_path(std::string& out, const ListQuery& query);
void append_user_path(std::string& out, uint32_t user);
void append_help_path(std::string& out, uint32_t topic);
void append_post_path(std::string& out, uint32_t post);
void append_compare_path(std::string& out, uint32_t item, uint32_t other);

std::string item_url(const Shop& shop, uint32_t item);
std::string image_url(const Shop& shop, uint32_t item);
// The inverse of item_url(); nullopt if the URL is not that of an item of any shop.
struct ItemAddress {
  uint32_t host = 0;
  uint32_t item = 0;
};
std::optional<ItemAddress> find_item(const World& world, std::string_view url);

std::string user_name(uint32_t user);
// Two or three English words that depend on the number only: "quiet-river-harbour".
std::string slug_words(uint32_t number);

}  // namespace freshet::aquarium
