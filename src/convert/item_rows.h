#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "catalog/item.h"
#include "catalog/item_shapes.h"
#include "collection/items.h"
#include "extract/columns.h"
#include "extract/recipes.h"

namespace freshet::convert {

// Makes rows of a catalogue from items. To be used by one thread.
class ItemRows {
 public:
  explicit ItemRows(const extract::Recipes& recipes);

  // The tables for the items, one for each recipe in their order.
  const catalog::ItemTables& tables() const { return tables_; }
  // Whether the recipe of the item is one of these.
  bool has_table_of(const store::Item& item) const { return places_.contains(item.recipe); }
  // The row of an item that has a table; `id` is that of its page.
  catalog::Item row(const collection::ItemRow& item, int64_t id);

 private:
  struct Shape {
    std::vector<extract::FieldShape> fields;
    std::vector<extract::RecordShape> records;
  };

  std::vector<Shape> shapes_;
  std::map<std::string, size_t, std::less<>> places_;  // of recipes, by name
  const catalog::ItemTables tables_;
  extract::CellReader reader_;
};

}  // namespace freshet::convert
