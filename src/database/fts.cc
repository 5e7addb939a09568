#include "database/fts.h"

#include <sqlite3.h>

#include "database/fts_api.h"

namespace freshet::database {
namespace {

constexpr const char* kFunction = "freshet_row";  // the SQL function that FTS5 calls for each row

void call_back(const Fts5ExtensionApi* fts, Fts5Context* context, sqlite3_context* result, int,
               sqlite3_value**) {
  sqlite3_result_int(result, 0);
  (**static_cast<const FtsReader::RowCallback**>(fts->xUserData(context)))(FtsRow(fts, context));
}

}  // namespace

Result<fts5_api*> fts_api_of(SqliteDatabase& database) {
  fts5_api* api = nullptr;
  auto statement = database.prepare("SELECT fts5(?)");
  if (!statement) return Unexpected(statement.error());
  const Status run = statement->add_pointer(&api, "fts5_api_ptr").run();
  if (!run) return Unexpected(run.error());
  if (api == nullptr) return fail("this SQLite has no FTS5");
  return api;
}

int64_t FtsRow::id() const {
  return fts_->xRowid(context_);
}

void FtsRow::count_occurrences(size_t phrase, std::span<int> counts) const {
  Fts5PhraseIter iterator;
  int column = 0;
  int offset = 0;
  fts_->xPhraseFirst(context_, static_cast<int>(phrase), &iterator, &column, &offset);
  for (; column >= 0; fts_->xPhraseNext(context_, &iterator, &column, &offset)) {
    if (static_cast<size_t>(column) < counts.size()) ++counts[static_cast<size_t>(column)];
  }
}

uint64_t FtsRow::positions(size_t phrase, int column) const {
  uint64_t positions = 0;
  Fts5PhraseIter iterator;
  int at_column = 0;
  int offset = 0;
  fts_->xPhraseFirst(context_, static_cast<int>(phrase), &iterator, &at_column, &offset);
  // FTS5 reports columns in ascending order.
  for (; at_column >= 0 && at_column <= column;
       fts_->xPhraseNext(context_, &iterator, &at_column, &offset)) {
    if (at_column == column && offset < 64) positions |= uint64_t{1} << offset;
  }
  return positions;
}

int64_t FtsRow::table_rows() const {
  sqlite3_int64 rows = 0;
  fts_->xRowCount(context_, &rows);
  return rows;
}

int64_t FtsRow::table_words(int column) const {
  sqlite3_int64 words = 0;
  fts_->xColumnTotalSize(context_, column, &words);
  return words;
}

Status FtsReader::define_function() {
  if (is_defined_) return Done{};
  const auto api = fts_api_of(database_);
  if (!api) return Unexpected(api.error());
  (*api)->xCreateFunction(*api, kFunction, &callback_, call_back, nullptr);
  is_defined_ = true;
  return Done{};
}

Status FtsReader::each_match(const std::string& table, std::string_view expression,
                             const RowCallback& callback) {
  if (Status defined = define_function(); !defined) return defined;
  auto statement = database_.prepare("SELECT " + std::string(kFunction) + "(" + table + ") FROM " +
                                     table + " WHERE " + table + " MATCH ?");
  if (!statement) return Unexpected(statement.error());
  statement->add(expression);
  callback_ = &callback;
  while (true) {
    const auto row = statement->step();
    if (!row) return Unexpected(row.error());
    if (!*row) return Done{};
  }
}

}  // namespace freshet::database
