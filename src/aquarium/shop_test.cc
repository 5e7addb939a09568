#include "aquarium/shop.h"

#include <algorithm>
#include <regex>
#include <set>

#include "aquarium/shop_frame.h"
#include "aquarium/shop_list.h"
#include "aquarium/shop_metadata.h"
#include "aquarium/shop_target.h"
#include "aquarium/shop_test_tools.h"
#include "aquarium/shop_words.h"
#include "clock/civil.h"
#include "gtest/gtest.h"

namespace freshet::aquarium {
namespace {

constexpr Duration kTick = Duration::microseconds(1);
constexpr Duration kRedesign = Duration::days(20);

std::string path_of(uint32_t item) {
  std::string path;
  append_item_path(path, item);
  return path;
}

std::vector<uint32_t> existing(const Shop& shop, Instant now) {
  std::vector<uint32_t> items;
  for (uint32_t item = 0; item < shop.item_count(); ++item) {
    if (shop.exists(item, now)) items.push_back(item);
  }
  return items;
}

std::string escaped(std::string_view plain) {
  std::string out;
  HtmlWriter(out).text(plain);
  return out;
}

// The page without the lines that may differ in every request.
std::string steady(const std::string& page) {
  std::string out;
  for (size_t at = 0; at < page.size();) {
    const size_t end = std::min(page.find('\n', at), page.size() - 1) + 1;
    const std::string line = page.substr(at, end - at);
    at = end;
    bool is_volatile = false;
    for (const char* mark : {"class=\"ad\"", "class=\"promo\"", "class=\"clock\"", "csrf"}) {
      if (line.find(mark) != std::string::npos) is_volatile = true;
    }
    if (!is_volatile) out += line;
  }
  return out;
}

TEST(Shop, SameSeedGivesTheSameBytesInAnyOrder) {
  const World one(small_shop(), kShopStart);
  const World other(small_shop(), kShopStart);
  const Instant now = kShopStart + Duration::days(9);
  std::vector<std::string> targets = {
      "/",          "/c/lamps",         "/c/toys?page=2", "/c/bags?sort=price&dir=asc",
      "/item/1003", "/item/1003/print", "/sitemap.xml",   "/blog/"};
  std::vector<std::string> bodies;
  for (const std::string& target : targets) {
    bodies.push_back(request_shop(one, {target, 1}, now).body);
  }
  for (size_t i = targets.size(); i-- > 0;) {
    EXPECT_EQ(request_shop(other, {targets[i], 1}, now).body, bodies[i]) << targets[i];
  }
  WorldOptions options = small_shop();
  options.seed = 2;
  const World different(options, kShopStart);
  EXPECT_NE(request_shop(different, {"/item/1003", 1}, now).body, bodies[4]);
}

TEST(Shop, EveryItemIsReachableFromHomeThroughListPages) {
  const World world(small_shop(), kShopStart);
  const Shop shop(world, 0);
  const std::regex list_pattern("/c/[a-z]+(\\?page=\\d+)?");
  for (const int days : {0, 30, 90}) {
    const Instant now = kShopStart + Duration::days(days);
    std::set<std::string> seen = {"/"};
    std::vector<std::string> queue = {"/"};
    std::set<std::string> items;
    while (!queue.empty()) {
      const std::string target = queue.back();
      queue.pop_back();
      const Reply reply = request_shop(world, {target}, now);
      ASSERT_EQ(reply.status, 200) << target;
      for (const std::string& link : between(reply.body, "href=\"", "\"")) {
        if (std::regex_match(link, list_pattern) && seen.insert(link).second) {
          queue.push_back(link);
        }
        if (std::regex_match(link, std::regex("/item/\\d+"))) items.insert(link);
      }
    }
    std::set<std::string> expected;
    for (const uint32_t item : existing(shop, now)) expected.insert(path_of(item));
    EXPECT_EQ(items, expected);
    EXPECT_GT(expected.size(), 80U);
    const auto listed = between(request_shop(world, {"/sitemap.xml"}, now).body, ".test/", "<");
    EXPECT_EQ(std::set<std::string>(listed.begin(), listed.end()).size(), expected.size());
  }
}

TEST(Shop, ItemsAreInOneToThreeCategoriesNewestFirst) {
  const World world(small_shop(), kShopStart);
  const Shop shop(world, 0);
  std::vector<int> of_count(4);
  for (uint32_t item = 0; item < shop.item_count(); ++item) {
    const ItemCategories categories = shop.categories(item);
    ASSERT_GE(categories.count, 1U);
    ASSERT_LE(categories.count, 3U);
    ++of_count[categories.count];
    const std::set<uint32_t> different(categories.number.begin(),
                                       categories.number.begin() + categories.count);
    EXPECT_EQ(different.size(), categories.count);
  }
  EXPECT_GT(std::min({of_count[1], of_count[2], of_count[3]}), 20);
  const Instant now = kShopStart + Duration::days(30);
  for (uint32_t category = 0; category < kCategories.size(); ++category) {
    const auto items = listed_items(shop, {.category = category}, now);
    for (size_t i = 1; i < items.size(); ++i) {
      EXPECT_GT(shop.first_offered(items[i - 1]), shop.first_offered(items[i]));
    }
  }
}

TEST(Shop, PageOfAListBeyondItsEndIsMissing) {
  const World world(small_shop(), kShopStart);
  const Shop shop(world, 0);
  const uint32_t pages = list_pages(listed_items(shop, {.category = 3}, kShopStart).size());
  const std::string last = "/c/kitchen?page=" + std::to_string(pages);
  EXPECT_EQ(request_shop(world, {last}, kShopStart).status, 200);
  EXPECT_EQ(request_shop(world, {last + "&sort=price&dir=desc"}, kShopStart).status, 200);
  const std::string beyond = "/c/kitchen?page=" + std::to_string(pages + 1);
  for (const std::string& target :
       {beyond, beyond + "&sort=price", std::string("/c/kitchen?page=0"),
        std::string("/c/kitchen?page=x"), std::string("/c/kitchen?page=99999999999999999999"),
        std::string("/c/none"), std::string("/c/kitchen?colour=none"), std::string("/c/")}) {
    EXPECT_EQ(request_shop(world, {target}, kShopStart).status, 404) << target;
  }
}

TEST(Shop, FiltersAndOrdersOfAListDoWhatTheySay) {
  const World world(small_shop(), kShopStart);
  const Shop shop(world, 0);
  const ShopTarget to = find_shop_target(shop, "/c/garden?dir=desc&colour=red&x=1&sort=price");
  ASSERT_EQ(to.page, ShopPage::kList);
  const auto all = listed_items(shop, {.category = to.list.category}, kShopStart);
  const auto red = listed_items(shop, to.list, kShopStart);
  const auto is_red = [&](uint32_t item) { return shop.colour(item) == 0; };
  EXPECT_EQ(red.size(), static_cast<size_t>(std::count_if(all.begin(), all.end(), is_red)));
  ASSERT_GT(red.size(), 1U);
  for (size_t i = 1; i < red.size(); ++i) {
    EXPECT_GE(shop.list_price(red[i - 1]).minor_units, shop.list_price(red[i]).minor_units);
  }
  std::string path;
  append_list_path(path, to.list);
  EXPECT_EQ(path, "/c/garden?sort=price&dir=desc&colour=red");
}

TEST(Shop, PricesChangeOnlyInTheDayOnWorkingDays) {
  const World world(small_shop(), kShopStart);
  const Shop shop(world, 0);
  int daily = 0;
  int monthly = 0;
  for (uint32_t item = 0; item < 100; ++item) {
    const auto changes = shop.process(item, Aspect::kPrice)
                             .changes(kShopStart, kShopStart + Duration::days(60), 1'000);
    for (const Instant at : changes) {
      const CivilTime time = to_civil(at);
      EXPECT_GE(time.hour, 9);
      EXPECT_LT(time.hour, 18);
      const int day = weekday(days_from_civil(time.year, time.month, time.day));
      EXPECT_TRUE(day >= 1 && day <= 5) << format_iso8601(at);
      EXPECT_NE(shop.price_at(item, at), shop.price_at(item, at - kTick));
    }
    daily += changes.size() >= 30 ? 1 : 0;
    monthly += changes.size() <= 3 ? 1 : 0;
  }
  EXPECT_GE(daily, 3);
  EXPECT_GE(monthly, 10);
}

TEST(Shop, PageShowsTheStateOfTheItemInEitherDesign) {
  WorldOptions options = small_shop();
  options.redesign_at = kRedesign;
  const World world(options, kShopStart);
  size_t reviews = 0;
  size_t sold_out = 0;
  for (uint32_t host = 0; host < 3; ++host) {
    const Shop shop(world, host);
    for (const Duration since : {Duration::days(5), kRedesign}) {
      const Instant now = kShopStart + since;
      const bool is_new = since == kRedesign;
      for (const uint32_t item : existing(shop, now)) {
        const std::string page = request_shop(world, {path_of(item), host}, now).body;
        const ItemState state = item_state(shop, item, now);
        const auto only = [&](std::string_view before, std::string_view after) {
          const auto found = between(page, before, after);
          return found.size() == 1 ? found[0] : "not once, but " + std::to_string(found.size());
        };
        const bool marked = !is_new && has_metadata(item, Metadata::kMicrodata);
        EXPECT_EQ(is_new   ? only("pdp-name\">", "<")
                  : marked ? only("<h1 itemprop=\"name\">", "<")
                           : only("<h1>", "<"),
                  escaped(shop.title(item)));
        EXPECT_EQ(is_new ? only("pdp-amount\">", "<") : only("<p class=\"price\">", "<"),
                  as_written(state.price));
        EXPECT_EQ(is_new ? only("pdp-supply\">", "<") : only("class=\"stock\">", "<"),
                  availability(state.is_in_stock));
        EXPECT_NE(page.find(">" + state.description + "<"), std::string::npos);
        EXPECT_NE(page.find(">" + escaped(kBrands[shop.brand(item)]) + "<"), std::string::npos);
        EXPECT_NE(page.find(">" + shop.sku(item) + "<"), std::string::npos);
        const auto stars =
            between(page, is_new ? "data-stars=\"" : "<span class=\"stars\" data-value=\"", "\"");
        const size_t of_item = !is_new && state.rating ? 1 : 0;
        ASSERT_EQ(stars.size(), state.review_count + of_item);
        uint32_t sum = 0;
        for (size_t i = of_item; i < stars.size(); ++i)
          sum += static_cast<uint32_t>(stars[i][0] - '0');
        if (state.rating) {
          const double mean = static_cast<double>(sum) / state.review_count;
          EXPECT_NEAR(*state.rating / 10.0, mean, 0.0501);
        }
        reviews += state.review_count;
        sold_out += state.is_in_stock ? 0 : 1;
      }
    }
  }
  EXPECT_GT(reviews, 500U);
  EXPECT_GT(sold_out, 20U);
}

TEST(Shop, EverySeventhItemLacksOneDescriptionForMachines) {
  const World world(small_shop(), kShopStart);
  const Shop shop(world, 1);
  int lacking = 0;
  for (const uint32_t item : existing(shop, kShopStart)) {
    const std::string page = request_shop(world, {path_of(item), 1}, kShopStart).body;
    const std::string amount = plain_amount(shop.price_at(item, kShopStart));
    const int has =
        (page.find("\"price\":\"" + amount + "\"") != std::string::npos ? 1 : 0) +
        (page.find("price:amount\" content=\"" + amount + "\"") != std::string::npos) +
        (page.find("itemprop=\"price\" content=\"" + amount + "\"") != std::string::npos);
    EXPECT_EQ(has, item % 7 == 0 ? 2 : 3) << item;
    lacking += has == 2 ? 1 : 0;
  }
  EXPECT_GT(lacking, 10);
}

TEST(Shop, DeletedItemsAreMissingAndNewOnesArrive) {
  const World world(small_shop(), kShopStart);
  const Shop shop(world, 0);
  int deleted = 0;
  int arrived = 0;
  for (uint32_t item = 0; item < shop.item_count(); ++item) {
    const Instant first = shop.first_offered(item);
    if (first > kShopStart) {
      ++arrived;
      EXPECT_EQ(request_shop(world, {path_of(item)}, first - kTick).status, 404);
      EXPECT_EQ(request_shop(world, {path_of(item)}, first).status, 200);
      EXPECT_NE(request_shop(world, {"/"}, first).body.find("\"" + path_of(item) + "\""),
                std::string::npos);
    }
    const Instant end = shop.deleted(item);
    if (end == Instant::never()) continue;
    ++deleted;
    EXPECT_GT(end, std::max(first, kShopStart));
    EXPECT_EQ(request_shop(world, {path_of(item)}, end - kTick).status, 200);
    for (const char* page : {"", "/print", "/question"}) {
      EXPECT_EQ(request_shop(world, {path_of(item) + page}, end).status, 404);
    }
    const std::string list = "/c/" + std::string(kCategories[shop.categories(item).number[0]]);
    EXPECT_EQ(request_shop(world, {list}, end).body.find("\"" + path_of(item) + "\""),
              std::string::npos);
  }
  EXPECT_GT(deleted, 40);
  EXPECT_EQ(arrived, 60);
}

TEST(Shop, RedesignChangesTheMarkupAndNoUrl) {
  WorldOptions options = small_shop();
  options.redesign_at = kRedesign;
  const World world(options, kShopStart);
  const Shop shop(world, 0);
  const Instant redesign = kShopStart + kRedesign;
  const auto links = [](const std::string& page) {
    std::vector<std::string> found = between(page, "href=\"/", "\"");
    std::sort(found.begin(), found.end());
    return found;
  };
  for (const uint32_t item : existing(shop, redesign)) {
    const std::string before = request_shop(world, {path_of(item)}, redesign - kTick).body;
    const std::string after = request_shop(world, {path_of(item)}, redesign).body;
    EXPECT_EQ(links(before), links(after));
    for (const char* old : {"<h1", "class=\"price\"", "class=\"product\"", "itemprop", "ld+json",
                            "og:title", "class=\"review\"", "class=\"description\""}) {
      EXPECT_EQ(after.find(old), std::string::npos) << old;
    }
  }
  const std::string before = request_shop(world, {"/c/books"}, redesign - kTick).body;
  const std::string after = request_shop(world, {"/c/books"}, redesign).body;
  EXPECT_EQ(links(before), links(after));
  EXPECT_NE(steady(before), steady(after));
  EXPECT_EQ(after.find("class=\"products\""), std::string::npos);
}

TEST(Shop, TwoRequestsDifferOnlyInAdvertsClockAndToken) {
  const World world(small_shop(), kShopStart);
  const Instant now = kShopStart + Duration::days(3);
  for (const char* target : {"/", "/item/1005", "/item/1007", "/c/shoes", "/c/shoes?colour=blue",
                             "/item/1005/print", "/help/"}) {
    const std::string one = request_shop(world, {target, 0, 7}, now).body;
    const std::string other =
        request_shop(world, {target, 0, 8}, now + Duration::milliseconds(1)).body;
    EXPECT_EQ(steady(one), steady(other)) << target;
    EXPECT_NE(between(one, "click?c=", "\""), between(other, "click?c=", "\""));
    EXPECT_NE(between(one, "class=\"clock\">", "<"), between(other, "class=\"clock\">", "<"));
    EXPECT_EQ(
        between(one, "value=\"", "\"") != between(other, "value=\"", "\""),
        std::string_view(target).find("/item/1") == 0 && std::string_view(target).size() == 10)
        << target;
  }
}

TEST(Shop, HasManyPagesForEachItemThatAreNoItems) {
  const World world(small_shop(60), kShopStart);
  const Instant now = kShopStart + Duration::days(1);
  std::set<std::string> seen = {"/"};
  std::vector<std::string> queue = {"/"};
  uint32_t items = 0;
  while (!queue.empty()) {
    const std::string target = queue.back();
    queue.pop_back();
    const Reply reply = request_shop(world, {target}, now);
    ASSERT_EQ(reply.status, 200) << target;
    if (std::regex_match(target, std::regex("/item/\\d+"))) ++items;
    for (std::string& link : between(reply.body, "href=\"/", "\"")) {
      for (size_t at; (at = link.find("&amp;")) != std::string::npos;) link.erase(at + 1, 4);
      if (seen.insert("/" + link).second) queue.push_back("/" + link);
    }
  }
  EXPECT_EQ(items, existing(Shop(world, 0), now).size());
  EXPECT_GT(seen.size(), 80 * items);
  EXPECT_LT(seen.size(), 160 * items);
}

TEST(ShopMoney, IsWrittenAsTheCurrencyWants) {
  EXPECT_EQ(as_written({123'450, PriceStyle::kDollarAfter}), "1,234.50 USD");
  EXPECT_EQ(as_written({123'450, PriceStyle::kEuroAfter}), "1.234,50 €");
  EXPECT_EQ(as_written({12'500, PriceStyle::kWonBefore}), "₩12,500");
  EXPECT_EQ(as_written({1'234'567, PriceStyle::kWonBefore}), "₩1,234,567");
  EXPECT_EQ(as_written({905, PriceStyle::kDollarAfter}), "9.05 USD");
  EXPECT_EQ(plain_amount({123'405, PriceStyle::kEuroAfter}), "1234.05");
  EXPECT_EQ(plain_amount({12'500, PriceStyle::kWonBefore}), "12500");
}

}  // namespace
}  // namespace freshet::aquarium
