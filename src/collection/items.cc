#include "collection/items.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "collection/scope_json.h"
#include "json/write.h"

namespace freshet::collection {
namespace {

// Pages are read so many at once.
constexpr size_t kItemsAtOnce = 256;

std::vector<std::string> texts_in(std::string_view fact) {
  json::Reader reader;
  const auto value = reader.read(fact);
  return value ? read_texts(*value) : std::vector<std::string>();
}

// Passes the items on with their pages. Returns false if `each` did.
Result<bool> pass(const store::Store& store, std::vector<store::Item>& items,
                  const std::function<bool(const ItemRow&)>& each) {
  std::vector<store::PageKey> keys;
  keys.reserve(items.size());
  for (const store::Item& item : items) keys.push_back(item.page);
  const auto pages = store.pages(keys);
  if (!pages) return Unexpected(pages.error());
  for (size_t i = 0; i < items.size(); ++i) {
    const auto& page = (*pages)[i];
    if (page && !each(item_row(std::move(items[i]), *page))) return false;
  }
  items.clear();
  return true;
}

}  // namespace

Result<extract::Recipes> stored_recipes(const store::Store& store) {
  const auto fact = store.fact(kRecipesFact);
  if (!fact) return Unexpected(fact.error());
  return extract::Recipes::parse(texts_in(fact->value_or("")));
}

std::string with_recipes(std::string_view before, const extract::Recipes& used) {
  const auto known = extract::Recipes::parse(texts_in(before)).value_or(extract::Recipes());
  std::string out;
  json::Writer w(out);
  w.begin_array();
  for (const extract::Recipe& recipe : known.all()) {
    if (used.named(recipe.name()) == nullptr) w.value(recipe.text());
  }
  for (const extract::Recipe& recipe : used.all()) w.value(recipe.text());
  w.end_array();
  return out;
}

ItemRow item_row(store::Item item, const store::PageState& page) {
  const Instant verified = page.last_success.value_or(item.first_seen);
  const bool is_there = page.result == store::VisitResult::kUnmatched;
  const Instant seen = is_there ? page.last_visit.value_or(verified) : verified;
  return {.item = std::move(item),
          .url = page.url,
          .last_seen = std::max(seen, verified),
          .verified_at = verified,
          .gone_since = page.gone_since};
}

Status each_item(const store::Store& store, const std::string& recipe,
                 const std::function<bool(const ItemRow&)>& each) {
  std::vector<store::Item> items;
  Result<bool> wants_more = true;
  Status read = store.each_item([&](const store::Item& item) {
    if (item.recipe != recipe) return true;
    items.push_back(item);
    if (items.size() == kItemsAtOnce) wants_more = pass(store, items, each);
    return wants_more && *wants_more;
  });
  if (!read) return read;
  if (wants_more && *wants_more) wants_more = pass(store, items, each);
  return wants_more ? Status(Done{}) : Unexpected(wants_more.error());
}

}  // namespace freshet::collection
