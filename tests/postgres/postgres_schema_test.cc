#include <thread>

#include "postgres/postgres_fixture.h"
#include "store/postgres_store.h"

namespace freshet::store {
namespace {

using PostgresSchema = test::WithCollection;

std::string error_of(const Result<std::unique_ptr<Store>>& opened) {
  return opened ? "" : opened.error().message;
}

TEST_F(PostgresSchema, IsCreatedOnceByProgramsThatStartAtTheSameTime) {
  std::vector<std::thread> programs;
  for (int i = 0; i < 6; ++i) {
    programs.emplace_back([&, i] {
      const auto store = open({});
      ASSERT_TRUE(store);
      EXPECT_TRUE(store->take({static_cast<ShardId>(i)}));
    });
  }
  for (std::thread& program : programs) program.join();
  postgres::Connection connection = connect_to_tables();
  EXPECT_EQ(answer(connection, "SELECT count(*) FROM schema_version"), "1");
  EXPECT_EQ(answer(connection, "SELECT count(*) FROM shard WHERE epoch = 1"), "6");
}

TEST_F(PostgresSchema, OfANewerVersionIsRefused) {
  ASSERT_TRUE(open());
  postgres::Connection connection = connect_to_tables();
  run(connection, "UPDATE schema_version SET version = 99");
  for (const bool read_only : {false, true}) {
    const std::string message = error_of(collection_.open({.read_only = read_only}));
    EXPECT_NE(message.find("was written by a newer version of Freshet (format 99"),
              std::string::npos)
        << message;
    EXPECT_NE(message.find(collection_.schema()), std::string::npos) << message;
  }
}

TEST_F(PostgresSchema, IsNotCreatedUnlessAsked) {
  const std::string message =
      "there is no collection in schema " + collection_.schema() + " of this database";
  EXPECT_EQ(error_of(collection_.open({.create = false})), message);
  EXPECT_EQ(error_of(collection_.open({.read_only = true})), message);
  ASSERT_TRUE(open());
  EXPECT_EQ(error_of(collection_.open({.create = false})), "");
  EXPECT_EQ(error_of(collection_.open({.read_only = true})), "");
}

// A conversion deletes the schemas of catalogues.
TEST_F(PostgresSchema, OfACatalogueOrWithAnInvalidNameIsRefused) {
  for (const char* name : {"freshet", "freshet_loading", "pg_catalog", "", "a b", "A", "1a", "a\"",
                           "a;DROP TABLE page"}) {
    EXPECT_NE(error_of(open_postgres_store(dsn(), {.schema = name})), "") << name;
  }
}

TEST_F(PostgresSchema, WithoutPermissionItIsDenied) {
  postgres::Connection connection = connect();
  run(connection, "DROP ROLE IF EXISTS stranger; CREATE ROLE stranger LOGIN");
  const std::string stranger = dsn() + " user=stranger";
  const auto refused = open_postgres_store(stranger, {.schema = collection_.schema()});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::kDenied) << refused.error().message;
}

}  // namespace
}  // namespace freshet::store
