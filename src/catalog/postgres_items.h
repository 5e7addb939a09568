#pragma once

#include <string>
#include <vector>

#include "catalog/copy_rows.h"
#include "catalog/item.h"
#include "catalog/item_shapes.h"
#include "postgres/connection.h"

namespace freshet::catalog {

// Items on their way into the tables of the schema freshet_loading. There, the table replaced has
// the pages whose items are removed from the catalogue before the new ones are inserted.
class PostgresItems {
 public:
  PostgresItems() = default;
  explicit PostgresItems(const ItemTables& tables);

  void put(const Item& item);
  void remove(int64_t page);

  bool empty() const { return pages_.empty(); }
  size_t bytes() const;
  // Copies all rows into the tables.
  Status send(postgres::Connection& server);

 private:
  struct Table {
    std::string name;
    std::vector<extract::Column> columns;
    CopyRows rows;
  };
  struct Recipe {
    Table items;
    std::vector<Table> records;
  };

  static void add_cells(Table& table, const extract::Cells& cells);
  static Status send(postgres::Connection& server, const std::string& name, CopyRows& rows);

  std::vector<Recipe> recipes_;
  CopyRows pages_;
};

// Statements that create the tables in the schema that is first in search_path. UNLOGGED tables
// need not survive a crash of the server.
std::string create_item_staging(const ItemTables& tables, bool unlogged);
// Statements that make the tables of freshet_loading, which then becomes the catalogue, complete.
std::string index_items(const ItemTables& tables);
// Statements that merge the rows of freshet_loading into the catalogue.
std::string merge_items(const ItemTables& tables);
// The same if freshet_loading has all items. They write only the rows that differ.
std::string merge_all_items(const ItemTables& tables);
// Statements that replace the tables of the catalogue with these names by the tables of
// freshet_loading.
std::string replace_items(const std::vector<std::string>& old, const ItemTables& tables);

}  // namespace freshet::catalog
