#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "dom/selector.h"
#include "extract/page_sources.h"

namespace freshet::extract {

// The part of a name behind the address or prefix of its vocabulary: "Product" of
// "https://schema.org/Product" and "schema:Product".
std::string_view local_name(std::string_view name);

// Items with properties, as JSON-LD, microdata and RDFa describe them. A value is a text or another
// item, so items can form circles.
class ItemGraph {
 public:
  using ItemId = uint32_t;
  static constexpr ItemId kNoItem = UINT32_MAX;

  explicit ItemGraph(const SourceLimits& limits) : limits_(limits) {}

  // They do nothing beyond the limits; kNoItem: there is no room for the item.
  ItemId add_item();
  void add_type(ItemId item, std::string_view type);
  void set_id(ItemId item, std::string_view id);
  void add_text(ItemId item, std::string_view property, std::string_view text);
  void add_item_value(ItemId item, std::string_view property, ItemId value);
  // The value is the item with this id, which may be added later. If none is, it is the id itself.
  void add_reference(ItemId item, std::string_view property, std::string_view id);

  // Returns the item that was first added with this id and has properties or a type.
  ItemId item_with_id(std::string_view id) const;
  bool is_full() const { return is_full_; }
  size_t size() const { return items_.size(); }

  // Returns the texts at the end of the source's path.
  std::vector<std::string> values(const Source& source, size_t most, dom::WorkBudget& budget) const;

 private:
  struct Value {
    std::string property;  // its local name
    std::string text;      // or the id of a reference
    ItemId item = kNoItem;
    bool is_reference = false;
  };
  struct Item {
    std::vector<std::string> types;  // local names
    std::string id;
    std::vector<Value> values;
  };
  struct Search;

  Value* add_value(ItemId item, std::string_view property, std::string_view text);
  ItemId target(const Value& value) const;
  void follow(Search& search, ItemId item, size_t depth) const;
  void take_text(Search& search, const Value& value) const;
  std::string_view text_of_item(const Item& item) const;

  SourceLimits limits_;
  std::vector<Item> items_;
  std::unordered_map<std::string, ItemId> by_id_;
  size_t values_ = 0;
  size_t bytes_ = 0;
  bool is_full_ = false;
};

}  // namespace freshet::extract
