#include "support/postgres.h"

#include <libpq-fe.h>

#include "gtest/gtest.h"

namespace freshet::test {
namespace {

TEST(PostgresServer, AnswersThroughItsSocketAndEndsWithTheTest) {
  std::string dsn;
  {
    FRESHET_POSTGRES(server);
    dsn = server.dsn();
    PGconn* connection = PQconnectdb(dsn.c_str());
    PGresult* answer = PQexec(connection, "SHOW server_encoding");
    EXPECT_STREQ(PQgetvalue(answer, 0, 0), "UTF8") << PQerrorMessage(connection);
    PQclear(answer);
    PQfinish(connection);
  }
  EXPECT_EQ(PQping(dsn.c_str()), PQPING_NO_RESPONSE);
}

}  // namespace
}  // namespace freshet::test
