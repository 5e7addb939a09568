#include <poll.h>

#include <set>
#include <thread>

#include "contract/store_samples.h"
#include "postgres/postgres_fixture.h"
#include "store/postgres_store.h"

namespace freshet::store {
namespace {

class PostgresStore : public test::WithCollection {
 protected:
  static void commit(Store& store, const Batch& batch,
                     Durability durability = Durability::kProcess) {
    const Status status = store.commit(batch, durability);
    ASSERT_TRUE(status) << status.error().message;
  }
};

std::vector<PageState> pages_of(const Store& store) {
  std::vector<PageState> pages;
  EXPECT_TRUE(store.each_page([&](const PageState& page) {
    pages.push_back(page);
    return true;
  }));
  return pages;
}

TEST_F(PostgresStore, TakesNoShardWhenItIsOpened) {
  const auto store = open({});
  const Batch batch{.admitted = {waiting_page(key_in(1, 1, 1), at(1))}};
  const Status refused = store->commit(batch, Durability::kProcess);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::kFenced);
  Batch held = batch;
  held.holding = store->take({1}).value();
  commit(*store, held);
  EXPECT_EQ(pages_of(*store).size(), 1U);
}

TEST_F(PostgresStore, OpenedToReadItWritesNothing) {
  const auto writer = open();
  commit(*writer, {.admitted = {waiting_page(key_in(1, 1, 1), at(1))}});
  const auto reader = open({.read_only = true});
  EXPECT_EQ(pages_of(*reader).size(), 1U);
  EXPECT_FALSE(reader->take({1}));
  EXPECT_FALSE(reader->commit({.facts = {{"a", "1"}}}, Durability::kProcess));
  commit(*writer, {.admitted = {waiting_page(key_in(1, 1, 2), at(1))}});
  EXPECT_EQ(pages_of(*reader).size(), 2U) << "the writer still holds its shards";
}

TEST_F(PostgresStore, WritersOfDifferentShardsCommitAtTheSameTime) {
  constexpr uint64_t kBatches = 40;
  std::vector<std::thread> writers;
  for (const ShardId first : {ShardId{0}, ShardId{128}}) {
    writers.emplace_back([&, first] {
      const auto store = open({});
      const Holding holding =
          store->take(ShardSet::range(first, static_cast<ShardId>(first + 127))).value();
      for (uint64_t i = 0; i < kBatches; ++i) {
        const PageKey key = key_in(static_cast<ShardId>(first + i), 1, i);
        // Both claim the same contents, and send discoveries to the same shard.
        commit(*store, {.holding = holding,
                        .pages = {visited_page(key, at(1))},
                        .discoveries = {sample_discovery(key_in(5, 1, i), at(first))},
                        .contents = {{digest::sha256(std::to_string(i)), {key}}},
                        .versions = {{key, "v"}}});
      }
    });
  }
  for (std::thread& writer : writers) writer.join();
  const auto store = open({.read_only = true});
  EXPECT_EQ(pages_of(*store).size(), 2 * kBatches);
  EXPECT_EQ(store->pending_discoveries(5, 1'000, std::nullopt)->size(), 2 * kBatches);
  for (uint64_t i = 0; i < kBatches; ++i) {
    const auto original = store->original_of(digest::sha256(std::to_string(i))).value();
    ASSERT_TRUE(original);
    EXPECT_EQ(original->page.page.value, i);
  }
}

// A batch with a row in every table.
Batch large_batch() {
  const PageKey key = key_in(1, 1, 1);
  return {.admitted = {waiting_page(key_in(1, 1, 2), at(2))},
          .pages = {waiting_page(key_in(1, 1, 3), at(3))},
          .visited = {{visited_page(key, at(1)), at(0)}},
          .sites = {sample_site(key.site.value)},
          .links = {sample_links(key, 3)},
          .unadmitted = {sample_unadmitted(key_in(1, 1, 4), UnadmittedReason::kTrap, 1)},
          .discoveries = {sample_discovery(key_in(2, 1, 1), at(5))},
          .settled_discoveries = {{at(4), key_in(3, 1, 1)}},
          .contents = {{digest::sha256("a"), {key, at(1)}}},
          .versions = {{key, "version"}},
          .listed_dates = {{key, at(7)}},
          .changes = {{.at = at(8), .page = key}},
          .forget_changes_before = at(3),
          .withdrawn_changes = {{at(6), key}},
          .ids = {{IdKind::kDomain, "a", 1}},
          .facts = {{"a", "1"}}};
}

TEST_F(PostgresStore, RepeatedCommitChangesNothing) {
  const auto store = open();
  const PageKey key = key_in(1, 1, 1);
  commit(*store, {.admitted = {waiting_page(key, at(0))},
                  .discoveries = {sample_discovery(key_in(3, 1, 1), at(4))},
                  .changes = {{.at = at(2), .page = key}, {.at = at(6), .page = key}}});
  // Every table as text.
  const auto dump = [&] {
    postgres::Connection connection = connect_to_tables();
    std::string text;
    for (const char* table : {"page", "page_version", "page_links", "site", "unadmitted",
                              "discovery", "change", "listed_date", "content", "id", "fact"}) {
      text += answer(connection, "SELECT string_agg(t::text, E'\\n' ORDER BY t::text) FROM " +
                                     std::string(table) + " AS t") +
              "\n" + table + "\n";
    }
    return text;
  };
  commit(*store, large_batch());
  const std::string once = dump();
  EXPECT_EQ(once.find("\n\n"), std::string::npos) << "every table has a row: " << once;
  commit(*store, large_batch());
  EXPECT_EQ(dump(), once);
  // What was admitted before is not overwritten.
  commit(*store, {.admitted = {waiting_page(key, at(50))}});
  EXPECT_EQ(store->page(key).value(), visited_page(key, at(1)));
}

TEST_F(PostgresStore, BatchOfManyMegabytesIsWrittenWhole) {
  const auto store = open();
  Batch batch;
  for (uint64_t i = 0; i < 12; ++i) {
    PageState page = waiting_page(key_in(1, 1, i), at(1));
    page.url.resize(3 << 20, 'u');
    batch.pages.push_back(page);
  }
  commit(*store, batch);
  EXPECT_EQ(pages_of(*store), batch.pages);
}

TEST_F(PostgresStore, DiscoveriesOfBusyFindersAreAdmittedOnce) {
  constexpr uint64_t kEach = 200;
  const auto owner = open({});
  const Holding holding = owner->take({2}).value();
  std::vector<std::thread> finders;
  for (const ShardId shard : {ShardId{10}, ShardId{11}}) {
    finders.emplace_back([&, shard] {
      const auto store = open({});
      const Holding mine = store->take({shard}).value();
      for (uint64_t i = 0; i < kEach; ++i) {
        const PageKey key = key_in(2, shard, i);
        const Batch batch{.holding = mine, .discoveries = {sample_discovery(key, at(1))}};
        commit(*store, batch);
        if (i % 10 == 0) commit(*store, {.holding = mine, .facts = {{"a", "1"}}});
      }
    });
  }
  std::multiset<PageKey> admitted;
  while (admitted.size() < 2 * kEach && !HasFailure()) {
    Batch batch{.holding = holding};
    const auto pending = owner->pending_discoveries(2, 50, std::nullopt).value();
    for (const Discovery& found : pending) {
      admitted.insert(found.key);
      batch.admitted.push_back(waiting_page(found.key, at(1)));
      batch.settled_discoveries.push_back(found.id());
    }
    commit(*owner, batch);
  }
  for (std::thread& finder : finders) finder.join();
  EXPECT_EQ(std::set<PageKey>(admitted.begin(), admitted.end()).size(), 2 * kEach);
  EXPECT_TRUE(owner->pending_discoveries(2, 50, std::nullopt)->empty());
  EXPECT_EQ(pages_of(*owner).size(), 2 * kEach);
}

TEST_F(PostgresStore, CommitWithDiscoveriesNotifiesOnce) {
  const auto store = open();
  postgres::Connection listener = connect();
  run(listener, "LISTEN freshet_inbox");
  commit(*store, {.facts = {{"a", "1"}}});
  commit(*store, {.discoveries = {sample_discovery(key_in(200, 1, 1), at(1)),
                                  sample_discovery(key_in(2, 1, 1), at(1)),
                                  sample_discovery(key_in(2, 1, 2), at(1))}});
  pollfd socket{.fd = listener.descriptor(), .events = POLLIN, .revents = 0};
  ASSERT_EQ(poll(&socket, 1, 10'000), 1);
  const auto arrived = listener.notifications().value();
  ASSERT_EQ(arrived.size(), 1U);
  EXPECT_EQ(arrived[0].channel, "freshet_inbox");
  EXPECT_EQ(arrived[0].payload, "2,200");
}

TEST_F(PostgresStore, PowerfulCommitMakesEarlierOnesSurviveACrashOfTheServer) {
  for (int round = 0; round < 3; ++round) {
    const auto store = open();
    const PageKey key = key_in(1, 1, static_cast<uint64_t>(round));
    commit(*store, {.pages = {waiting_page(key, at(1))}});
    commit(*store, {}, Durability::kPower);
    test::shared_postgres_server().crash();
    const auto read = store->page(key);
    ASSERT_TRUE(read) << "the store reconnects: " << read.error().message;
    EXPECT_EQ(*read, waiting_page(key, at(1)));
  }
}

// The new row of an update fits into the block of the old one, so that indexes stay as they are.
TEST_F(PostgresStore, UpdatesThatLeaveIndexesAloneAreHot) {
  const auto store = open();
  constexpr uint64_t kPages = 200;
  constexpr int kRounds = 20;
  Batch batch;
  for (uint64_t i = 0; i < kPages; ++i) {
    batch.pages.push_back(waiting_page(key_in(1, 1, i), at(1)));
    batch.versions.emplace_back(key_in(1, 1, i), std::string(300, 'v'));
    batch.links.push_back(sample_links(key_in(1, 1, i), 20));
  }
  for (int round = 0; round <= kRounds; ++round) commit(*store, batch);
  postgres::Connection connection = connect_to_tables();
  for (const char* table : {"page", "page_version", "page_links"}) {
    // The numbers are published when a connection is idle, at most once a second.
    const std::string numbers =
        "SELECT n_tup_hot_upd, n_tup_upd FROM pg_stat_user_tables WHERE "
        "relid = '" +
        std::string(table) + "'::regclass";
    int64_t hot = 0;
    int64_t all = 0;
    for (int i = 0; i < 100'000 && all < kRounds * static_cast<int64_t>(kPages); ++i) {
      EXPECT_TRUE(store->fact("a"));
      EXPECT_TRUE(connection.query(numbers, [&](const postgres::Row& row) {
        hot = row.integer(0);
        all = row.integer(1);
      }));
    }
    EXPECT_EQ(all, kRounds * static_cast<int64_t>(kPages)) << table;
    // Not all: a row can be replaced only when no snapshot needs it any longer.
    EXPECT_GT(hot, all / 2) << table;
  }
}

}  // namespace
}  // namespace freshet::store
