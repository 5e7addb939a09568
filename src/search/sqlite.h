#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "result/result.h"

struct sqlite3;
struct sqlite3_stmt;
struct fts5_api;

// SQLite as far as reading a catalogue needs it.
namespace freshet::search {

// A prepared statement; columns are those of the row that the last step() came to.
class SqliteStatement {
 public:
  explicit SqliteStatement(sqlite3_stmt* statement) : statement_(statement) {}

  // Parameters count from 1. Text is copied.
  void bind(int parameter, std::string_view text);
  void bind(int parameter, int64_t number);
  void bind(int parameter, double number);
  // The first parameter, as `SELECT fts5(?)` wants it.
  void bind_fts5_api(fts5_api** api);

  // Whether there is a row.
  Result<bool> step();
  void reset();

  bool is_null(int column) const;
  int64_t integer(int column) const;
  double real(int column) const;
  std::string_view text(int column) const;  // valid until the next step

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

class SqliteDatabase {
 public:
  static Result<SqliteDatabase> open_to_read(const std::string& file);

  Result<SqliteStatement> prepare(const std::string& sql);
  Status execute(const std::string& sql);
  sqlite3* handle() const { return database_.get(); }

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  explicit SqliteDatabase(sqlite3* database) : database_(database) {}
  std::unique_ptr<sqlite3, Close> database_;
};

}  // namespace freshet::search
