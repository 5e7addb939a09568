#include "catalog/postgres_items.h"

#include "catalog/item_sql.h"
#include "result/check.h"

namespace freshet::catalog {
namespace {

constexpr SqlTypes kTypes = {.id = "bigint NOT NULL",
                             .integer = "bigint",
                             .time = "timestamptz",
                             .number = "numeric",
                             .text = "text"};

// The statements that create the tables; `create` is what comes before their names.
std::string create_tables(const ItemTables& tables, const std::string& create) {
  std::string sql;
  const auto append = [&](const std::string& name, const std::string& columns) {
    sql.append(create).append(quoted_name(name)).append("(").append(columns).append(");");
  };
  for (const extract::ItemTables& recipe : tables) {
    append(recipe.items.name, item_columns(recipe.items, kTypes));
    for (const extract::TableShape& records : recipe.records) {
      append(records.name, record_columns(records, kTypes));
    }
  }
  return sql;
}

std::string add_keys(const ItemTables& tables, const std::string& schema) {
  std::string sql;
  const auto append = [&](const std::string& name, const char* key) {
    sql.append("ALTER TABLE ").append(schema).append(quoted_name(name));
    sql.append(" ADD PRIMARY KEY (").append(key).append(");");
  };
  for (const extract::ItemTables& recipe : tables) {
    append(recipe.items.name, "page_id");
    for (const extract::TableShape& records : recipe.records) {
      append(records.name, "page_id, position");
    }
  }
  return sql;
}

std::string insert_staged(const ItemTables& tables) {
  std::string sql;
  for (const std::string& name : table_names(tables)) {
    const std::string quoted = quoted_name(name);
    sql.append("INSERT INTO freshet.").append(quoted);
    sql.append(" SELECT * FROM freshet_loading.").append(quoted).append(";");
  }
  return sql;
}

}  // namespace

std::string create_item_staging(const ItemTables& tables, bool unlogged) {
  const std::string create = unlogged ? "CREATE UNLOGGED TABLE " : "CREATE TABLE ";
  return create + "replaced(page_id bigint NOT NULL);" + create_tables(tables, create);
}

std::string index_items(const ItemTables& tables) {
  return "DROP TABLE replaced;" + add_keys(tables, "");
}

std::string merge_items(const ItemTables& tables) {
  if (tables.empty()) return "";
  std::string sql =
      "INSERT INTO freshet_loading.replaced SELECT page_id FROM freshet_loading.removed;";
  for (const std::string& name : table_names(tables)) {
    sql += "DELETE FROM freshet." + quoted_name(name) +
           " i USING freshet_loading.replaced p WHERE i.page_id = p.page_id;";
  }
  return sql + insert_staged(tables);
}

std::string merge_all_items(const ItemTables& tables) {
  std::string sql;
  const auto merge = [&](const std::string& name, const std::string& key) {
    const std::string staged = "freshet_loading." + quoted_name(name);
    const std::string kept = "freshet." + quoted_name(name);
    sql += "DELETE FROM " + kept + " k WHERE NOT EXISTS (SELECT 1 FROM " + staged + " s WHERE " +
           key + " AND ROW(s.*) IS NOT DISTINCT FROM ROW(k.*));";
    sql += "INSERT INTO " + kept + " SELECT * FROM " + staged +
           " s WHERE NOT EXISTS (SELECT 1 FROM " + kept + " k WHERE " + key + ");";
  };
  for (const extract::ItemTables& recipe : tables) {
    merge(recipe.items.name, "s.page_id = k.page_id");
    for (const extract::TableShape& records : recipe.records) {
      merge(records.name, "s.page_id = k.page_id AND s.position = k.position");
    }
  }
  return sql;
}

std::string replace_items(const std::vector<std::string>& old, const ItemTables& tables) {
  std::string sql;
  for (const std::string& name : old) {
    sql += "DROP TABLE IF EXISTS freshet." + quoted_name(name) + " CASCADE;";
  }
  return sql + create_tables(tables, "CREATE TABLE freshet.") + insert_staged(tables) +
         add_keys(tables, "freshet.");
}

PostgresItems::PostgresItems(const ItemTables& tables) {
  for (const extract::ItemTables& recipe : tables) {
    Recipe& made = recipes_.emplace_back();
    made.items = {.name = recipe.items.name, .columns = recipe.items.columns, .rows = {}};
    for (const extract::TableShape& records : recipe.records) {
      made.records.push_back({.name = records.name, .columns = records.columns, .rows = {}});
    }
  }
}

void PostgresItems::put(const Item& item) {
  FRESHET_CHECK(item.recipe < recipes_.size(), "an item of no recipe");
  Recipe& recipe = recipes_[item.recipe];
  FRESHET_CHECK(item.records.size() <= recipe.records.size(), "records of no table");
  remove(item.page);
  CopyRows& row = recipe.items.rows;
  row.begin_row(kFixedItemColumns + static_cast<int>(recipe.items.columns.size()));
  row.add(item.page).add(item.key).add(item.url);
  row.add(item.first_seen).add(item.last_seen).add(item.verified_at);
  row.add(item.gone_since).add(item.unmatched_since);
  add_cells(recipe.items, item.cells);
  for (size_t kind = 0; kind < item.records.size(); ++kind) {
    Table& table = recipe.records[kind];
    int64_t position = 0;
    for (const extract::Cells& cells : item.records[kind]) {
      table.rows.begin_row(kFixedRecordColumns + static_cast<int>(table.columns.size()));
      table.rows.add(item.page).add(++position);
      add_cells(table, cells);
    }
  }
}

void PostgresItems::add_cells(Table& table, const extract::Cells& cells) {
  FRESHET_CHECK(cells.size() == table.columns.size(), "a row with other columns");
  for (size_t i = 0; i < cells.size(); ++i) {
    if (!cells[i])
      table.rows.add_null();
    else if (table.columns[i].type == extract::Column::Type::kNumber)
      table.rows.add_number(*cells[i]);
    else
      table.rows.add(*cells[i]);
  }
}

void PostgresItems::remove(int64_t page) {
  pages_.begin_row(1).add(page);
}

size_t PostgresItems::bytes() const {
  size_t bytes = pages_.bytes().size();
  for (const Recipe& recipe : recipes_) {
    bytes += recipe.items.rows.bytes().size();
    for (const Table& table : recipe.records) bytes += table.rows.bytes().size();
  }
  return bytes;
}

Status PostgresItems::send(postgres::Connection& server) {
  Status sent = send(server, "replaced", pages_);
  for (Recipe& recipe : recipes_) {
    if (sent) sent = send(server, recipe.items.name, recipe.items.rows);
    for (Table& table : recipe.records) {
      if (sent) sent = send(server, table.name, table.rows);
    }
  }
  return sent;
}

Status PostgresItems::send(postgres::Connection& server, const std::string& name, CopyRows& rows) {
  if (rows.empty()) return Done{};
  Status copied = server.copy("freshet_loading." + quoted_name(name), rows.bytes());
  if (copied) rows.clear();
  return copied;
}

}  // namespace freshet::catalog
