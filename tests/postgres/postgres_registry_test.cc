#include "cluster/postgres_registry.h"

#include <poll.h>

#include <thread>

#include "cluster/coordinator.h"
#include "cluster/member.h"
#include "cluster/postgres_tasks.h"
#include "contract/store_samples.h"
#include "postgres/postgres_fixture.h"
#include "support/manual_clock.h"

namespace freshet::cluster {
namespace {

class PostgresRegistry : public test::WithCollection {
 protected:
  std::unique_ptr<Registry> registry(const std::string& schema) const {
    auto opened = open_postgres_registry(dsn(), schema);
    EXPECT_TRUE(opened) << opened.error().message;
    return opened ? *std::move(opened) : nullptr;
  }
  std::unique_ptr<Registry> registry() const { return registry(collection_.schema()); }
};

TEST_F(PostgresRegistry, TablesAreCreatedOnceByProgramsThatStartAtTheSameTime) {
  std::vector<std::thread> programs;
  for (int i = 0; i < 6; ++i) {
    programs.emplace_back([&, i] {
      if (i % 2 == 0)
        EXPECT_NE(open(), nullptr);
      else
        EXPECT_TRUE(registry()->join("agent " + std::to_string(i), "host"));
    });
  }
  for (std::thread& program : programs) program.join();
  postgres::Connection connection = connect_to_tables();
  EXPECT_EQ(answer(connection, "SELECT count(*) FROM cluster_version"), "1");
  EXPECT_EQ(answer(connection, "SELECT count(*) FROM assignment"), "256");
  EXPECT_EQ(answer(connection, "SELECT count(DISTINCT writer) FROM agent"), "3");
}

TEST_F(PostgresRegistry, TablesOfANewerVersionAreRefused) {
  ASSERT_TRUE(registry());
  postgres::Connection connection = connect_to_tables();
  run(connection, "UPDATE cluster_version SET version = 99");
  const auto opened = open_postgres_registry(dsn(), collection_.schema());
  ASSERT_FALSE(opened);
  EXPECT_NE(opened.error().message.find("newer version of Freshet (99)"), std::string::npos)
      << opened.error().message;
}

TEST_F(PostgresRegistry, TablesOfVersion1GetTasks) {
  ASSERT_TRUE(registry());
  postgres::Connection connection = connect_to_tables();
  // What version 2 has added.
  run(connection,
      "DO $$ DECLARE name text; BEGIN"
      " DROP TABLE task_piece, task_part, task CASCADE;"
      " FOR name IN SELECT oid::regprocedure FROM pg_proc WHERE pronamespace = "
      "current_schema()::regnamespace AND left(proname, 5) = 'task_'"
      " LOOP EXECUTE 'DROP FUNCTION ' || name; END LOOP; END $$");
  run(connection, "UPDATE cluster_version SET version = 1");
  const auto agent = registry();
  const SessionId session = agent->join("a", "host").value().session;
  ASSERT_TRUE(agent->try_to_coordinate(session).value());
  Plan plan;
  for (int i = 0; i < store::kShards; ++i) {
    plan.assignments.push_back({static_cast<store::ShardId>(i), "a"});
  }
  ASSERT_TRUE(agent->carry_out(plan));
  ASSERT_TRUE(agent->own(session, store::ShardSet::all())->is_all());
  const auto tasks = open_postgres_tasks(dsn(), collection_.schema());
  ASSERT_TRUE(tasks) << tasks.error().message;
  const auto started = (*tasks)->start({.kind = "sort", .options = "", .driver = "test"});
  ASSERT_TRUE(started) << started.error().message;
  ASSERT_TRUE(started->task);
  EXPECT_EQ(agent->heartbeat(session, {})->task, started->task->id);
}

TEST_F(PostgresRegistry, SchemaOfACatalogueOrWithAnInvalidNameIsRefused) {
  for (const char* name : {"freshet", "freshet_loading", "pg_catalog", "", "a b", "A", "1a", "a\"",
                           "a;DROP TABLE page"}) {
    EXPECT_FALSE(open_postgres_registry(dsn(), name)) << name;
  }
}

TEST_F(PostgresRegistry, CallThatIsExecutedLateDoesNothing) {
  const auto a = registry();
  const SessionId session = a->join("a", "host").value().session;
  ASSERT_TRUE(a->try_to_coordinate(session).value());
  ASSERT_TRUE(a->carry_out({.assignments = {{1, "a"}}, .grants = {{session, 10}}}));
  ASSERT_EQ(a->own(session, {1}).value(), store::ShardSet{1});
  ASSERT_TRUE(a->heartbeat(session, {.rate = 10}));

  // The connection of these was lost after the agent had sent them; it has called again since.
  postgres::Connection connection = connect_to_tables();
  const std::string arguments = "(" + std::to_string(session.value) + ", 1";
  EXPECT_EQ(answer(connection, "SELECT cluster_release" + arguments + ", '{1}')"), "f");
  EXPECT_EQ(answer(connection, "SELECT cluster_leave" + arguments + ")"), "f");
  EXPECT_EQ(answer(connection, "SELECT count(*) FROM cluster_heartbeat" + arguments +
                                   ", '{}', 0, 0, true, 0, 0, 0, 0, '')"),
            "0");
  EXPECT_EQ(a->view()->shards.at(1).owner, session);
  EXPECT_EQ(a->view()->agents.at(0).highest_rate, 10);
}

TEST_F(PostgresRegistry, CollectionsInOneDatabaseHaveCoordinatorsAndNotificationsOfTheirOwn) {
  const test::PostgresCollection second(dsn());
  const auto a = registry();
  const auto b = registry(second.schema());
  EXPECT_TRUE(a->try_to_coordinate(a->join("a", "host").value().session).value());
  EXPECT_TRUE(b->try_to_coordinate(b->join("a", "host").value().session).value());
  (void)a->take_notifications();
  ASSERT_TRUE(b->set_job("{}", 1));
  ASSERT_TRUE(a->job());
  EXPECT_FALSE(a->take_notifications().cluster);
}

// An agent without an engine: it holds at once what it is to hold.
struct Agent {
  Agent(std::unique_ptr<Registry> its_registry, const Clock& clock, const std::string& name)
      : registry(std::move(its_registry)),
        lease(clock),
        time(clock),
        member({.name = name, .host = "host"},
               {.registry = *registry, .clock = clock, .lease = lease, .cluster_time = time}) {}

  void run() {
    directions = member.tick({.held = directions.hold, .rate = directions.rate});
    ASSERT_NE(member.session(), SessionId{});
    EXPECT_TRUE(coordinate(*registry, member.session()));
  }

  const std::unique_ptr<Registry> registry;
  LeaseClock lease;
  ClusterClock time;
  Member member;
  Directions directions;
};

TEST_F(PostgresRegistry, AgentsDivideShardsAndBudgetAndOneTakesOverWhenTheOtherLeaves) {
  ASSERT_TRUE(registry()->set_job("{}", 10));
  test::ManualClock clock(Instant::from_unix_seconds(1'000));
  Agent a(registry(), clock, "a");
  Agent b(registry(), clock, "b");
  const auto run = [&](const std::vector<Agent*>& agents) {
    for (int second = 0; second < 15; ++second) {
      for (Agent* agent : agents) agent->run();
      clock.advance(Duration::seconds(1));
    }
  };
  run({&a});
  EXPECT_TRUE(a.directions.hold.is_all());
  EXPECT_EQ(a.directions.rate, 10);
  run({&a, &b});
  EXPECT_EQ(a.directions.hold.size(), 128u);
  EXPECT_EQ(b.directions.hold.size(), 128u);
  EXPECT_LE(a.directions.rate + b.directions.rate, 10);
  EXPECT_GT(b.directions.rate, 0);
  ASSERT_TRUE(a.member.leave());
  run({&b});
  EXPECT_TRUE(b.directions.hold.is_all());
}

TEST_F(PostgresRegistry, DescriptorBecomesReadableWhenDiscoveriesAreCommitted) {
  const auto agent = registry();
  const auto store = open();
  ASSERT_NE(store, nullptr);
  (void)agent->take_notifications();
  const store::Discovery discovery =
      store::sample_discovery(store::key_in(200, 1, 1), store::at(1));
  ASSERT_TRUE(store->commit({.discoveries = {discovery}}, store::Durability::kPower));
  pollfd watched{.fd = agent->descriptor(), .events = POLLIN, .revents = 0};
  constexpr int kPatienceMs = 60'000;
  ASSERT_EQ(poll(&watched, 1, kPatienceMs), 1);
  EXPECT_EQ(agent->take_notifications().inbox, store::ShardSet{200});
}

}  // namespace
}  // namespace freshet::cluster
