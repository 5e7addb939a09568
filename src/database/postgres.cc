#include "database/postgres.h"

#include <libpq-fe.h>

#include <algorithm>
#include <cstdlib>

#include "database/dsn.h"

namespace freshet::database {
namespace {

constexpr size_t kPiece = 1 << 20;  // what libpq is given at a time: it keeps a copy

struct Clear {
  void operator()(PGresult* result) const { PQclear(result); }
};
using PostgresResult = std::unique_ptr<PGresult, Clear>;

// PostgreSQL's messages end with a line feed, and some have several lines.
std::string one_line(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  for (char& c : text) {
    if (c == '\n') c = ' ';
  }
  return text;
}

}  // namespace

std::string_view PostgresRow::text(int column) const {
  return {PQgetvalue(result_, row_, column),
          static_cast<size_t>(PQgetlength(result_, row_, column))};
}

int64_t PostgresRow::integer(int column) const {
  return std::strtoll(PQgetvalue(result_, row_, column), nullptr, 10);
}

double PostgresRow::real(int column) const {
  return std::strtod(PQgetvalue(result_, row_, column), nullptr);
}

std::optional<Instant> PostgresRow::time(int column) const {
  if (is_null(column)) return std::nullopt;
  return Instant() + Duration::from_seconds(real(column));
}

bool PostgresRow::is_null(int column) const {
  return PQgetisnull(result_, row_, column) != 0;
}

void PostgresConnection::Close::operator()(pg_conn* connection) const {
  PQfinish(connection);
}

Error PostgresConnection::error_of(std::string_view doing) const {
  return {std::string(doing) + " PostgreSQL: " + one_line(PQerrorMessage(connection_.get()))};
}

Result<PostgresConnection> PostgresConnection::open(const std::string& dsn) {
  if (Status checked = check_dsn(dsn); !checked) return Unexpected(checked.error());
  PostgresConnection opened;
  opened.connection_.reset(PQconnectdb(dsn.c_str()));
  if (PQstatus(opened.connection_.get()) != CONNECTION_OK) {
    Error error = opened.error_of("connecting to");
    error.message = without_passwords(dsn, std::move(error.message));
    return Unexpected(std::move(error));
  }
  PQsetNoticeProcessor(
      opened.connection_.get(), [](void*, const char*) {}, nullptr);
  if (Status set = opened.run("SET client_encoding = 'UTF8'"); !set) {
    return Unexpected(set.error());
  }
  return opened;
}

Status PostgresConnection::run(const std::string& statements) {
  const PostgresResult result(PQexec(connection_.get(), statements.c_str()));
  const ExecStatusType status = PQresultStatus(result.get());
  if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) return Done{};
  return Unexpected(error_of("writing to"));
}

Status PostgresConnection::query(const std::string& sql, const std::vector<std::string>& parameters,
                                 const Take& each) {
  std::vector<const char*> values;
  values.reserve(parameters.size());
  for (const std::string& parameter : parameters) values.push_back(parameter.c_str());
  if (PQsendQueryParams(connection_.get(), sql.c_str(), static_cast<int>(values.size()), nullptr,
                        values.data(), nullptr, nullptr, 0) != 1 ||
      PQsetSingleRowMode(connection_.get()) != 1) {
    return Unexpected(error_of("reading from"));
  }
  Status status = Done{};
  while (true) {
    const PostgresResult result(PQgetResult(connection_.get()));
    if (!result) return status;
    const ExecStatusType kind = PQresultStatus(result.get());
    if (kind != PGRES_SINGLE_TUPLE && kind != PGRES_TUPLES_OK) {
      status = Unexpected(error_of("reading from"));
      continue;
    }
    for (int row = 0; row < PQntuples(result.get()); ++row) {
      each(PostgresRow(result.get(), row));
    }
  }
}

Status PostgresConnection::copy(const std::string& table, std::string_view rows) {
  const std::string sql = "COPY " + table + " FROM STDIN (FORMAT binary)";
  const PostgresResult begun(PQexec(connection_.get(), sql.c_str()));
  if (PQresultStatus(begun.get()) != PGRES_COPY_IN) return Unexpected(error_of("writing to"));
  constexpr std::string_view kHead("PGCOPY\n\xFF\r\n\0\0\0\0\0\0\0\0\0", 19);
  constexpr std::string_view kTail("\xFF\xFF", 2);
  for (std::string_view part : {kHead, rows, kTail}) {
    for (; !part.empty(); part.remove_prefix(std::min(part.size(), kPiece))) {
      const std::string_view piece = part.substr(0, kPiece);
      if (PQputCopyData(connection_.get(), piece.data(), static_cast<int>(piece.size())) != 1) {
        return Unexpected(error_of("writing to"));
      }
    }
  }
  return finish_copy();
}

Status PostgresConnection::finish_copy() {
  if (PQputCopyEnd(connection_.get(), nullptr) != 1) return Unexpected(error_of("writing to"));
  Status status = Done{};
  while (true) {
    const PostgresResult result(PQgetResult(connection_.get()));
    if (!result) return status;
    if (PQresultStatus(result.get()) != PGRES_COMMAND_OK) {
      status = Unexpected(error_of("writing to"));
    }
  }
}

}  // namespace freshet::database
