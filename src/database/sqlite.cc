#include "database/sqlite.h"

#include <sqlite3.h>
#include <unistd.h>

#include <filesystem>

namespace freshet::database {
namespace {

// How long to wait for a lock that another connection holds.
constexpr int kBusyTimeoutMilliseconds = 10'000;

Error error_of(sqlite3* database, std::string_view action) {
  const char* file = sqlite3_db_filename(database, "main");
  return Error{std::string(action) + " " + (file != nullptr ? file : "the catalogue") + ": " +
               sqlite3_errmsg(database)};
}

bool is_folder_writable(const std::string& file) {
  const std::filesystem::path folder = std::filesystem::path(file).parent_path();
  return access(folder.empty() ? "." : folder.c_str(), W_OK) == 0;
}

// A URI that opens the file without locks and without its write-ahead log (sqlite.org/uri.html).
std::string immutable_uri(const std::string& file) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string uri = "file:";
  for (const char c : file) {
    const bool is_plain = c == '/' || c == '.' || c == '-' || c == '_' || (c >= '0' && c <= '9') ||
                          (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (is_plain) {
      uri += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    uri += {'%', kDigits[byte >> 4], kDigits[byte & 15]};
  }
  return uri + "?immutable=1";
}

}  // namespace

void SqliteStatement::Finalize::operator()(sqlite3_stmt* statement) const {
  sqlite3_finalize(statement);
}

SqliteStatement& SqliteStatement::add(int64_t value) {
  sqlite3_bind_int64(statement_.get(), next_++, value);
  return *this;
}

SqliteStatement& SqliteStatement::add(double value) {
  sqlite3_bind_double(statement_.get(), next_++, value);
  return *this;
}

SqliteStatement& SqliteStatement::add(std::string_view text) {
  // SQLite binds NULL for a null pointer, even if the length is 0.
  sqlite3_bind_text64(statement_.get(), next_++, text.empty() ? "" : text.data(), text.size(),
                      SQLITE_STATIC, SQLITE_UTF8);
  return *this;
}

SqliteStatement& SqliteStatement::add_null() {
  sqlite3_bind_null(statement_.get(), next_++);
  return *this;
}

SqliteStatement& SqliteStatement::add(const std::optional<Instant>& time) {
  if (!time) return add_null();
  return add(static_cast<double>(time->unix_microseconds()) * 1e-6);
}

SqliteStatement& SqliteStatement::add_pointer(void* value, const char* type) {
  sqlite3_bind_pointer(statement_.get(), next_++, value, type, nullptr);
  return *this;
}

Result<bool> SqliteStatement::step() {
  const int status = sqlite3_step(statement_.get());
  if (status == SQLITE_ROW) return true;
  sqlite3* database = sqlite3_db_handle(statement_.get());
  const bool failed = status != SQLITE_DONE;
  const bool reads = sqlite3_stmt_readonly(statement_.get()) != 0;
  Error error = failed ? error_of(database, reads ? "reading" : "writing") : Error();
  reset();
  if (failed) return Unexpected(std::move(error));
  return false;
}

Status SqliteStatement::run() {
  const Result<bool> stepped = step();
  if (!stepped) return Unexpected(stepped.error());
  if (*stepped) reset();
  return Done{};
}

void SqliteStatement::reset() {
  sqlite3_reset(statement_.get());
  next_ = 1;
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

std::optional<Instant> SqliteStatement::time(int column) const {
  if (is_null(column)) return std::nullopt;
  return Instant() + Duration::from_seconds(real(column));
}

bool SqliteStatement::is_null(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

void SqliteDatabase::Close::operator()(sqlite3* database) const {
  sqlite3_close_v2(database);
}

Result<SqliteDatabase> SqliteDatabase::open(const std::string& file) {
  return open(file, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
}

// In WAL mode SQLite creates a file beside the database even to read it. If the folder is not
// writable and there is no write-ahead log, no writer has the database open, and the file alone
// holds all its data: it is then opened as immutable.
Result<SqliteDatabase> SqliteDatabase::open_to_read(const std::string& file) {
  auto opened = open(file, SQLITE_OPEN_READONLY);
  if (!opened) return opened;
  const auto readable = opened->text_of("SELECT count(*) FROM sqlite_schema");
  if (readable || is_folder_writable(file)) return opened;
  std::error_code error;
  const uint64_t logged = std::filesystem::file_size(file + "-wal", error);
  if (!error && logged > 0) {
    return fail("reading " + file + ": its newest changes are in " + file +
                "-wal, which SQLite can only read in a writable folder; copy both files to a "
                "writable folder");
  }
  return open(immutable_uri(file), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
}

Result<SqliteDatabase> SqliteDatabase::open(const std::string& file, int flags) {
  SqliteDatabase opened;
  sqlite3* database = nullptr;
  const int status = sqlite3_open_v2(file.c_str(), &database, flags | SQLITE_OPEN_NOMUTEX, nullptr);
  opened.database_.reset(database);
  if (status != SQLITE_OK) {
    return fail("opening " + file + ": " + (database != nullptr ? sqlite3_errmsg(database) : ""));
  }
  sqlite3_busy_timeout(database, kBusyTimeoutMilliseconds);
  return opened;
}

Status SqliteDatabase::run(const std::string& statements) {
  if (sqlite3_exec(database_.get(), statements.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
    const bool reads = sqlite3_db_readonly(database_.get(), "main") == 1;
    return Unexpected(error_of(database_.get(), reads ? "reading" : "writing"));
  }
  return Done{};
}

Result<SqliteStatement> SqliteDatabase::prepare(std::string_view sql) {
  sqlite3_stmt* statement = nullptr;
  const int status = sqlite3_prepare_v3(database_.get(), sql.data(), static_cast<int>(sql.size()),
                                        SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
  if (status != SQLITE_OK) return Unexpected(error_of(database_.get(), "reading"));
  return SqliteStatement(statement);
}

Result<std::optional<std::string>> SqliteDatabase::text_of(std::string_view sql) {
  auto statement = prepare(sql);
  if (!statement) return Unexpected(statement.error());
  const auto row = statement->step();
  if (!row) return Unexpected(row.error());
  if (!*row || statement->is_null(0)) return std::nullopt;
  return std::optional(std::string(statement->text(0)));
}

}  // namespace freshet::database
