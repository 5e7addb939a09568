#include "aquarium/shop_truth.h"

#include <algorithm>

#include "aquarium/query_parameters.h"
#include "aquarium/shop_list.h"
#include "aquarium/shop_recipe.h"
#include "aquarium/shop_target.h"
#include "aquarium/shop_words.h"
#include "clock/civil.h"
#include "json/write.h"

namespace freshet::aquarium {
namespace {

constexpr uint64_t kMaxItems = 10'000;
constexpr uint64_t kDefaultItems = 1'000;
constexpr size_t kMaxChanges = 1'000;

double in_stars(uint32_t tenths) {
  return tenths / 10.0;
}

class ShopTruthWriter {
 public:
  ShopTruthWriter(const Shop& shop, std::string& out) : shop_(shop), json_(out) {}

  void items(std::string_view target, Instant now) {
    const Instant at = instant_parameter(target, "at_us", now);
    const uint64_t limit =
        std::clamp<uint64_t>(number_parameter(target, "limit", kDefaultItems), 1, kMaxItems);
    const uint64_t arrived = shop_.arrived(at);
    uint64_t item = number_parameter(target, "after", 0);
    json_.begin_object()
        .member("now_us", now.unix_microseconds())
        .member("at_us", at.unix_microseconds())
        .key("items")
        .begin_array();
    for (uint64_t written = 0; item < arrived && written < limit; ++item) {
      const auto number = static_cast<uint32_t>(item);
      if (at >= shop_.deleted(number)) continue;
      json_.begin_object();
      one_item(number, at);
      json_.end_object();
      ++written;
    }
    json_.end_array().key("next");
    if (item < arrived) {
      json_.value(item);
    } else {
      json_.null();
    }
    json_.end_object();
  }

  void item(uint32_t item, std::string_view target, Instant now) {
    const Instant at = instant_parameter(target, "at_us", now);
    json_.begin_object()
        .member("now_us", now.unix_microseconds())
        .member("at_us", at.unix_microseconds());
    one_item(item, at);
    const Instant since = instant_parameter(target, "since_us", kEndOfTime);
    if (since != kEndOfTime) {
      const Instant until = instant_parameter(target, "until_us", now);
      json_.key("changes").begin_array();
      for (const ItemChange& change : item_changes(shop_, {item, since, until}, kMaxChanges)) {
        changed(item, change);
      }
      json_.end_array();
    }
    json_.end_object();
  }

  void lists(Instant now) {
    uint64_t needed = 0;
    json_.begin_object()
        .member("now_us", now.unix_microseconds())
        .member("home", shop_.world().url(shop_.host(), "/"))
        .key("lists")
        .begin_array();
    for (const ShopListPage& list : shop_list_pages(shop_, now)) {
      needed += list.only_here > 0 ? 1 : 0;
      std::string path;
      append_list_path(path, {.category = list.category, .page = list.page});
      json_.begin_object()
          .member("url", shop_.world().url(shop_.host(), path))
          .member("items", list.items)
          .member("only_here", list.only_here)
          .end_object();
    }
    json_.end_array().member("needed", needed).end_object();
  }

 private:
  void one_item(uint32_t item, Instant at) {
    const ItemState state = item_state(shop_, item, at);
    json_.member("url", item_url(shop_, item))
        .member("key", std::to_string(Shop::kFirstId + item))
        .member("exists", shop_.exists(item, at))
        .member("title", shop_.title(item))
        .member("brand", kBrands[shop_.brand(item)])
        .member("sku", shop_.sku(item))
        .key("price");
    money(state.price);
    json_.member("availability", availability(state.is_in_stock)).key("rating");
    rating(state.rating);
    json_.member("description", state.description).member("image", image_url(shop_, item));
    json_.key("categories").begin_array();
    const ItemCategories categories = shop_.categories(item);
    for (uint32_t i = 0; i < categories.count; ++i) json_.value(kCategories[categories.number[i]]);
    json_.end_array().key("properties").begin_array();
    for (const ItemProperty& property : shop_.properties(item)) {
      json_.begin_object().member("name", property.name).member("value", property.value);
      json_.end_object();
    }
    json_.end_array().key("reviews").begin_array();
    for (uint32_t number = state.review_count; number > 0; --number) review(item, number);
    json_.end_array();
    json_.member("first_offered_us", shop_.first_offered(item).unix_microseconds())
        .key("deleted_us");
    const Instant deleted = shop_.deleted(item);
    if (deleted == Instant::never()) {
      json_.null();
    } else {
      json_.value(deleted.unix_microseconds());
    }
    json_.member("last_change_us", shop_.last_change(item, at).unix_microseconds());
  }

  void money(Money money) {
    json_.begin_object()
        .member("amount", plain_amount(money))
        .member("currency", currency(money.style))
        .end_object();
  }

  void rating(std::optional<uint32_t> tenths) {
    if (tenths) {
      json_.value(in_stars(*tenths));
    } else {
      json_.null();
    }
  }

  void review(uint32_t item, uint32_t number) {
    const Review review = shop_.review(item, number);
    json_.begin_object()
        .member("author", user_name(review.user))
        .member("stars", review.stars)
        .member("date", format_iso8601(review.at).substr(0, 10))
        .member("text", review.text)
        .member("at_us", review.at.unix_microseconds())
        .end_object();
  }

  void begin_change(std::string_view field, Instant at) {
    json_.begin_object().member("field", field).member("at_us", at.unix_microseconds());
    json_.key("before");
  }

  void changed(uint32_t item, const ItemChange& change) {
    const uint64_t version = change.version;
    switch (change.aspect) {
      case Aspect::kPrice:
        begin_change("price", change.at);
        money(shop_.price(item, version - 1));
        json_.key("after");
        money(shop_.price(item, version));
        break;
      case Aspect::kStock:
        begin_change("availability", change.at);
        json_.value(availability(shop_.is_in_stock(item, version - 1)))
            .member("after", availability(shop_.is_in_stock(item, version)));
        break;
      case Aspect::kDescription:
        begin_change("description", change.at);
        json_.value(shop_.description(item, version - 1))
            .member("after", shop_.description(item, version));
        break;
      case Aspect::kReviews: return reviewed(item, static_cast<uint32_t>(version), change.at);
    }
    json_.end_object();
  }

  // A review changes the rating, too, unless the rounded mean stays the same.
  void reviewed(uint32_t item, uint32_t number, Instant at) {
    begin_change("reviews", at);
    json_.null().key("after");
    review(item, number);
    json_.end_object();
    const auto before = shop_.rating(item, number - 1);
    const auto after = shop_.rating(item, number);
    if (before == after) return;
    begin_change("rating", at);
    rating(before);
    json_.key("after");
    rating(after);
    json_.end_object();
  }

  const Shop& shop_;
  json::Writer json_;
};

void respond_error(int status, std::string_view why, Reply& reply) {
  reply.status = status;
  json::Writer(reply.body).begin_object().member("error", why).end_object();
}

}  // namespace

std::vector<ItemChange> item_changes(const Shop& shop, const ItemSpan& span, size_t limit) {
  std::vector<ItemChange> changes;
  constexpr Duration kTick = Duration::microseconds(1);
  const Instant until = std::min(span.until, shop.deleted(span.item) - kTick);
  const Instant after = std::max(span.after, shop.first_offered(span.item));
  if (until <= after) return changes;
  for (const Aspect aspect : kAspects) {
    const ChangeProcess process = shop.process(span.item, aspect);
    uint64_t version = process.version_at(after);
    for (const Instant at : process.changes(after, until, limit)) {
      ++version;
      const bool is_late_review = aspect == Aspect::kReviews && version > Shop::kMostReviews;
      const bool is_same = aspect == Aspect::kStock && shop.is_in_stock(span.item, version) ==
                                                           shop.is_in_stock(span.item, version - 1);
      if (!is_late_review && !is_same) changes.push_back({at, aspect, version});
    }
  }
  std::stable_sort(changes.begin(), changes.end(),
                   [](const ItemChange& a, const ItemChange& b) { return a.at < b.at; });
  return changes;
}

std::vector<ShopListPage> shop_list_pages(const Shop& shop, Instant now) {
  std::vector<ShopListPage> pages;
  for (uint32_t category = 0; category < kCategories.size(); ++category) {
    const std::vector<uint32_t> items = listed_items(shop, {.category = category}, now);
    for (uint32_t page = 1; page <= list_pages(items.size()); ++page) {
      ShopListPage list{.category = category, .page = page};
      const size_t first = size_t{page - 1} * kItemsPerListPage;
      const size_t end = std::min(first + kItemsPerListPage, items.size());
      for (size_t i = first; i < end; ++i) {
        ++list.items;
        list.only_here += shop.categories(items[i]).count == 1 ? 1 : 0;
      }
      pages.push_back(list);
    }
  }
  return pages;
}

bool answer_shop_truth(const World& world, std::string_view target, Instant now, Reply& reply) {
  if (!world.options().shop) return false;
  const std::string_view path = target.substr(0, target.find('?'));
  if (path == "/item") {
    const auto found = find_item(world, parameter(target, "url"));
    if (!found) {
      respond_error(404, "no such item", reply);
      return true;
    }
    const Shop shop(world, found->host);
    if (found->item >= shop.arrived(instant_parameter(target, "at_us", now))) {
      respond_error(404, "the item is not offered yet", reply);
      return true;
    }
    ShopTruthWriter(shop, reply.body).item(found->item, target, now);
    return true;
  }
  if (path != "/items" && path != "/lists" && path != "/recipe") return false;
  const auto host = world.find_host(parameter(target, "host"));
  if (!host) {
    respond_error(400, "no such host; give host=h0." + world.options().domain, reply);
    return true;
  }
  const Shop shop(world, *host);
  if (path == "/items") ShopTruthWriter(shop, reply.body).items(target, now);
  if (path == "/lists") {
    ShopTruthWriter(shop, reply.body).lists(instant_parameter(target, "at_us", now));
  }
  if (path == "/recipe") {
    reply.fields = "Content-Type: text/plain; charset=UTF-8\r\n";
    write_shop_recipe(shop, parameter(target, "redesigned") == "1", reply.body);
  }
  return true;
}

}  // namespace freshet::aquarium
