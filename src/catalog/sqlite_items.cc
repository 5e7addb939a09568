#include "catalog/sqlite_items.h"

#include "catalog/item_sql.h"
#include "result/check.h"

namespace freshet::catalog {
namespace {

using database::SqliteDatabase;
using database::SqliteStatement;

// A column with the type NUMERIC stores a text that is a number as a number.
constexpr SqlTypes kTypes = {.id = "INTEGER PRIMARY KEY REFERENCES pages",
                             .integer = "INTEGER",
                             .time = "REAL",
                             .number = "NUMERIC",
                             .text = "TEXT"};

Result<SqliteStatement> prepare_insert(SqliteDatabase& database, const extract::TableShape& table,
                                       int fixed_columns) {
  std::string sql = "INSERT INTO " + quoted_name(table.name) + " VALUES(?";
  for (size_t i = 1; i < table.columns.size() + static_cast<size_t>(fixed_columns); ++i) {
    sql += ",?";
  }
  return database.prepare(sql + ")");
}

void add_cells(SqliteStatement& put, const extract::Cells& cells) {
  for (const extract::Cell& cell : cells) {
    if (cell)
      put.add(*cell);
    else
      put.add_null();
  }
}

}  // namespace

Status SqliteItems::create(SqliteDatabase& database, const std::vector<std::string>& old,
                           const ItemTables& tables) {
  std::string sql;
  for (const std::string& name : old) sql += "DROP TABLE IF EXISTS " + quoted_name(name) + ";";
  for (const extract::ItemTables& recipe : tables) {
    const std::string name = quoted_name(recipe.items.name);
    sql += "CREATE TABLE " + name + "(" + item_columns(recipe.items, kTypes) + ");";
    for (const extract::TableShape& records : recipe.records) {
      sql += "CREATE TABLE " + quoted_name(records.name) + "(" + record_columns(records, kTypes) +
             ", PRIMARY KEY(page_id, position), FOREIGN KEY(page_id) REFERENCES " + name +
             ") WITHOUT ROWID;";
    }
  }
  return database.run(sql);
}

Status SqliteItems::clear(SqliteDatabase& database, const ItemTables& tables) {
  std::string sql;
  for (const std::string& name : table_names(tables)) {
    sql += "DELETE FROM " + quoted_name(name) + ";";
  }
  return database.run(sql);
}

Result<SqliteItems> SqliteItems::prepare(SqliteDatabase& database, const ItemTables& tables,
                                         bool may_replace) {
  SqliteItems items;
  items.may_replace_ = may_replace;
  for (const extract::ItemTables& recipe : tables) {
    Recipe& prepared = items.recipes_.emplace_back();
    auto put = prepare_insert(database, recipe.items, kFixedItemColumns);
    if (!put) return Unexpected(put.error());
    prepared.put = std::move(*put);
    for (const extract::TableShape& records : recipe.records) {
      auto put_record = prepare_insert(database, records, kFixedRecordColumns);
      if (!put_record) return Unexpected(put_record.error());
      prepared.put_record.push_back(std::move(*put_record));
    }
  }
  for (const std::string& name : table_names(tables)) {
    auto removal = database.prepare("DELETE FROM " + quoted_name(name) + " WHERE page_id = ?");
    if (!removal) return Unexpected(removal.error());
    items.removals_.push_back(std::move(*removal));
  }
  return items;
}

Status SqliteItems::put(const Item& item) {
  if (may_replace_) {
    if (Status removed = remove(item.page); !removed) return removed;
  }
  FRESHET_CHECK(item.recipe < recipes_.size(), "an item of no recipe");
  Recipe& recipe = recipes_[item.recipe];
  FRESHET_CHECK(item.records.size() <= recipe.put_record.size(), "records of no table");
  recipe.put.add(item.page).add(item.key).add(item.url);
  recipe.put.add(item.first_seen).add(item.last_seen).add(item.verified_at);
  recipe.put.add(item.gone_since).add(item.unmatched_since);
  add_cells(recipe.put, item.cells);
  if (Status put = recipe.put.run(); !put) return put;
  for (size_t kind = 0; kind < item.records.size(); ++kind) {
    SqliteStatement& put_record = recipe.put_record[kind];
    int64_t position = 0;
    for (const extract::Cells& cells : item.records[kind]) {
      put_record.add(item.page).add(++position);
      add_cells(put_record, cells);
      if (Status put = put_record.run(); !put) return put;
    }
  }
  return Done{};
}

Status SqliteItems::remove(int64_t page) {
  for (SqliteStatement& removal : removals_) {
    if (Status removed = removal.add(page).run(); !removed) return removed;
  }
  return Done{};
}

}  // namespace freshet::catalog
