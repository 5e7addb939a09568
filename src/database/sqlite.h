#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "clock/instant.h"
#include "result/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace freshet::database {

// A prepared statement, which can be run any number of times. Bound texts are not copied: they must
// live until the statement is reset.
class SqliteStatement {
 public:
  SqliteStatement() = default;
  explicit SqliteStatement(sqlite3_stmt* statement) : statement_(statement) {}

  // Each call binds the next parameter (question mark) of the statement.
  SqliteStatement& add(int64_t value);
  SqliteStatement& add(double value);
  SqliteStatement& add(std::string_view text);
  SqliteStatement& add_null();
  SqliteStatement& add(const std::optional<Instant>& time);  // as Unix seconds
  SqliteStatement& add(const std::optional<int64_t>& value) {
    return value ? add(*value) : add_null();
  }
  // For SQL functions that take a pointer. SQLite passes it on only to a function that asks for
  // this type name.
  SqliteStatement& add_pointer(void* value, const char* type);

  // Returns whether there is a next row. After the last row, and after an error, the statement is
  // reset and can be bound anew.
  Result<bool> step();
  // Runs a statement whose rows, if it has any, are not needed.
  Status run();
  void reset();

  // Columns of the row that the last step() reached. Texts are valid until the next step().
  int64_t integer(int column) const;
  double real(int column) const;
  std::string_view text(int column) const;
  std::optional<Instant> time(int column) const;
  bool is_null(int column) const;

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  int next_ = 1;
};

// An open database file. To be used by one thread.
class SqliteDatabase {
 public:
  // Creates the file if it does not exist.
  static Result<SqliteDatabase> open(const std::string& file);
  static Result<SqliteDatabase> open_to_read(const std::string& file);

  Status run(const std::string& statements);
  Result<SqliteStatement> prepare(std::string_view sql);
  // Returns the first column of the first row; nullopt if there is no row, or if it is NULL.
  Result<std::optional<std::string>> text_of(std::string_view sql);

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  static Result<SqliteDatabase> open(const std::string& file, int flags);

  std::unique_ptr<sqlite3, Close> database_;
};

}  // namespace freshet::database
