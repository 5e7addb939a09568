#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "database/sqlite.h"
#include "result/result.h"

struct Fts5ExtensionApi;
struct Fts5Context;

namespace freshet::database {

// A row that matches a full-text query. Valid only during the callback that receives it.
class FtsRow {
 public:
  FtsRow(const Fts5ExtensionApi* fts, Fts5Context* context) : fts_(fts), context_(context) {}

  int64_t id() const;
  // Adds to `counts`, column by column, how often the query's phrase of this number occurs.
  void count_occurrences(size_t phrase, std::span<int> counts) const;

  // Where the phrase begins in a column: bit n is set for word n. Only the first 64 words count.
  uint64_t positions(size_t phrase, int column) const;

  // Totals of the whole table, not of this row.
  int64_t table_rows() const;
  int64_t table_words(int column) const;

 private:
  const Fts5ExtensionApi* fts_;
  Fts5Context* context_;
};

// Reads full-text tables. The database must outlive it.
class FtsReader {
 public:
  explicit FtsReader(SqliteDatabase& database) : database_(database) {}
  FtsReader(const FtsReader&) = delete;
  FtsReader& operator=(const FtsReader&) = delete;

  // Calls `callback` with every row that matches the expression, by ascending id.
  using RowCallback = std::function<void(const FtsRow&)>;
  Status each_match(const std::string& table, std::string_view expression,
                    const RowCallback& callback);

 private:
  Status define_function();

  SqliteDatabase& database_;
  // The callback of the query that is running. FTS5 keeps every function that is registered, so one
  // function is registered for all queries; it finds the callback here.
  const RowCallback* callback_ = nullptr;
  bool is_defined_ = false;
};

}  // namespace freshet::database
