#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>

#include "extract/recipes.h"
#include "store/page_key.h"

namespace freshet::crawl {

// The keys of items that are in their URLs. An item that several URLs lead to is one page: the URL
// that was admitted first. Takes some 50 bytes for each such item, and nothing if no recipe has a
// key in its URLs. For the engine's thread.
class ItemKeys {
 public:
  // Uses other recipes from now on.
  void use(extract::Recipes recipes);
  bool is_needed() const { return is_needed_; }

  // Returns whether the URL is that of an item that another page stands for.
  bool is_taken(std::string_view url, store::PageId page) const;
  // The page stands for the item of its URL, if it has a key that no other page has taken.
  void add(std::string_view url, store::PageId page);
  // The page is gone: another URL may stand for its item.
  void remove(std::string_view url, store::PageId page);

 private:
  // Returns 0 if the URL has no key.
  uint64_t key_of(std::string_view url) const;

  extract::Recipes recipes_;
  bool is_needed_ = false;
  std::unordered_map<uint64_t, store::PageId> pages_;  // by a hash of recipe and key
};

}  // namespace freshet::crawl
