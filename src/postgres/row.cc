#include "postgres/row.h"

#include <libpq-fe.h>

#include <cstdlib>

namespace freshet::postgres {
namespace {

std::string_view value_of(const pg_result* result, int row, int column) {
  return {PQgetvalue(result, row, column), static_cast<size_t>(PQgetlength(result, row, column))};
}

}  // namespace

std::string_view Row::text(int column) const {
  return value_of(result_, row_, column);
}

int64_t Row::integer(int column) const {
  return std::strtoll(PQgetvalue(result_, row_, column), nullptr, 10);
}

double Row::real(int column) const {
  return std::strtod(PQgetvalue(result_, row_, column), nullptr);
}

std::optional<Instant> Row::time(int column) const {
  if (is_null(column)) return std::nullopt;
  return Instant() + Duration::from_seconds(real(column));
}

bool Row::is_null(int column) const {
  return PQgetisnull(result_, row_, column) != 0;
}

std::string_view BinaryRow::bytes(int column) const {
  return value_of(result_, row_, column);
}

int64_t BinaryRow::integer(int column) const {
  const std::string_view bytes = value_of(result_, row_, column);
  if (bytes.empty()) return 0;
  // Starts from the sign of the first byte, since the number may have two, four or eight.
  uint64_t value = (static_cast<uint8_t>(bytes[0]) & 0x80) != 0 ? ~uint64_t{0} : 0;
  for (const char c : bytes) value = value << 8 | static_cast<uint8_t>(c);
  return static_cast<int64_t>(value);
}

bool BinaryRow::is_null(int column) const {
  return PQgetisnull(result_, row_, column) != 0;
}

}  // namespace freshet::postgres
