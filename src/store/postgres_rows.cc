#include "store/postgres_rows.h"

#include <array>

namespace freshet::store {
namespace {

// The numbers of rows for which there are statements with lists of values.
constexpr std::array<size_t, 4> kListSizes = {64, 16, 4, 1};
// A parameter may have up to 1 GB, and the server holds all of a statement in memory.
constexpr size_t kChunkBytes = 16 << 20;

std::string parameter(size_t number, postgres::Type type, std::string_view suffix = "") {
  return "$" + std::to_string(number) + "::" + postgres::name_of(type) + std::string(suffix);
}

std::string names_of(const std::vector<Column>& columns, size_t first = 0) {
  std::string names;
  for (size_t i = first; i < columns.size(); ++i) {
    names += (i > first ? ", " : "") + std::string(columns[i].name);
  }
  return names;
}

// unnest($1::smallint[], $2::bigint[]), with the parameters of the columns from `first` on.
std::string unnest(const std::vector<Column>& columns, size_t first) {
  std::string text = "unnest(";
  for (size_t i = first; i < columns.size(); ++i) {
    text += (i > first ? ", " : "") + parameter(i + 1, columns[i].type, "[]");
  }
  return text + ")";
}

std::string replace_all(std::string_view text, std::string_view what, std::string_view by) {
  std::string out(text);
  for (size_t at = out.find(what); at != std::string::npos; at = out.find(what, at + by.size())) {
    out.replace(at, what.size(), by);
  }
  return out;
}

}  // namespace

Rows::Rows(const std::vector<Column>& columns) {
  columns_.reserve(columns.size());
  for (const Column& column : columns) columns_.emplace_back(column.type);
}

postgres::Array& Rows::next() {
  postgres::Array& column = columns_[at_];
  at_ = (at_ + 1) % columns_.size();
  return column;
}

Rows& Rows::add(int64_t value) {
  next().add(value);
  return *this;
}

Rows& Rows::add(std::string_view bytes) {
  next().add(bytes);
  return *this;
}

Rows& Rows::add_null() {
  next().add_null();
  return *this;
}

Rows& Rows::add(SiteId site) {
  return add(int64_t{shard_of(site)}).add(to_bigint(site.value));
}

Rows& Rows::add(const PageKey& key) {
  return add(key.site).add(to_bigint(key.page.value));
}

std::vector<size_t> Rows::ends(Routing routing) const {
  std::vector<size_t> ends;
  if (size() == 0) return ends;
  const postgres::Array& shards = columns_.front();
  for (size_t i = 1; routing == Routing::kOneShard && i < size(); ++i) {
    if (shards.value(i) != shards.value(i - 1)) ends.push_back(i);
  }
  ends.push_back(size());
  return ends;
}

size_t Rows::end_of_chunk(size_t begin) const {
  size_t bytes = 0;
  size_t end = begin;
  for (; end < size() && bytes < kChunkBytes; ++end) {
    for (const postgres::Array& column : columns_) bytes += column.value(end).size();
  }
  return end;
}

RowStatement::RowStatement(std::string name, std::vector<Column> columns, std::string_view before,
                           std::string_view after, Routing routing)
    : columns_(std::move(columns)), routing_(routing) {
  const bool is_one = routing == Routing::kOneShard;
  const size_t first = is_one ? 1 : 0;
  const std::string shard = is_one ? parameter(1, columns_[0].type) : "given.shard";
  // The rows are numbered, so that a reader can find out which of them a result belongs to.
  const std::string given = unnest(columns_, first) + " WITH ORDINALITY AS given(" +
                            names_of(columns_, first) + ", number)";
  statement_ = {std::move(name), replace_all(before, "%S", shard) + " " + given + " " +
                                     replace_all(after, "%S", shard)};
}

postgres::Parameters RowStatement::parameters(const Rows& rows, size_t begin, size_t end) const {
  postgres::Parameters parameters;
  for (size_t i = 0; i < columns_.size(); ++i) {
    const postgres::Array& column = rows.columns()[i];
    if (i == 0 && routing_ == Routing::kOneShard)
      parameters.add_value(column, begin);
    else
      parameters.add_array(column, begin, end);
  }
  return parameters;
}

void RowStatement::send(postgres::Pipeline& pipeline, const Rows& rows) const {
  size_t begin = 0;
  for (const size_t end : rows.ends(routing_)) {
    pipeline.add(statement_, parameters(rows, begin, end));
    begin = end;
  }
}

InsertStatement::InsertStatement(const std::string& table, std::vector<Column> columns,
                                 std::string_view conflict, Routing routing)
    : columns_(std::move(columns)), routing_(routing) {
  // Two statements may insert into one table, and differ in what they do with existing rows.
  const std::string name = "insert " + table + (conflict == "DO NOTHING" ? " new" : "");
  const std::string into = "INSERT INTO " + table + " AS old (" + names_of(columns_) + ") ";
  const std::string on_conflict = " ON CONFLICT " + std::string(conflict);
  if (routing == Routing::kAnyShards) {
    statements_.push_back({name, into + "SELECT * FROM " + unnest(columns_, 0) + on_conflict});
    return;
  }
  for (const size_t count : kListSizes) {
    std::string sql = into + "VALUES ";
    for (size_t row = 0, number = 1; row < count; ++row) {
      sql += row > 0 ? ", (" : "(";
      for (size_t i = 0; i < columns_.size(); ++i) {
        if (i > 0) sql += ", ";
        sql += parameter(number++, columns_[i].type);
      }
      sql += ")";
    }
    sql += on_conflict;
    statements_.push_back({name + " " + std::to_string(count), std::move(sql)});
  }
}

void InsertStatement::send(postgres::Pipeline& pipeline, const Rows& rows) const {
  if (routing_ == Routing::kOneShard) return send_values(pipeline, rows);
  for (size_t begin = 0; begin < rows.size();) {
    const size_t end = rows.end_of_chunk(begin);
    postgres::Parameters parameters;
    for (const postgres::Array& column : rows.columns()) parameters.add_array(column, begin, end);
    pipeline.add(statements_.front(), parameters);
    begin = end;
  }
}

void InsertStatement::send_values(postgres::Pipeline& pipeline, const Rows& rows) const {
  size_t at = 0;
  for (const size_t end : rows.ends(routing_)) {
    for (size_t i = 0; i < kListSizes.size(); ++i) {
      for (; end - at >= kListSizes[i]; at += kListSizes[i]) {
        postgres::Parameters parameters;
        for (size_t row = at; row < at + kListSizes[i]; ++row) {
          for (const postgres::Array& column : rows.columns()) parameters.add_value(column, row);
        }
        pipeline.add(statements_[i], parameters);
      }
    }
  }
}

}  // namespace freshet::store
