#include "catalog/postgres.h"

#include <libpq-fe.h>

namespace freshet::catalog {
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

void PostgresConnection::Close::operator()(pg_conn* connection) const {
  PQfinish(connection);
}

Error PostgresConnection::error_of(std::string_view doing) const {
  return {std::string(doing) + " PostgreSQL: " + one_line(PQerrorMessage(connection_.get()))};
}

Result<PostgresConnection> PostgresConnection::open(const std::string& dsn) {
  PostgresConnection opened;
  opened.connection_.reset(PQconnectdb(dsn.c_str()));
  if (PQstatus(opened.connection_.get()) != CONNECTION_OK) {
    return Unexpected(opened.error_of("connecting to"));
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

Status PostgresConnection::query(const std::string& sql,
                                 const std::function<void(const Row&)>& each) {
  if (PQsendQuery(connection_.get(), sql.c_str()) != 1 ||
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
      each([&](int column) {
        return std::string_view(PQgetvalue(result.get(), row, column),
                                static_cast<size_t>(PQgetlength(result.get(), row, column)));
      });
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

}  // namespace freshet::catalog
