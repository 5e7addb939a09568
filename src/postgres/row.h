#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "clock/instant.h"

struct pg_result;

namespace freshet::postgres {

// One row of a result whose columns are text. Valid only during the callback that receives it.
class Row {
 public:
  Row(const pg_result* result, int row) : result_(result), row_(row) {}

  std::string_view text(int column) const;
  int64_t integer(int column) const;
  double real(int column) const;                  // NULL reads as 0
  std::optional<Instant> time(int column) const;  // the column holds Unix seconds
  bool is_null(int column) const;

 private:
  const pg_result* result_;
  int row_;
};

// One row of a result whose columns are in PostgreSQL's binary format. Valid only during the
// callback that receives it.
class BinaryRow {
 public:
  BinaryRow(const pg_result* result, int row) : result_(result), row_(row) {}

  std::string_view bytes(int column) const;  // of bytea or text
  int64_t integer(int column) const;         // of smallint, integer or bigint; NULL reads as 0
  bool is_null(int column) const;

 private:
  const pg_result* result_;
  int row_;
};

}  // namespace freshet::postgres
