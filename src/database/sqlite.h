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

// A statement that is used again and again. Texts that are bound must live until it is reset.
class SqliteStatement {
 public:
  SqliteStatement() = default;
  explicit SqliteStatement(sqlite3_stmt* statement) : statement_(statement) {}

  // In the order of the question marks.
  SqliteStatement& add(int64_t value);
  SqliteStatement& add(double value);
  SqliteStatement& add(std::string_view text);
  SqliteStatement& add_null();
  SqliteStatement& add(Instant time);  // seconds; 1970 is NULL
  SqliteStatement& add(const std::optional<int64_t>& value) {
    return value ? add(*value) : add_null();
  }
  // For functions that take one: what it is called protects from taking it for another.
  SqliteStatement& add_pointer(void* value, const char* name);

  // True: there is a row. After the last, and after an error, the statement is as new.
  Result<bool> step();
  // For statements that have no rows.
  Status run();
  void reset();

  // Of the row that the last step() came to; texts are valid until the next.
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

// An open database file. For one thread.
class SqliteDatabase {
 public:
  // Creates the file if need be.
  static Result<SqliteDatabase> open(const std::string& file);
  static Result<SqliteDatabase> open_to_read(const std::string& file);

  Status run(const std::string& statements);
  Result<SqliteStatement> prepare(std::string_view sql);
  // The first column of the first row.
  Result<std::optional<std::string>> text_of(std::string_view sql);

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  static Result<SqliteDatabase> open(const std::string& file, int flags);

  std::unique_ptr<sqlite3, Close> database_;
};

}  // namespace freshet::database
