#include "aquarium/shop_target.h"

#include "aquarium/decimal.h"
#include "aquarium/query_parameters.h"
#include "aquarium/random.h"
#include "aquarium/shop_words.h"
#include "aquarium/vocabulary.h"

namespace freshet::aquarium {
namespace {

constexpr uint32_t kFirstBlogYear = 2021;
constexpr uint32_t kBlogMonths = 60;
constexpr uint32_t kMaxListPage = 1'000'000;

bool take(std::string_view& from, std::string_view text) {
  if (!from.starts_with(text)) return false;
  from.remove_prefix(text.size());
  return true;
}

// Parses a text that is a number and nothing else.
std::optional<uint32_t> only_number(std::string_view text) {
  const auto number = take_decimal(text);
  if (!number || *number > UINT32_MAX || !text.empty()) return std::nullopt;
  return static_cast<uint32_t>(*number);
}

// Parses the id of an item that is ever on offer; returns the item's number.
std::optional<uint32_t> item_of_id(const Shop& shop, std::string_view id) {
  const auto number = only_number(id);
  if (!number || *number < Shop::kFirstId) return std::nullopt;
  const uint32_t item = *number - Shop::kFirstId;
  if (item >= shop.item_count()) return std::nullopt;
  return item;
}

// A path that ends in "-NUMBER", where `append` must write that path for the number.
ShopTarget numbered(ShopPage page, std::string_view path, uint32_t count,
                    void (*append)(std::string&, uint32_t)) {
  const auto number = only_number(path.substr(path.rfind('-') + 1));
  if (!number || *number >= count) return {};
  std::string expected;
  append(expected, *number);
  if (path != expected) return {};
  return {.page = page, .number = *number};
}

// Reads one parameter of a list; returns false if its value is not valid.
bool read_list_parameter(const Shop& shop, const QueryReader::Parameter& given, ListQuery& query) {
  const auto [name, value] = given;
  if (name == "page") {
    const auto page = only_number(value);
    query.page = page.value_or(0);
    return query.page > 0 && query.page <= kMaxListPage;
  }
  if (name == "sort") {
    if (value == "price") query.order = ListOrder::kPrice;
    if (value == "name") query.order = ListOrder::kName;
    return value == "price" || value == "name" || value == "newest";
  }
  if (name == "colour") return (query.colour = find_word(kColours, value)).has_value();
  if (name == "brand") {
    query.brand = find_brand(value);
    return query.brand && *query.brand < shop.brand_count();
  }
  return true;
}

ShopTarget list(const Shop& shop, std::string_view name, std::string_view target) {
  const auto category = find_word(kCategories, name);
  if (!category) return {};
  ShopTarget to{.page = ShopPage::kList, .list = {.category = *category}};
  std::string_view direction;
  QueryReader query(target);
  while (const auto given = query.next()) {
    if (given->name == "dir") direction = given->value;
    if (!read_list_parameter(shop, *given, to.list)) return {};
  }
  const bool is_newest = to.list.order == ListOrder::kNewest;
  to.list.is_reversed = direction == (is_newest ? "asc" : "desc");
  return to;
}

ShopTarget item(const Shop& shop, std::string_view rest) {
  const size_t slash = rest.find('/');
  const auto item = item_of_id(shop, rest.substr(0, slash));
  if (!item) return {};
  if (slash == std::string_view::npos) return {.page = ShopPage::kItem, .number = *item};
  const std::string_view sub = rest.substr(slash + 1);
  if (sub == "print") return {.page = ShopPage::kPrint, .number = *item};
  if (sub == "question") return {.page = ShopPage::kQuestion, .number = *item};
  return {};
}

// A page about the item in one parameter, with a second number in another.
ShopTarget pair(const Shop& shop, ShopPage page, std::string_view target) {
  const bool is_compare = page == ShopPage::kCompare;
  const std::string_view first = page == ShopPage::kReview ? "item" : is_compare ? "a" : "add";
  const auto item = item_of_id(shop, parameter(target, first));
  if (!item) return {};
  if (page == ShopPage::kCart) return {.page = page, .number = *item};
  const std::string second = parameter(target, is_compare ? "b" : "n");
  const auto other = is_compare ? item_of_id(shop, second) : only_number(second);
  if (!other) return {};
  return {.page = page, .number = *item, .other = *other};
}

}  // namespace

ShopTarget find_shop_target(const Shop& shop, std::string_view target) {
  const std::string_view path = target.substr(0, target.find('?'));
  const uint32_t items = shop.item_count();
  if (path == "/") return {.page = ShopPage::kHome};
  std::string_view rest = path;
  if (take(rest, "/item/")) return item(shop, rest);
  if (take(rest, "/c/")) return list(shop, rest, target);
  if (path == "/review") return pair(shop, ShopPage::kReview, target);
  if (path == "/cart") return pair(shop, ShopPage::kCart, target);
  if (path == "/compare") return pair(shop, ShopPage::kCompare, target);
  if (path == "/help/") return {.page = ShopPage::kHelpIndex};
  if (path == "/blog/") return {.page = ShopPage::kBlogIndex};
  if (path.starts_with("/help/")) {
    return numbered(ShopPage::kHelp, path, Shop::kHelpTopics, append_help_path);
  }
  if (path.starts_with("/blog/")) {
    return numbered(ShopPage::kBlog, path, items * Shop::kPostsPerItem, append_post_path);
  }
  if (path.starts_with("/user/")) {
    return numbered(ShopPage::kUser, path, items * Shop::kUsersPerItem, append_user_path);
  }
  if (path.starts_with("/img/")) return {.page = ShopPage::kImage};
  if (path == "/robots.txt") return {.page = ShopPage::kRobots};
  if (path == "/sitemap.xml") return {.page = ShopPage::kSitemap};
  return {};
}

void append_item_path(std::string& out, uint32_t item) {
  out += "/item/";
  append_decimal(out, Shop::kFirstId + item);
}

void append_list_path(std::string& out, const ListQuery& query) {
  out.append("/c/").append(kCategories[query.category]);
  char separator = '?';
  const auto add = [&](std::string_view name, std::string_view value) {
    out += separator;
    out.append(name).append("=").append(value);
    separator = '&';
  };
  if (query.page > 1) add("page", std::to_string(query.page));
  if (query.order == ListOrder::kNewest) {
    if (query.is_reversed) add("sort", "newest&dir=asc");
  } else {
    add("sort", query.order == ListOrder::kPrice ? "price" : "name");
    add("dir", query.is_reversed ? "desc" : "asc");
  }
  if (query.colour) add("colour", kColours[*query.colour]);
  if (query.brand) add("brand", brand_slug(*query.brand));
}

std::string user_name(uint32_t user) {
  return std::string(kGivenNames[user % kGivenNames.size()]) + "-" + std::to_string(user);
}

std::string slug_words(uint32_t number) {
  const auto words = vocabulary(Writing::kEnglish).words;
  RandomStream random(mix(number));
  std::string out(words[random.below(words.size())]);
  for (uint64_t more = 1 + random.below(2); more > 0; --more) {
    out.append("-").append(words[random.below(words.size())]);
  }
  return out;
}

void append_user_path(std::string& out, uint32_t user) {
  out.append("/user/").append(user_name(user));
}

void append_help_path(std::string& out, uint32_t topic) {
  out.append("/help/").append(slug_words(topic)).append("-");
  append_decimal(out, topic);
}

void append_post_path(std::string& out, uint32_t post) {
  const uint32_t month = post % kBlogMonths;
  out += "/blog/";
  append_decimal(out, kFirstBlogYear + month / 12);
  out += month % 12 < 9 ? "/0" : "/";
  append_decimal(out, month % 12 + 1);
  out.append("/").append(slug_words(post)).append("-");
  append_decimal(out, post);
}

void append_compare_path(std::string& out, uint32_t item, uint32_t other) {
  out += "/compare?a=";
  append_decimal(out, Shop::kFirstId + item);
  out += "&b=";
  append_decimal(out, Shop::kFirstId + other);
}

std::string item_url(const Shop& shop, uint32_t item) {
  std::string url;
  shop.world().append_origin(url, shop.host());
  append_item_path(url, item);
  return url;
}

std::string image_url(const Shop& shop, uint32_t item) {
  return shop.world().url(shop.host(), "/img/" + std::to_string(Shop::kFirstId + item) + ".gif");
}

std::optional<ItemAddress> find_item(const World& world, std::string_view url) {
  std::string_view rest = url;
  if (!world.options().shop || !take(rest, "http://")) return std::nullopt;
  const auto host = world.find_host(rest.substr(0, rest.find('/')));
  if (!host) return std::nullopt;
  const Shop shop(world, *host);
  const size_t id = url.rfind('/') + 1;
  const auto item = item_of_id(shop, url.substr(id));
  if (!item || item_url(shop, *item) != url) return std::nullopt;
  return ItemAddress{*host, *item};
}

}  // namespace freshet::aquarium
