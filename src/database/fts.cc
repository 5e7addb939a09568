#include "database/fts.h"

#include <sqlite3.h>

#include "database/fts_api.h"

namespace freshet::database {
namespace {

constexpr const char* kFunction = "freshet_row";

void show_row(const Fts5ExtensionApi* fts, Fts5Context* context, sqlite3_context* result, int,
              sqlite3_value**) {
  sqlite3_result_int(result, 0);
  (**static_cast<const FtsReader::Take**>(fts->xUserData(context)))(FtsRow(fts, context));
}

}  // namespace

Result<fts5_api*> fts_api_of(SqliteDatabase& database) {
  fts5_api* api = nullptr;
  auto statement = database.prepare("SELECT fts5(?)");
  if (!statement) return Unexpected(statement.error());
  const Status asked = statement->add_pointer(&api, "fts5_api_ptr").run();
  if (!asked) return Unexpected(asked.error());
  if (api == nullptr) return fail("this SQLite has no FTS5");
  return api;
}

int64_t FtsRow::id() const {
  return fts_->xRowid(context_);
}

void FtsRow::count(size_t phrase, std::span<int> times) const {
  Fts5PhraseIter place;
  int column = 0;
  int offset = 0;
  fts_->xPhraseFirst(context_, static_cast<int>(phrase), &place, &column, &offset);
  for (; column >= 0; fts_->xPhraseNext(context_, &place, &column, &offset)) {
    if (static_cast<size_t>(column) < times.size()) ++times[static_cast<size_t>(column)];
  }
}

uint64_t FtsRow::places(size_t phrase, int column) const {
  uint64_t places = 0;
  Fts5PhraseIter place;
  int at_column = 0;
  int offset = 0;
  fts_->xPhraseFirst(context_, static_cast<int>(phrase), &place, &at_column, &offset);
  // Columns come in their order.
  for (; at_column >= 0 && at_column <= column;
       fts_->xPhraseNext(context_, &place, &at_column, &offset)) {
    if (at_column == column && offset < 64) places |= uint64_t{1} << offset;
  }
  return places;
}

int64_t FtsRow::rows() const {
  sqlite3_int64 rows = 0;
  fts_->xRowCount(context_, &rows);
  return rows;
}

int64_t FtsRow::words(int column) const {
  sqlite3_int64 words = 0;
  fts_->xColumnTotalSize(context_, column, &words);
  return words;
}

Status FtsReader::define_function() {
  if (is_defined_) return Done{};
  const auto api = fts_api_of(database_);
  if (!api) return Unexpected(api.error());
  (*api)->xCreateFunction(*api, kFunction, &take_, show_row, nullptr);
  is_defined_ = true;
  return Done{};
}

Status FtsReader::each(const std::string& table, std::string_view expression, const Take& take) {
  if (Status defined = define_function(); !defined) return defined;
  auto statement = database_.prepare("SELECT " + std::string(kFunction) + "(" + table + ") FROM " +
                                     table + " WHERE " + table + " MATCH ?");
  if (!statement) return Unexpected(statement.error());
  statement->add(expression);
  take_ = &take;
  while (true) {
    const auto row = statement->step();
    if (!row) return Unexpected(row.error());
    if (!*row) return Done{};
  }
}

}  // namespace freshet::database
