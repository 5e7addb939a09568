#include "postgres/connection.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <stdlib.h>

#include <fstream>

#include "postgres/pipeline.h"
#include "postgres/postgres_fixture.h"

namespace freshet::postgres {
namespace {

using PostgresConnection = test::WithPostgres;

TEST_F(PostgresConnection, SaysWhatItIsAndTheDsnMayOverrideIt) {
  Connection plain = connect();
  EXPECT_EQ(answer(plain, "SHOW application_name"), "freshet");
  EXPECT_EQ(answer(plain, "SHOW client_encoding"), "UTF8");
  auto named = Connection::open(dsn() + " application_name=other connect_timeout=3");
  ASSERT_TRUE(named);
  EXPECT_EQ(answer(*named, "SHOW application_name"), "other");
}

TEST_F(PostgresConnection, DsnMayNameAService) {
  const ScratchFolder folder;
  std::ofstream(folder / "services") << "[web]\nhost=" << test::shared_postgres_server().folder()
                                     << "\nuser=postgres\ndbname=postgres\n";
  setenv("PGSERVICEFILE", (folder / "services").c_str(), 1);
  auto opened = Connection::open("service=web");
  unsetenv("PGSERVICEFILE");
  ASSERT_TRUE(opened) << opened.error().message;
  EXPECT_EQ(answer(*opened, "SHOW application_name"), "freshet");
}

TEST_F(PostgresConnection, RefusalAndSilenceAreDistinguished) {
  const auto refused = Connection::open(dsn() + " dbname=missing password=hunter2");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::kDenied) << refused.error().message;
  EXPECT_EQ(refused.error().message.find('\n'), std::string::npos) << refused.error().message;
  const auto silent = Connection::open("host=/nonexistent user=postgres");
  ASSERT_FALSE(silent);
  EXPECT_EQ(silent.error().kind, ErrorKind::kUnavailable) << silent.error().message;
}

TEST_F(PostgresConnection, PreparedStatementTakesAndGivesBinaryValues) {
  Connection connection = connect();
  const Statement statement{
      "all types", "SELECT $1::smallint, $2::integer, $3::bigint, $4::bytea, NULL::bigint"};
  const std::string bytes("\0\xFF'\\", 4);
  for (int round = 0; round < 2; ++round) {
    Parameters parameters;
    parameters.add(Type::kSmallint, -3).add(Type::kInteger, 70'000).add(Type::kBigint, INT64_MIN);
    parameters.add_bytes(bytes);
    int rows = 0;
    EXPECT_TRUE(connection.execute(statement, parameters, [&](const BinaryRow& row) {
      EXPECT_EQ(row.integer(0), -3);
      EXPECT_EQ(row.integer(1), 70'000);
      EXPECT_EQ(row.integer(2), INT64_MIN);
      EXPECT_EQ(row.bytes(3), bytes);
      EXPECT_TRUE(row.is_null(4));
      return ++rows != 0;
    }));
    EXPECT_EQ(rows, 1);
  }
}

TEST_F(PostgresConnection, StatementStopsWhenTheCallbackReturnsFalse) {
  Connection connection = connect();
  int rows = 0;
  const Statement endless{"endless", "SELECT generate_series(1, 10000000000)"};
  EXPECT_TRUE(connection.execute(endless, {}, [&](const BinaryRow&) { return ++rows < 3; }));
  EXPECT_EQ(rows, 3);
  EXPECT_EQ(answer(connection, "SELECT 1"), "1") << "the connection can be used further";
}

TEST_F(PostgresConnection, PipelineGivesAllResultsInOneRoundTrip) {
  Connection connection = connect();
  const Statement number{"number", "SELECT $1::bigint * 2"};
  int64_t sum = 0;
  Pipeline pipeline(connection);
  for (int64_t i = 1; i <= 1'000; ++i) {
    pipeline.add(number, Parameters().add(Type::kBigint, i),
                 [&](const BinaryRow& row) { sum += row.integer(0); });
  }
  EXPECT_TRUE(pipeline.finish());
  EXPECT_EQ(sum, 1'001'000);
  EXPECT_TRUE(connection.is_idle());
}

TEST_F(PostgresConnection, NothingAfterAFailedStatementOfAPipelineRuns) {
  Connection connection = connect();
  ASSERT_TRUE(connection.run("CREATE TEMP TABLE one(n bigint PRIMARY KEY)"));
  const Statement begin{"begin", "BEGIN"};
  const Statement insert{"insert", "INSERT INTO one VALUES ($1::bigint)"};
  const Statement commit{"commit", "COMMIT"};
  const auto value = [](int64_t n) { return Parameters().add(Type::kBigint, n); };
  {
    Pipeline pipeline(connection);
    pipeline.add(begin);
    pipeline.add(insert, value(1));
    pipeline.add(insert, value(1));
    pipeline.add(insert, value(2));
    pipeline.add(commit);
    const Status status = pipeline.finish();
    ASSERT_FALSE(status);
    EXPECT_NE(status.error().message.find("duplicate key"), std::string::npos)
        << status.error().message;
  }
  EXPECT_FALSE(connection.is_idle()) << "the transaction is still open";
  ASSERT_TRUE(connection.run("ROLLBACK"));
  EXPECT_EQ(answer(connection, "SELECT count(*) FROM one"), "0");
  Pipeline pipeline(connection);
  pipeline.add(begin);
  pipeline.add(insert, value(7));
  pipeline.add(commit);
  EXPECT_TRUE(pipeline.finish()) << "statements that were not prepared are prepared now";
  EXPECT_EQ(answer(connection, "SELECT n FROM one"), "7");
}

TEST_F(PostgresConnection, CopiedRowsCanBeCopiedOutAsLines) {
  Connection connection = connect();
  ASSERT_TRUE(connection.run("CREATE TEMP TABLE words(word text)"));
  ASSERT_TRUE(connection.copy("words", std::string("\0\x01\0\0\0\x02hi", 8)));
  ASSERT_TRUE(connection.run("INSERT INTO words VALUES ('a'), (NULL)"));
  std::string lines;
  EXPECT_TRUE(
      connection.copy_out("SELECT word FROM words", [&](std::string_view line) { lines += line; }));
  EXPECT_EQ(lines, "hi\na\n\\N\n");
  EXPECT_FALSE(connection.copy_out("SELECT 1/0", [](std::string_view) {}));
  EXPECT_EQ(answer(connection, "SELECT 1"), "1");
}

TEST_F(PostgresConnection, NotificationMakesTheSocketReadable) {
  Connection listener = connect();
  Connection sender = connect();
  ASSERT_TRUE(listener.run("LISTEN bell"));
  EXPECT_TRUE(listener.notifications().value().empty());
  ASSERT_TRUE(sender.run("NOTIFY bell, 'ring'"));
  pollfd socket{.fd = listener.descriptor(), .events = POLLIN, .revents = 0};
  ASSERT_EQ(poll(&socket, 1, 10'000), 1);
  const auto arrived = listener.notifications().value();
  ASSERT_EQ(arrived.size(), 1U);
  EXPECT_EQ(arrived[0].channel, "bell");
  EXPECT_EQ(arrived[0].payload, "ring");
}

TEST_F(PostgresConnection, ErrorsOfALostConnectionHaveAKindOfTheirOwn) {
  Connection connection = connect();
  Connection killer = connect();
  const std::string process = answer(connection, "SELECT pg_backend_pid()");
  ASSERT_EQ(answer(killer, "SELECT pg_terminate_backend(" + process + ", 5000)"), "t");
  const Status status = connection.run("SELECT 1");
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().kind, ErrorKind::kUnavailable) << status.error().message;
  EXPECT_FALSE(connection.is_idle());
  const Status again =
      connection.execute({"one", "SELECT 1"}, {}, [](const auto&) { return true; });
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().kind, ErrorKind::kUnavailable);
  Pipeline pipeline(connection);
  pipeline.add({"two", "SELECT 2"});
  const Status piped = pipeline.finish();
  ASSERT_FALSE(piped);
  EXPECT_EQ(piped.error().kind, ErrorKind::kUnavailable);
}

}  // namespace
}  // namespace freshet::postgres
