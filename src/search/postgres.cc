#include "search/postgres.h"

#include <libpq-fe.h>

#include <cstdlib>

#include "text/ascii.h"

namespace freshet::search {
namespace {

Unexpected<Error> trouble(PGconn* connection) {
  return fail("PostgreSQL: " + std::string(text::trim(PQerrorMessage(connection))));
}

}  // namespace

void PostgresRows::Clear::operator()(pg_result* result) const {
  PQclear(result);
}

int PostgresRows::count() const {
  return PQntuples(result_.get());
}

bool PostgresRows::is_null(int row, int column) const {
  return PQgetisnull(result_.get(), row, column) != 0;
}

std::string_view PostgresRows::text(int row, int column) const {
  return {PQgetvalue(result_.get(), row, column),
          static_cast<size_t>(PQgetlength(result_.get(), row, column))};
}

int64_t PostgresRows::integer(int row, int column) const {
  return std::strtoll(PQgetvalue(result_.get(), row, column), nullptr, 10);
}

double PostgresRows::real(int row, int column) const {
  return std::strtod(PQgetvalue(result_.get(), row, column), nullptr);
}

void PostgresConnection::Finish::operator()(pg_conn* connection) const {
  PQfinish(connection);
}

Result<PostgresConnection> PostgresConnection::open(const std::string& dsn) {
  PostgresConnection connection(PQconnectdb(dsn.c_str()));
  PGconn* handle = connection.connection_.get();
  if (PQstatus(handle) != CONNECTION_OK) return trouble(handle);
  if (PQsetClientEncoding(handle, "UTF8") != 0) return trouble(handle);
  return connection;
}

Result<PostgresRows> PostgresConnection::query(const std::string& sql,
                                               const std::vector<std::string>& parameters) {
  std::vector<const char*> values;
  values.reserve(parameters.size());
  for (const std::string& parameter : parameters) values.push_back(parameter.c_str());
  PGresult* result = PQexecParams(connection_.get(), sql.c_str(), static_cast<int>(values.size()),
                                  nullptr, values.data(), nullptr, nullptr, 0);
  PostgresRows rows(result);
  const ExecStatusType status = PQresultStatus(result);
  if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK) return trouble(connection_.get());
  return rows;
}

}  // namespace freshet::search
