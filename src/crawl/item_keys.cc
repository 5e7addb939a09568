#include "crawl/item_keys.h"

#include <algorithm>
#include <string>
#include <utility>

#include "digest/fingerprint.h"

namespace freshet::crawl {

void ItemKeys::use(extract::Recipes recipes) {
  recipes_ = std::move(recipes);
  is_needed_ = std::any_of(recipes_.all().begin(), recipes_.all().end(),
                           [](const extract::Recipe& recipe) { return recipe.has_key_in_url(); });
}

uint64_t ItemKeys::key_of(std::string_view url) const {
  if (!is_needed_) return 0;
  const extract::Recipes::Found found = recipes_.find(url);
  if (found.recipe == nullptr || found.match.key.empty()) return 0;
  return digest::fingerprint(found.recipe->name() + " " + found.match.key).value;
}

bool ItemKeys::is_taken(std::string_view url, store::PageId page) const {
  const auto found = pages_.find(key_of(url));
  return found != pages_.end() && found->second != page;
}

void ItemKeys::add(std::string_view url, store::PageId page) {
  if (const uint64_t key = key_of(url); key != 0) pages_.try_emplace(key, page);
}

void ItemKeys::remove(std::string_view url, store::PageId page) {
  const auto found = pages_.find(key_of(url));
  if (found != pages_.end() && found->second == page) pages_.erase(found);
}

}  // namespace freshet::crawl
