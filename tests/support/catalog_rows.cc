#include "support/catalog_rows.h"

#include <gtest/gtest.h>
#include <libpq-fe.h>
#include <sqlite3.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "json/raw.h"
#include "json/read.h"

namespace freshet::test {
namespace {

struct Column {
  enum class Kind : uint8_t { kText, kInteger, kBool, kReal, kTime } kind;
  std::string name;
};
using Kind = Column::Kind;

using Tables = std::map<std::string, std::vector<Column>>;

const Tables kTables = {
    {"communities", {{Kind::kInteger, "community_id"}, {Kind::kText, "name"}}},
    {"domains",
     {{Kind::kInteger, "domain_id"}, {Kind::kInteger, "community_id"}, {Kind::kText, "name"}}},
    {"sites",
     {{Kind::kInteger, "site_id"},
      {Kind::kInteger, "domain_id"},
      {Kind::kInteger, "community_id"},
      {Kind::kText, "url"}}},
    {"pages",
     {{Kind::kInteger, "page_id"},
      {Kind::kInteger, "site_id"},
      {Kind::kText, "url"},
      {Kind::kText, "result"},
      {Kind::kInteger, "http_status"},
      {Kind::kInteger, "depth"},
      {Kind::kText, "title"},
      {Kind::kText, "description"},
      {Kind::kText, "language"},
      {Kind::kText, "language_from"},
      {Kind::kInteger, "translation_group"},
      {Kind::kText, "media_type"},
      {Kind::kReal, "link_share"},
      {Kind::kText, "text"},
      {Kind::kText, "boilerplate"},
      {Kind::kInteger, "size"},
      {Kind::kTime, "first_seen"},
      {Kind::kTime, "last_visit"},
      {Kind::kTime, "last_verified"},
      {Kind::kTime, "last_change"},
      {Kind::kTime, "modified"},
      {Kind::kText, "modified_from"},
      {Kind::kText, "digest"},
      {Kind::kInteger, "duplicate_of"},
      {Kind::kInteger, "redirect_to"},
      {Kind::kBool, "noindex"},
      {Kind::kReal, "rank"},
      {Kind::kReal, "belief_a"},
      {Kind::kReal, "belief_b"},
      {Kind::kText, "warc_file"},
      {Kind::kInteger, "warc_offset"}}},
    {"links", {{Kind::kInteger, "source"}, {Kind::kInteger, "target"}, {Kind::kBool, "nofollow"}}},
    {"history",
     {{Kind::kInteger, "page_id"},
      {Kind::kTime, "at"},
      {Kind::kText, "outcome"},
      {Kind::kInteger, "size"}}},
};

// The kind of a column of a table of items; `type` is the one that the database says.
Kind kind_of(const std::string& column, const std::string& type) {
  for (const char* time :
       {"first_seen", "last_seen", "verified_at", "gone_since", "unmatched_since"}) {
    if (column == time) return Kind::kTime;
  }
  return type == "NUMERIC" || type == "numeric" ? Kind::kReal : Kind::kText;
}

std::string quoted(const std::string& name) {
  std::string out = "\"";
  for (const char c : name) out.append(c == '"' ? 2 : 1, c);
  return out + "\"";
}

std::string printed(const char* form, double number) {
  char text[64];
  std::snprintf(text, sizeof text, form, number);
  return text;
}

// Returns the common form of a value that a database has printed.
std::string normal(Kind kind, const std::string& text) {
  switch (kind) {
    case Kind::kText:
    case Kind::kInteger: return text;
    case Kind::kBool: return text == "1" || text == "t" ? "true" : "false";
    case Kind::kReal: return text.empty() ? "" : printed("%.6g", std::stod(text));
    case Kind::kTime: return text.empty() ? "" : printed("%.6f", std::stod(text));
  }
  return "";
}

std::string normal(Kind kind, const json::Value& value) {
  if (value.is_null()) return "";
  switch (kind) {
    case Kind::kText: return std::string(value.string().value());
    case Kind::kInteger: return std::to_string(value.integer().value());
    case Kind::kBool: return value.boolean().value() ? "true" : "false";
    case Kind::kReal: return printed("%.6g", value.number().value());
    case Kind::kTime: return printed("%.6f", value.number().value());
  }
  return "";
}

using Rows = std::vector<std::vector<std::string>>;

Rows query_sqlite(const std::string& file, const std::string& sql) {
  Rows rows;
  sqlite3* database = nullptr;
  EXPECT_EQ(sqlite3_open_v2(file.c_str(), &database, SQLITE_OPEN_READONLY, nullptr), SQLITE_OK)
      << file;
  sqlite3_busy_timeout(database, 10'000);
  const auto take = [](void* all, int count, char** values, char**) {
    std::vector<std::string> row;
    for (int i = 0; i < count; ++i) row.emplace_back(values[i] == nullptr ? "" : values[i]);
    static_cast<Rows*>(all)->push_back(std::move(row));
    return 0;
  };
  EXPECT_EQ(sqlite3_exec(database, sql.c_str(), take, &rows, nullptr), SQLITE_OK)
      << sql << ": " << sqlite3_errmsg(database);
  sqlite3_close(database);
  return rows;
}

Rows query_postgres(const std::string& dsn, const std::string& sql) {
  Rows rows;
  PGconn* server = PQconnectdb(dsn.c_str());
  PGresult* result = PQexec(server, sql.c_str());
  EXPECT_EQ(PQresultStatus(result), PGRES_TUPLES_OK) << sql << ": " << PQerrorMessage(server);
  for (int row = 0; row < PQntuples(result); ++row) {
    std::vector<std::string>& values = rows.emplace_back();
    for (int i = 0; i < PQnfields(result); ++i) values.emplace_back(PQgetvalue(result, row, i));
  }
  PQclear(result);
  PQfinish(server);
  return rows;
}

// Returns the tables of a catalogue; `item_columns` selects the tables of items, their columns and
// types.
template <typename Query>
Tables all_tables(const Query& query, const std::string& item_columns) {
  Tables tables = kTables;
  for (const auto& row : query(item_columns)) {
    tables[row[0]].push_back({kind_of(row[1], row[2]), row[1]});
  }
  return tables;
}

template <typename Query>
CatalogRows all_rows(const Query& query, const Tables& tables, const std::string& schema,
                     const char* time) {
  CatalogRows all;
  for (const auto& [table, columns] : tables) {
    std::string sql;
    for (const Column& column : columns) {
      char name[240];
      std::snprintf(name, sizeof name, column.kind == Kind::kTime ? time : "%1$s",
                    quoted(column.name).c_str());
      sql += (sql.empty() ? "SELECT " : ", ") + std::string(name);
    }
    std::vector<std::string>& rows = all[table];
    for (const auto& values : query(sql + " FROM " + schema + quoted(table))) {
      std::string row;
      for (size_t i = 0; i < columns.size(); ++i) row += normal(columns[i].kind, values[i]) + "|";
      rows.push_back(std::move(row));
    }
    std::sort(rows.begin(), rows.end());
  }
  return all;
}

std::string row_of(const std::string& table, const json::Value& object, size_t from) {
  const std::vector<Column>& columns = kTables.at(table);
  std::string row;
  for (size_t i = from; i < columns.size(); ++i) {
    row += normal(columns[i].kind, object[columns[i].name]) + "|";
  }
  return row;
}

// The row of a line of a table of items.
std::string item_row_of(const std::string& line, const json::Value& object) {
  std::string row;
  const auto raw = json::raw_members(line);
  const auto members = object.members();
  for (size_t i = 1; i < members.size(); ++i) {
    const auto& [name, value] = members[i];
    const bool is_id = name == "page_id" || name == "position";
    const bool is_number = value.kind() == json::Value::Kind::kNumber && !is_id;
    const Kind kind = kind_of(std::string(name), is_number ? "numeric" : "");
    if (kind != Kind::kText)
      row += normal(kind, value);
    else if (!value.is_null())
      row += value.string() ? *value.string() : raw[i].value;
    row += "|";
  }
  return row;
}

void take_line(const std::string& line, CatalogRows& all) {
  json::Reader reader;
  const auto object = reader.read(line);
  ASSERT_TRUE(object) << line;
  const std::string table((*object)["table"].string().value_or(""));
  if (table == "meta") return;
  if (table.starts_with("item_")) {
    all[table].push_back(item_row_of(line, *object));
    return;
  }
  ASSERT_TRUE(kTables.contains(table)) << line;
  all[table].push_back(row_of(table, *object, 0));
  if (table != "pages") return;
  const std::string id = std::to_string((*object)["page_id"].integer().value()) + "|";
  for (const char* part : {"links", "history"}) {
    for (const json::Value& one : (*object)[part].elements()) {
      all[part].push_back(id + row_of(part, one, 1));
    }
  }
}

std::vector<int64_t> ids_of(const Rows& rows) {
  std::vector<int64_t> ids;
  for (const auto& row : rows) ids.push_back(std::stoll(row[0]));
  return ids;
}

std::string one_of(const Rows& rows) {
  return rows.empty() || rows[0].empty() ? "" : rows[0][0];
}

}  // namespace

CatalogRows rows_of_sqlite(const std::string& file) {
  const auto query = [&](const std::string& sql) { return query_sqlite(file, sql); };
  const Tables tables =
      all_tables(query,
                 "SELECT t.name, c.name, c.type FROM sqlite_schema t, pragma_table_info(t.name) c "
                 "WHERE t.type = 'table' AND t.name GLOB 'item_*' ORDER BY t.name, c.cid");
  return all_rows(query, tables, "",
                  "CASE WHEN %1$s IS NULL THEN NULL ELSE printf('%%.6f', %1$s) END");
}

CatalogRows rows_of_postgres(const std::string& dsn) {
  const auto query = [&](const std::string& sql) { return query_postgres(dsn, sql); };
  const Tables tables =
      all_tables(query,
                 "SELECT table_name, column_name, data_type FROM information_schema.columns "
                 "WHERE table_schema = 'freshet' AND table_name LIKE 'item\\_%' "
                 "ORDER BY table_name, ordinal_position");
  return all_rows(query, tables, "freshet.", "extract(epoch FROM %1$s)");
}

CatalogRows rows_of_json_text(const std::string& lines) {
  CatalogRows all;
  for (const auto& [table, columns] : kTables) all[table];
  std::istringstream in(lines);
  for (std::string line; std::getline(in, line);) take_line(line, all);
  for (auto& [table, rows] : all) std::sort(rows.begin(), rows.end());
  return all;
}

CatalogRows rows_of_json_lines(const std::string& folder) {
  std::string all;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream in(entry.path());
    all.append(std::istreambuf_iterator<char>(in), {});
  }
  return rows_of_json_text(all);
}

std::vector<int64_t> found_in_sqlite(const std::string& file, const std::string& word) {
  return ids_of(query_sqlite(
      file, "SELECT rowid FROM words WHERE words MATCH '\"" + word + "\"' ORDER BY rowid"));
}

std::vector<int64_t> found_in_postgres(const std::string& dsn, const std::string& word) {
  return ids_of(query_postgres(dsn, "SELECT page_id FROM freshet.pages WHERE words @@ '" + word +
                                        "'::tsquery ORDER BY page_id"));
}

std::string ask_sqlite(const std::string& file, const std::string& sql) {
  return one_of(query_sqlite(file, sql));
}

std::string ask_postgres(const std::string& dsn, const std::string& sql) {
  return one_of(query_postgres(dsn, sql));
}

std::string difference(const CatalogRows& one, const CatalogRows& other) {
  for (const auto& [table, rows] : one) {
    const std::vector<std::string>& others = other.at(table);
    for (size_t i = 0; i < std::max(rows.size(), others.size()); ++i) {
      const std::string row = i < rows.size() ? rows[i] : "(none)";
      const std::string their = i < others.size() ? others[i] : "(none)";
      if (row != their) return table + ":\n  " + row + "\n  " + their;
    }
  }
  return "";
}

void run_in_sqlite(const std::string& file, const std::string& sql) {
  sqlite3* database = nullptr;
  EXPECT_EQ(sqlite3_open(file.c_str(), &database), SQLITE_OK) << file;
  sqlite3_busy_timeout(database, 10'000);
  EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
      << sql << ": " << sqlite3_errmsg(database);
  sqlite3_close(database);
}

void run_in_postgres(const std::string& dsn, const std::string& sql) {
  PGconn* server = PQconnectdb(dsn.c_str());
  PGresult* result = PQexec(server, sql.c_str());
  EXPECT_EQ(PQresultStatus(result), PGRES_COMMAND_OK) << sql << ": " << PQerrorMessage(server);
  PQclear(result);
  PQfinish(server);
}

}  // namespace freshet::test
