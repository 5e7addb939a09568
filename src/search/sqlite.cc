#include "search/sqlite.h"

#include <sqlite3.h>

#include <utility>

namespace freshet::search {
namespace {

constexpr int kPatienceMilliseconds = 5'000;

Unexpected<Error> trouble(sqlite3* database) {
  return fail(std::string("SQLite: ") + sqlite3_errmsg(database));
}

}  // namespace

void SqliteStatement::Finalize::operator()(sqlite3_stmt* statement) const {
  sqlite3_finalize(statement);
}

void SqliteStatement::bind(int parameter, std::string_view text) {
  sqlite3_bind_text64(statement_.get(), parameter, text.data(), text.size(), SQLITE_TRANSIENT,
                      SQLITE_UTF8);
}

void SqliteStatement::bind(int parameter, int64_t number) {
  sqlite3_bind_int64(statement_.get(), parameter, number);
}

void SqliteStatement::bind(int parameter, double number) {
  sqlite3_bind_double(statement_.get(), parameter, number);
}

void SqliteStatement::bind_fts5_api(fts5_api** api) {
  sqlite3_bind_pointer(statement_.get(), 1, api, "fts5_api_ptr", nullptr);
}

Result<bool> SqliteStatement::step() {
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  return trouble(sqlite3_db_handle(statement_.get()));
}

void SqliteStatement::reset() {
  sqlite3_reset(statement_.get());
}

bool SqliteStatement::is_null(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

int64_t SqliteStatement::integer(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}

double SqliteStatement::real(int column) const {
  return sqlite3_column_double(statement_.get(), column);
}

std::string_view SqliteStatement::text(int column) const {
  const void* bytes = sqlite3_column_blob(statement_.get(), column);
  if (bytes == nullptr) return {};
  return {static_cast<const char*>(bytes),
          static_cast<size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

void SqliteDatabase::Close::operator()(sqlite3* database) const {
  sqlite3_close_v2(database);
}

Result<SqliteDatabase> SqliteDatabase::open_to_read(const std::string& file) {
  sqlite3* handle = nullptr;
  const int code = sqlite3_open_v2(file.c_str(), &handle, SQLITE_OPEN_READONLY, nullptr);
  SqliteDatabase database(handle);
  if (code != SQLITE_OK) return trouble(handle);
  sqlite3_busy_timeout(handle, kPatienceMilliseconds);
  return database;
}

Result<SqliteStatement> SqliteDatabase::prepare(const std::string& sql) {
  sqlite3_stmt* statement = nullptr;
  const int length = static_cast<int>(sql.size());
  if (sqlite3_prepare_v2(database_.get(), sql.c_str(), length, &statement, nullptr) != SQLITE_OK) {
    return trouble(database_.get());
  }
  return SqliteStatement(statement);
}

Status SqliteDatabase::execute(const std::string& sql) {
  if (sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
    return trouble(database_.get());
  }
  return Done{};
}

}  // namespace freshet::search
