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

// A row that a full-text query found. Valid while it is shown.
class FtsRow {
 public:
  FtsRow(const Fts5ExtensionApi* fts, Fts5Context* context) : fts_(fts), context_(context) {}

  int64_t id() const;
  // How often the query's phrase of this number stands in each column; adds to `times`.
  void count(size_t phrase, std::span<int> times) const;

  // Where it begins in a column, as bits: of the first 64 words.
  uint64_t places(size_t phrase, int column) const;

  // Of the whole table.
  int64_t rows() const;
  int64_t words(int column) const;

 private:
  const Fts5ExtensionApi* fts_;
  Fts5Context* context_;
};

// Full-text tables of a database that outlives it.
class FtsReader {
 public:
  explicit FtsReader(SqliteDatabase& database) : database_(database) {}
  FtsReader(const FtsReader&) = delete;
  FtsReader& operator=(const FtsReader&) = delete;

  // Every row that the expression finds, by ascending id.
  using Take = std::function<void(const FtsRow&)>;
  Status each(const std::string& table, std::string_view expression, const Take& take);

 private:
  Status define_function();

  SqliteDatabase& database_;
  // What the function that FTS5 calls is to tell. FTS5 keeps every function that it is given, so
  // it is given one, for all queries.
  const Take* take_ = nullptr;
  bool is_defined_ = false;
};

}  // namespace freshet::database
