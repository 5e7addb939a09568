#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "clock/instant.h"
#include "postgres/pipeline.h"
#include "store/page_key.h"
#include "store/shards.h"

namespace freshet::store {

// PostgreSQL has no unsigned numbers. Flipping the top bit keeps their order.
constexpr int64_t to_bigint(uint64_t number) {
  return static_cast<int64_t>(number ^ (uint64_t{1} << 63));
}
constexpr uint64_t from_bigint(int64_t column) {
  return static_cast<uint64_t>(column) ^ (uint64_t{1} << 63);
}

// How statements find their rows. On one server a statement covers rows of any shards. On Citus
// each names one shard, as a constant, so that it goes to one machine without being divided.
enum class Routing : uint8_t { kAnyShards, kOneShard };

// A column of a table or of the rows that a statement is given.
struct Column {
  const char* name;
  postgres::Type type;
};

// Rows that a statement is given, column by column. The first column is the shard; rows of one
// shard are neighbours.
class Rows {
 public:
  explicit Rows(const std::vector<Column>& columns);

  // Each call adds to the next column of the row.
  Rows& add(int64_t value);
  Rows& add(std::string_view bytes);
  Rows& add_null();
  // The usual starts of rows: shard and site; shard, site and page.
  Rows& add(SiteId site);
  Rows& add(const PageKey& key);
  Rows& add(Instant time) { return add(time.unix_microseconds()); }

  size_t size() const { return columns_.front().size(); }
  const std::vector<postgres::Array>& columns() const { return columns_; }

  // The ends of the runs of rows that one statement may cover.
  std::vector<size_t> ends(Routing routing) const;
  // The end of the rows from `begin` on that have a size which the server takes without trouble.
  size_t end_of_chunk(size_t begin) const;

 private:
  postgres::Array& next();

  std::vector<postgres::Array> columns_;
  size_t at_ = 0;
};

// A statement that is given rows. `before` and `after` are its text around the rows, which have the
// name `given`, and %S stands for the shard of a row.
class RowStatement {
 public:
  RowStatement(std::string name, std::vector<Column> columns, std::string_view before,
               std::string_view after, Routing routing);

  const std::vector<Column>& columns() const { return columns_; }
  const postgres::Statement& statement() const { return statement_; }
  // The parameters for the rows from `begin` to `end`, excluded, which are one run.
  postgres::Parameters parameters(const Rows& rows, size_t begin, size_t end) const;
  void send(postgres::Pipeline& pipeline, const Rows& rows) const;

 private:
  std::vector<Column> columns_;
  Routing routing_;
  postgres::Statement statement_;
};

// A statement that inserts rows. `conflict` says what happens to rows whose keys exist.
class InsertStatement {
 public:
  InsertStatement(const std::string& table, std::vector<Column> columns, std::string_view conflict,
                  Routing routing);

  const std::vector<Column>& columns() const { return columns_; }
  void send(postgres::Pipeline& pipeline, const Rows& rows) const;

 private:
  void send_values(postgres::Pipeline& pipeline, const Rows& rows) const;

  std::vector<Column> columns_;
  Routing routing_;
  // For Routing::kAnyShards one statement with arrays. For kOneShard, statements with lists of
  // values, since Citus would run an INSERT ... SELECT in several steps; the largest first.
  std::vector<postgres::Statement> statements_;
};

}  // namespace freshet::store
