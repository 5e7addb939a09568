#include "catalog/item_shapes.h"

#include "json/read.h"
#include "json/write.h"

namespace freshet::catalog {
namespace {

const char* name_of(extract::Column::Type type) {
  switch (type) {
    case extract::Column::Type::kText: return "text";
    case extract::Column::Type::kNumber: return "number";
    case extract::Column::Type::kJson: return "json";
  }
  return "";
}

void write_columns(json::Writer& w, const extract::TableShape& table) {
  w.begin_object();
  for (const extract::Column& column : table.columns) w.member(column.name, name_of(column.type));
  w.end_object();
}

}  // namespace

std::string encode_shapes(const ItemTables& tables) {
  if (tables.empty()) return "";
  std::string out;
  json::Writer w(out);
  w.begin_object();
  for (const extract::ItemTables& recipe : tables) {
    w.key(recipe.items.name).begin_object().key("columns");
    write_columns(w, recipe.items);
    w.key("records").begin_object();
    for (const extract::TableShape& records : recipe.records) {
      w.key(records.name);
      write_columns(w, records);
    }
    w.end_object().end_object();
  }
  w.end_object();
  return out;
}

std::vector<std::string> table_names(std::string_view encoded) {
  std::vector<std::string> names;
  json::Reader reader;
  const auto tables = reader.read(encoded);
  if (!tables) return names;
  for (const auto& [name, table] : tables->members()) {
    names.emplace_back(name);
    for (const auto& [records, columns] : table["records"].members()) names.emplace_back(records);
  }
  return names;
}

std::vector<std::string> table_names(const ItemTables& tables) {
  std::vector<std::string> names;
  for (const extract::ItemTables& recipe : tables) {
    names.push_back(recipe.items.name);
    for (const extract::TableShape& records : recipe.records) names.push_back(records.name);
  }
  return names;
}

}  // namespace freshet::catalog
