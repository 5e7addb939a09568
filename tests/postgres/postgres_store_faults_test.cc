// Connections that are lost, writers that are replaced, and disks that are full, at the worst time.
#include <set>
#include <thread>

#include "contract/store_samples.h"
#include "postgres/postgres_fixture.h"
#include "store/postgres_store.h"
#include "support/postgres_proxy.h"

namespace freshet::store {
namespace {

constexpr PageKey kKey{.site = {uint64_t{1} << 56}, .page = {7}};  // in shard 1

class PostgresStoreFaults : public test::WithCollection {
 protected:
  static Status write(Store& store, Instant next_visit, const Holding& holding) {
    return store.commit({.holding = holding,
                         .pages = {waiting_page(kKey, next_visit)},
                         .discoveries = {sample_discovery(key_in(2, 1, 1), next_visit)},
                         .contents = {{digest::sha256("a"), {kKey}}}},
                        Durability::kProcess);
  }

  // Waits until `count` statements of other connections wait for a lock. Returns the process of one
  // of them.
  static std::string wait_for_waiters(postgres::Connection& connection, int count) {
    const std::string sql =
        "SELECT count(*) OVER (), pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
    std::string process;
    for (int64_t found = 0; found < count;) {
      EXPECT_TRUE(connection.query(sql, [&](const postgres::Row& row) {
        found = row.integer(0);
        process = row.text(1);
      }));
    }
    return process;
  }

  // Makes the next commits that write a page wait, until the transaction ends.
  static void block_pages(postgres::Connection& connection) {
    run(connection, "BEGIN; LOCK TABLE page IN EXCLUSIVE MODE");
  }
};

TEST_F(PostgresStoreFaults, TakingAShardWaitsForACommitInProgress) {
  const auto store = open({});
  const Holding old = store->take({1}).value();
  postgres::Connection blocker = connect_to_tables();
  block_pages(blocker);
  std::thread writer([&] {
    const Status status = write(*store, at(1), old);
    EXPECT_TRUE(status) << status.error().message;
  });
  postgres::Connection watcher = connect();
  wait_for_waiters(watcher, 1);
  std::atomic<bool> is_taken = false;
  std::thread taker([&] {
    EXPECT_TRUE(store->take({1}));
    is_taken = true;
  });
  wait_for_waiters(watcher, 2);
  EXPECT_FALSE(is_taken);
  EXPECT_TRUE(store->take({2})) << "other shards can be taken meanwhile";
  run(blocker, "COMMIT");
  writer.join();
  taker.join();
  EXPECT_EQ(store->page(kKey).value(), waiting_page(kKey, at(1)));
  const Status late = write(*store, at(2), old);
  ASSERT_FALSE(late);
  EXPECT_EQ(late.error().kind, ErrorKind::kFenced);
  EXPECT_NE(late.error().message.find("shard 1 was taken by another writer"), std::string::npos)
      << late.error().message;
}

TEST_F(PostgresStoreFaults, WriterThatIsReplacedWhileItBeginsWritesNothing) {
  const auto store = open({});
  const Holding old = store->take({1}).value();
  postgres::Connection taker = connect_to_tables();
  run(taker,
      "BEGIN; SELECT pg_advisory_xact_lock('shard'::regclass::oid::integer, 1);"
      "UPDATE shard SET epoch = epoch + 1 WHERE shard = 1");
  std::thread writer([&] {
    const Status status = write(*store, at(1), old);
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().kind, ErrorKind::kFenced);
  });
  postgres::Connection watcher = connect();
  wait_for_waiters(watcher, 1);
  run(taker, "COMMIT");
  writer.join();
  EXPECT_EQ(store->page(kKey).value(), std::nullopt);
  EXPECT_TRUE(store->pending_discoveries(2, 9, std::nullopt)->empty());
}

TEST_F(PostgresStoreFaults, ConnectionsThatAreKilledBetweenStatementsAreReplaced) {
  const auto store = open();
  postgres::Connection killer = connect();
  for (int round = 0; round < 3; ++round) {
    ASSERT_TRUE(write(*store, at(round), store->take({1}).value()));
    run(killer,
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
        " WHERE application_name = 'freshet' AND pid <> pg_backend_pid()");
    EXPECT_EQ(store->page(kKey).value(), waiting_page(kKey, at(round)));
  }
}

TEST_F(PostgresStoreFaults, ScanThatIsKilledMidwayPassesNoRowTwice) {
  const auto store = open();
  Batch batch;
  for (uint64_t i = 0; i < 2'000; ++i) {
    PageState page = waiting_page(key_in(1, 1, i), at(1));
    page.title = std::string(5'000, static_cast<char>(i));
    batch.pages.push_back(page);
  }
  ASSERT_TRUE(store->commit(batch, Durability::kProcess));
  postgres::Connection killer = connect();
  std::set<PageKey> seen;
  const Status status = store->each_page([&](const PageState& page) {
    if (seen.empty()) {
      run(killer,
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
          " WHERE application_name = 'freshet' AND pid <> pg_backend_pid()");
    }
    EXPECT_TRUE(seen.insert(page.key).second);
    return true;
  });
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().kind, ErrorKind::kUnavailable) << status.error().message;
  EXPECT_LT(seen.size(), batch.pages.size());
}

TEST_F(PostgresStoreFaults, CommitThatIsKilledMidwayIsRepeated) {
  const auto store = open();
  postgres::Connection blocker = connect_to_tables();
  block_pages(blocker);
  std::thread writer([&] {
    const Status status = write(*store, at(1), store->take({1}).value());
    EXPECT_TRUE(status) << status.error().message;
  });
  postgres::Connection killer = connect();
  const std::string process = wait_for_waiters(killer, 1);
  EXPECT_EQ(answer(killer, "SELECT pg_terminate_backend(" + process + ", 5000)"), "t");
  wait_for_waiters(killer, 1);  // the writer again
  run(blocker, "COMMIT");
  writer.join();
  EXPECT_EQ(store->page(kKey).value(), waiting_page(kKey, at(1)));
  EXPECT_EQ(store->pending_discoveries(2, 9, std::nullopt)->size(), 1U);
}

TEST_F(PostgresStoreFaults, ServerThatRefusesConnectionsLaterIsUnavailable) {
  postgres::Connection connection = connect();
  run(connection, "DROP ROLE IF EXISTS guest; CREATE ROLE guest SUPERUSER LOGIN");
  const auto store =
      open_postgres_store(dsn() + " user=guest",
                          {.schema = collection_.schema(), .patience = Duration::milliseconds(50)});
  ASSERT_TRUE(store) << store.error().message;
  EXPECT_TRUE((*store)->page(kKey));
  run(connection,
      "ALTER ROLE guest NOLOGIN;"
      "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE usename = 'guest'");
  const auto refused = (*store)->page(kKey);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::kUnavailable) << refused.error().message;
  run(connection, "ALTER ROLE guest LOGIN");
  EXPECT_TRUE((*store)->page(kKey));
}

class WithProxy : public PostgresStoreFaults {
 protected:
  std::unique_ptr<Store> open_through_proxy(Duration patience = Duration::seconds(60)) {
    PostgresOptions options{.schema = collection_.schema(), .patience = patience};
    auto opened = open_postgres_store(proxy_.dsn(), options);
    EXPECT_TRUE(opened) << opened.error().message;
    return *std::move(opened);
  }

  test::PostgresProxy proxy_{test::shared_postgres_server().folder()};
};

using PostgresStoreBehindProxy = WithProxy;

TEST_F(PostgresStoreBehindProxy, CommitWithUnknownOutcomeIsRepeatedWithoutHarm) {
  const auto store = open_through_proxy();
  const Holding holding = store->take({1}).value();
  const auto direct = open({.read_only = true});
  ASSERT_TRUE(write(*store, at(0), holding));
  for (int round = 0; round < 5; ++round) {
    const Instant before = at(round);
    const Instant after = at(round + 1);
    const PageKey other = key_in(1, 0, 100 + static_cast<uint64_t>(round));
    proxy_.lose_next_commit();
    const Batch batch{.holding = holding,
                      .admitted = {waiting_page(other, at(1))},
                      .visited = {{waiting_page(kKey, after), before}},
                      .discoveries = {sample_discovery(key_in(2, 1, 1), after)},
                      .contents = {{digest::sha256("a"), {other}}, {digest::sha256("b"), {kKey}}},
                      .changes = {{.at = after, .page = kKey}}};
    const Status status = store->commit(batch, Durability::kProcess);
    EXPECT_TRUE(status) << status.error().message;
    EXPECT_TRUE(proxy_.lost_commit());
    EXPECT_EQ(direct->page(kKey).value(), waiting_page(kKey, after));
    EXPECT_EQ(direct->page(other).value(), waiting_page(other, at(1)));
    EXPECT_EQ(direct->pending_discoveries(2, 99, std::nullopt)->size(),
              static_cast<size_t>(round) + 2);
    EXPECT_EQ(direct->due(kKey.site, Instant::never(), 99, std::nullopt)->size(),
              static_cast<size_t>(round) + 2);
    EXPECT_EQ(direct->original_of(digest::sha256("a")).value()->page, kKey);
    EXPECT_EQ(direct->original_of(digest::sha256("b")).value()->page, kKey);
  }
}

TEST_F(PostgresStoreBehindProxy, ServerThatCannotBeReachedGivesAnErrorOfItsOwn) {
  const auto store = open_through_proxy(Duration::milliseconds(100));
  const Holding holding = store->take({1}).value();
  proxy_.set_closed(true);
  for (int round = 0; round < 2; ++round) {
    const Status refused = write(*store, at(1), holding);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, ErrorKind::kUnavailable) << refused.error().message;
    const auto page = store->page(kKey);
    ASSERT_FALSE(page);
    EXPECT_EQ(page.error().kind, ErrorKind::kUnavailable) << page.error().message;
    const Status scanned = store->each_page([](const PageState&) { return true; });
    ASSERT_FALSE(scanned);
    EXPECT_EQ(scanned.error().kind, ErrorKind::kUnavailable);
  }
  proxy_.set_closed(false);
  EXPECT_TRUE(write(*store, at(1), holding)) << "the same batch, later";
  EXPECT_EQ(store->page(kKey).value(), waiting_page(kKey, at(1)));
}

// Otherwise what the writer has in memory would be newer than the state.
TEST_F(PostgresStoreFaults, WriterWhoseCommitsTheServerMayHaveLostMustLoadItsStateAgain) {
  const auto store = open({});
  const Holding old = store->take({1, 2}).value();
  ASSERT_TRUE(write(*store, at(1), old));
  test::shared_postgres_server().crash();
  for (int round = 0; round < 2; ++round) {
    const Status refused = write(*store, at(2), old);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, ErrorKind::kFenced) << refused.error().message;
    EXPECT_NE(refused.error().message.find("take the shards again"), std::string::npos);
  }
  const Holding now = store->take({1, 2}).value();
  ASSERT_TRUE(write(*store, at(3), now));
  EXPECT_EQ(store->page(kKey).value(), waiting_page(kKey, at(3)));
  EXPECT_FALSE(write(*store, at(4), old));
  // A crash may be noticed by take(), too.
  test::shared_postgres_server().crash();
  const auto taken = store->take({3});
  ASSERT_FALSE(taken);
  EXPECT_EQ(taken.error().kind, ErrorKind::kFenced) << taken.error().message;
  EXPECT_FALSE(write(*store, at(4), now));
  EXPECT_TRUE(store->take({1, 2, 3}));
}

TEST_F(PostgresStoreFaults, WriterWhoseCommitsAreOnTheDiskGoesOnAfterACrash) {
  const auto store = open({});
  const Holding holding = store->take({1}).value();
  ASSERT_TRUE(write(*store, at(1), holding));
  ASSERT_TRUE(store->commit({.holding = holding}, Durability::kPower));
  test::shared_postgres_server().crash();
  ASSERT_TRUE(write(*store, at(2), holding));
  test::shared_postgres_server().restart();
  const Status status = write(*store, at(3), holding);
  ASSERT_TRUE(status) << status.error().message;
  EXPECT_EQ(store->page(kKey).value(), waiting_page(kKey, at(3)));
  const auto flushing = open({.flush_every_commit = true});
  const Holding taken = flushing->take({1}).value();
  ASSERT_TRUE(write(*flushing, at(4), taken));
  test::shared_postgres_server().crash();
  EXPECT_TRUE(write(*flushing, at(5), taken));
}

TEST_F(PostgresStoreFaults, FullDiskIsReportedAndTheBatchCanBeCommittedLater) {
  const auto store = open();
  postgres::Connection connection = connect_to_tables();
  run(connection,
      "CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS"
      " $$ BEGIN RAISE 'could not extend file: No space left' USING errcode = '53100'; END $$;"
      "CREATE TRIGGER fill BEFORE INSERT ON content EXECUTE FUNCTION fill()");
  const Holding holding = store->take({1}).value();
  const Status refused = write(*store, at(1), holding);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::kNoSpace) << refused.error().message;
  EXPECT_EQ(store->page(kKey).value(), std::nullopt) << "nothing of it was written";
  run(connection, "DROP TRIGGER fill ON content");
  EXPECT_TRUE(write(*store, at(1), holding));
  EXPECT_EQ(store->page(kKey).value(), waiting_page(kKey, at(1)));
}

TEST_F(PostgresStoreFaults, ConflictWithOthersIsRepeated) {
  const auto store = open();
  postgres::Connection connection = connect_to_tables();
  // Fails in the first two transactions.
  run(connection,
      "CREATE SEQUENCE tries;"
      "CREATE FUNCTION collide() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
      " IF nextval('" +
          collection_.schema() +
          ".tries') < 3 THEN"
          " RAISE 'deadlock detected' USING errcode = '40P01'; END IF; RETURN NULL; END $$;"
          "CREATE TRIGGER collide BEFORE INSERT ON content EXECUTE FUNCTION collide()");
  EXPECT_TRUE(write(*store, at(1), store->take({1}).value()));
  EXPECT_EQ(answer(connection, "SELECT last_value FROM tries"), "3");
}

}  // namespace
}  // namespace freshet::store
