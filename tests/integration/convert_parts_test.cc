// Conversions by several participants, each with the archive of one agent: the rows are those of a
// conversion by one process, and a failure changes nothing.
#include <set>
#include <thread>

#include "aquarium/aquarium.h"
#include "collection/items.h"
#include "convert/convert_in_parts.h"
#include "convert/participant.h"
#include "digest/fingerprint.h"
#include "integration/converting.h"
#include "support/postgres.h"

namespace freshet::test {
namespace {

constexpr uint16_t kAgents = 3;

// Participants in this process, each on a thread of its own.
class LocalParticipants final : public convert::Participants {
 public:
  LocalParticipants(store::Store& store, const convert::ConvertOptions& options,
                    const std::string& archive, const std::string& dsn) {
    for (uint16_t i = 0; i < kAgents; ++i) {
      convert::ConvertOptions own = options;
      own.archives = convert::Archives();
      for (uint16_t writer = 1; writer <= kAgents; ++writer) own.archives.add_agent(writer, "");
      own.archives.add(static_cast<uint16_t>(i + 1), {archive, ""});
      store::ShardSet shards;
      for (int shard = i; shard < store::kShards; shard += kAgents) {
        shards.add(static_cast<store::ShardId>(shard));
      }
      all_.push_back(convert::Participant::make(store, own, dsn, shards));
    }
  }

  size_t size() const override { return all_.size(); }
  Result<std::vector<std::string>> perform(const std::string& /*doing*/,
                                           std::vector<std::string> orders) override {
    ++step_;
    if (before_step) before_step(step_, orders);
    std::vector<Result<std::string>> reports(all_.size(), std::string());
    std::vector<std::thread> threads;
    for (size_t i = 0; i < all_.size(); ++i) {
      if (is_dead(i)) continue;
      threads.emplace_back([&, i] {
        convert::ConvertProgress progress;
        reports[i] = all_[i]->perform(orders[i], progress);
      });
    }
    for (std::thread& thread : threads) thread.join();
    std::vector<std::string> answers;
    for (size_t i = 0; i < all_.size(); ++i) {
      if (is_dead(i)) return fail("a participant has died");
      if (!reports[i]) return Unexpected(reports[i].error());
      answers.push_back(*reports[i]);
    }
    return answers;
  }

  std::function<void(int step, const std::vector<std::string>& orders)> before_step;
  int dies_in = 0;  // the step in which the second participant does nothing more; 0: none
  int steps() const { return step_; }

 private:
  bool is_dead(size_t i) const { return dies_in != 0 && step_ >= dies_in && i == 1; }

  std::vector<std::unique_ptr<convert::Participant>> all_;
  int step_ = 0;
};

class ConvertParts : public Converting {
 protected:
  void SetUp() override {
    const PostgresServer& server = shared_postgres_server();
    if (!server.installed()) GTEST_SKIP() << server.trouble();
    ASSERT_EQ(server.trouble(), "");
    run_in_postgres(dsn(),
                    "SET client_min_messages = warning; DROP SCHEMA IF EXISTS freshet CASCADE");
    aquarium::AquariumOptions options;
    options.world.hosts = 12;
    options.world.pages_per_host = 30;
    options.world.page_bytes = 2'000;
    options.world.links_within = 6;
    options.world.changes = aquarium::Mix<aquarium::ChangeKind>()
                                .with(aquarium::ChangeKind::kNever, 0.5)
                                .with(aquarium::ChangeKind::kPoisson, 0.5);
    options.world.changes_per_day = 2;
    options.virtual_clock = &clock_;
    const auto port = aquarium_.start(options);
    ASSERT_TRUE(port) << port.error().message;
    ASSERT_GT(run(crawl_options(), clock_).pages, 250U);
  }
  crawl::CrawlOptions crawl_options() const {
    crawl::CrawlOptions o = hasty("127.0.0.1:" + std::to_string(aquarium_.port()));
    o.seeds = {aquarium_.world().url({0, 0})};
    o.collection.scope.kind = collection::ScopeKind::kDomain;
    return o;
  }
  // Visits pages again, so that some have changed.
  void visit_again() {
    clock_.leap(Duration::days(1));
    crawl::CrawlOptions again = crawl_options();
    again.run.emplace();
    again.collection.refresh.floor.min_gain = 0;
    again.run->requests_per_second = 300;
    again.collection.refresh.policy = "uniform";
    again.limits.max_time = Duration::milliseconds(1'500);
    run(again, clock_);
  }

  static std::string dsn() { return shared_postgres_server().dsn(); }
  std::string archive() const { return folder_.path() + "/warc"; }
  std::unique_ptr<store::Store> open_store(const std::string& name = "state") const {
    auto store = store::open_rocksdb_store(folder_.path() + "/" + name);
    EXPECT_TRUE(store) << store.error().message;
    return store ? *std::move(store) : nullptr;
  }

  // Makes the records those of several agents, as `agent_of` says: numbers from 0.
  using AgentOf = std::function<uint64_t(const store::PageState&)>;
  void divide_records(store::Store& store, const AgentOf& agent_of) const {
    store::Batch batch;
    EXPECT_TRUE(store.each_page([&](const store::PageState& page) {
      if (page.archived.file == 0) return true;
      batch.pages.push_back(page);
      auto& archived = batch.pages.back().archived;
      archived.writer = static_cast<uint16_t>(1 + agent_of(page) % kAgents);
      const auto original = store.original_of(page.content);
      EXPECT_TRUE(original);
      if (original && *original && (*original)->page == page.key) {
        store::Original claim = **original;
        claim.archived.writer = archived.writer;
        batch.contents.emplace_back(page.content, claim);
      }
      return true;
    }));
    EXPECT_TRUE(store.commit(batch, store::Durability::kProcess));
  }
  // All pages of a site have one writer, often another one than the participant with its shard.
  static uint64_t by_site(const store::PageState& page) {
    return digest::fingerprint(store::name_of(page.key.site)).value >> 7;
  }
  static uint64_t by_page(const store::PageState& page) { return page.key.page.value >> 7; }

  convert::ConvertOptions options_for_all() const {
    convert::ConvertOptions options;
    options.archives = convert::Archives();
    for (uint16_t writer = 1; writer <= kAgents; ++writer) {
      options.archives.add(writer, {archive(), ""});
    }
    return options;
  }
  convert::ConvertSummary convert_alone(store::Store& store,
                                        std::unique_ptr<catalog::Writer> writer) const {
    auto converter = convert::Converter::open(store, options_for_all(), clock_);
    EXPECT_TRUE(converter) << converter.error().message;
    convert::ConvertProgress progress;
    const auto summary = converter->convert(*writer, progress);
    EXPECT_TRUE(summary) << summary.error().message;
    return summary.value_or(convert::ConvertSummary());
  }
  LocalParticipants participants(store::Store& store) const {
    return {store, options_for_all(), archive(), dsn()};
  }
  Result<convert::ConvertSummary> convert_in_parts(store::Store& store,
                                                   LocalParticipants& participants,
                                                   bool full = false) const {
    return convert::convert_in_parts(store, participants,
                                     {.dsn = dsn(), .full = full, .now = clock_.now()});
  }
  convert::ConvertSummary convert_in_parts(store::Store& store, bool full = false) const {
    LocalParticipants all = participants(store);
    const auto summary = convert_in_parts(store, all, full);
    EXPECT_TRUE(summary) << summary.error().message;
    return summary.value_or(convert::ConvertSummary());
  }

  // The rows of the catalogue with URLs and names instead of ids.
  static CatalogRows rows_by_name() {
    const auto rows = [](const std::string& query) {
      const std::string all =
          ask_postgres(dsn(),
                       "SELECT coalesce(string_agg(r::text, E'\\n' ORDER BY r::text), '') "
                       "FROM (" +
                           query + ") AS q(r)");
      std::vector<std::string> lines;
      std::istringstream in(all);
      for (std::string line; std::getline(in, line);) lines.push_back(line);
      return lines;
    };
    const std::string page = "SELECT p.url FROM freshet.pages p WHERE p.page_id = ";
    return {
        {"pages",
         rows("SELECT to_jsonb(p) - '{page_id,site_id,duplicate_of,redirect_to}'::text[] || "
              "jsonb_build_object('site', s.url, 'duplicate_of', (" +
              page + "m.duplicate_of), 'redirect_to', (" + page +
              "m.redirect_to)) FROM freshet.pages p JOIN freshet.sites s USING (site_id) "
              "JOIN freshet.pages m USING (page_id)")},
        {"sites",
         rows("SELECT jsonb_build_array(s.url, d.name, c.name, e.name) FROM freshet.sites s "
              "JOIN freshet.domains d USING (domain_id) "
              "JOIN freshet.communities c ON c.community_id = s.community_id "
              "JOIN freshet.communities e ON e.community_id = d.community_id")},
        {"links", rows("SELECT jsonb_build_array((" + page + "l.source), (" + page +
                       "l.target), nofollow) FROM freshet.links l")},
        {"history", rows("SELECT jsonb_build_array((" + page +
                         "h.page_id), at, outcome, size) FROM freshet.history h")},
        {"stamps", {ask_postgres(dsn(), "SELECT count(*) FROM freshet.stamps WHERE state <> 0")}},
        {"meta", rows("SELECT jsonb_build_array(key, value) FROM freshet.meta "
                      "WHERE key IN ('pages', 'schema', 'words', 'collection')")},
    };
  }

  LeapingClock clock_;
  aquarium::Aquarium aquarium_;
};

TEST_F(ConvertParts, GiveTheRowsOfOneProcess) {
  {
    const auto store = open_store();
    divide_records(*store, by_site);
  }
  std::filesystem::copy(folder_.path() + "/state", folder_.path() + "/copy",
                        std::filesystem::copy_options::recursive);
  // The name of the collection is assigned with the first ids.
  CatalogRows expected;
  convert::ConvertSummary alone;
  {
    const auto store = open_store("copy");
    alone = convert_alone(*store, catalog::make_postgres_writer(dsn()));
    expected = rows_by_name();
    run_in_postgres(dsn(), "SET client_min_messages = warning; DROP SCHEMA freshet CASCADE");
  }
  const auto store = open_store();
  LocalParticipants all = participants(*store);
  const auto summary = convert_in_parts(*store, all);
  ASSERT_TRUE(summary) << summary.error().message;
  EXPECT_EQ(all.steps(), 5) << "boilerplate is learned, and rows written, for other participants";
  EXPECT_TRUE(summary->rebuilt);
  EXPECT_EQ(summary->pages, alone.pages);
  EXPECT_EQ(summary->put, alone.put);
  EXPECT_EQ(summary->unreadable, alone.unreadable);
  CatalogRows rows = rows_by_name();
  ASSERT_GT(rows.at("pages").size(), 250U);
  ASSERT_GT(rows.at("links").size(), 500U);
  EXPECT_NE(ask_postgres(dsn(), "SELECT count(*) FROM freshet.pages WHERE boilerplate <> ''"), "0");
  expected.at("meta") = rows.at("meta") = {};
  EXPECT_EQ(difference(rows, expected), "");
  // Ids are dense, and the indexes and foreign keys are there.
  EXPECT_EQ(ask_postgres(dsn(), "SELECT max(page_id) = count(*) FROM freshet.pages"), "t");
  EXPECT_NE(ask_postgres(dsn(), "SELECT to_regclass('freshet.pages_words')"), "");

  // With the same ids, nothing is left to do for one process or several.
  EXPECT_EQ(convert_in_parts(*store).put, 0U);
  EXPECT_EQ(convert_alone(*store, catalog::make_postgres_writer(dsn())).put, 0U);
  EXPECT_EQ(convert_in_parts(*store).refreshed, 0U);
}

TEST_F(ConvertParts, WriteWhatHasChangedSince) {
  {
    const auto store = open_store();
    divide_records(*store, by_page);
    convert_in_parts(*store);
  }
  const CatalogRows first = rows_of_postgres(dsn());
  visit_again();
  const auto store = open_store();
  divide_records(*store, by_page);
  const convert::ConvertSummary summary = convert_in_parts(*store);
  EXPECT_FALSE(summary.rebuilt);
  EXPECT_GT(summary.put, 0U);
  EXPECT_GT(summary.refreshed, 0U);
  EXPECT_LT(summary.put + summary.refreshed, 2 * summary.pages);
  EXPECT_EQ(summary.unreadable, 0U);
  const CatalogRows second = rows_of_postgres(dsn());
  EXPECT_NE(difference(first, second), "");
  convert_alone(*store, catalog::make_sqlite_writer(catalog()));
  EXPECT_EQ(difference(second, rows_of_sqlite(catalog())), "");
  EXPECT_EQ(convert_in_parts(*store).put, 0U);
}

TEST_F(ConvertParts, RemoveRowsOfUnknownPagesAndAddLinksToNewOnes) {
  const auto store = open_store();
  divide_records(*store, by_site);
  convert_in_parts(*store);
  // As if the catalogue had a page that the collection does not have, and was made before a page
  // was found.
  run_in_postgres(dsn(),
                  "INSERT INTO freshet.stamps VALUES(100000, 1, 1); "
                  "UPDATE freshet.meta SET value = '3' WHERE key = 'links_up_to'; "
                  "DELETE FROM freshet.links WHERE target > 3");
  const convert::ConvertSummary summary = convert_in_parts(*store);
  EXPECT_EQ(summary.removed, 1U);
  EXPECT_GT(summary.relinked, 0U);
  EXPECT_EQ(summary.put, 0U);
  convert_alone(*store, catalog::make_sqlite_writer(catalog()));
  EXPECT_EQ(difference(rows_of_postgres(dsn()), rows_of_sqlite(catalog())), "");
}

// The driver writes the items, from the state.
TEST_F(ConvertParts, ItemsAreThoseOfTheState) {
  const auto store = open_store();
  divide_records(*store, by_page);
  const auto put_items = [&](const std::string& title, size_t every) {
    store::Batch batch;
    EXPECT_TRUE(store->each_page([&](const store::PageState& page) {
      if (page.key.page.value % every != 0) return true;
      batch.items.push_back({.page = page.key,
                             .recipe = "pages",
                             .key = page.url,
                             .fields = R"({"title":")" + title + "\"}",
                             .records = R"({"part":[{"n":1},{"n":2.5}]})"});
      return true;
    }));
    EXPECT_TRUE(store->commit(batch, store::Durability::kProcess));
    return batch.items.size();
  };
  const std::vector<std::string> texts = {
      "name = 'pages'\nseeds = ['http://a.test/']\n[item]\npatterns = ['.']\n"
      "[[item.field]]\nname = 'title'\nselector = 'h1'\n"
      "[[item.record]]\nname = 'part'\neach = 'p'\n"
      "[[item.record.field]]\nname = 'n'\nselector = 'b'\ntype = 'number'\n"};
  store::Batch batch;
  const auto recipes = extract::Recipes::parse(texts);
  ASSERT_TRUE(recipes) << recipes.error().message;
  batch.facts.emplace_back(collection::kRecipesFact, collection::with_recipes("", *recipes));
  ASSERT_TRUE(store->commit(batch, store::Durability::kProcess));

  const size_t items = put_items("first", 1);
  ASSERT_GT(items, 250U);
  EXPECT_EQ(convert_in_parts(*store).items, items);
  EXPECT_EQ(ask_postgres(dsn(), "SELECT count(*) FROM freshet.item_pages"), std::to_string(items));
  EXPECT_EQ(ask_postgres(dsn(), "SELECT sum(n) FROM freshet.item_pages_part"),
            ask_postgres(dsn(), "SELECT 3.5 * " + std::to_string(items)));
  ASSERT_GT(put_items("second", 3), 0U);
  convert_in_parts(*store);
  convert_alone(*store, catalog::make_sqlite_writer(catalog()));
  EXPECT_EQ(difference(rows_of_postgres(dsn()), rows_of_sqlite(catalog())), "");
}

// The archive of the third agent is with nobody: its pages have rows without text.
TEST_F(ConvertParts, PagesWhoseArchiveNobodyHasAreWithoutText) {
  const auto store = open_store();
  divide_records(*store, by_page);
  store::Batch batch;
  uint64_t lost = 0;
  ASSERT_TRUE(store->each_page([&](const store::PageState& page) {
    if (page.archived.file == 0 || page.archived.writer != 3) return true;
    if (page.duplicate_of) return true;
    ++lost;
    batch.pages.push_back(page);
    batch.pages.back().archived.writer = 9;
    store::Original claim = store->original_of(page.content)->value();
    claim.archived.writer = 9;
    if (claim.page == page.key) batch.contents.emplace_back(page.content, claim);
    return true;
  }));
  ASSERT_GT(lost, 10U);
  ASSERT_TRUE(store->commit(batch, store::Durability::kProcess));
  const convert::ConvertSummary summary = convert_in_parts(*store);
  EXPECT_GT(summary.unreadable, 0U);
  EXPECT_EQ(summary.put, summary.pages);
  // The next conversion tries them again, and no others.
  EXPECT_EQ(convert_in_parts(*store).put, summary.unreadable);
}

// A participant fails, or its machine, in each step in turn.
TEST_F(ConvertParts, AFailureInAnyStepLeavesTheCatalogueAsItWas) {
  const auto store = open_store();
  divide_records(*store, by_page);
  convert_in_parts(*store);
  const CatalogRows before = rows_of_postgres(dsn());
  for (const bool full : {true, false}) {
    run_in_postgres(dsn(), "UPDATE freshet.stamps SET content = 1");
    for (int step = 1;; ++step) {
      LocalParticipants some = participants(*store);
      some.dies_in = step;
      const auto result = convert_in_parts(*store, some, full);
      EXPECT_EQ(difference(rows_of_postgres(dsn()), before), "") << "step " << step;
      EXPECT_EQ(ask_postgres(dsn(), "SELECT to_regnamespace('freshet_loading') IS NULL"), "t");
      if (result) {
        EXPECT_EQ(some.steps(), step - 1);
        EXPECT_GE(some.steps(), 4) << "pages are given away";
        EXPECT_EQ(result->put, result->pages);
        break;
      }
      EXPECT_NE(result.error().message.find("has died"), std::string::npos)
          << result.error().message;
    }
  }
}

// The driver's connections are closed, as if it were killed.
TEST_F(ConvertParts, ADriverThatDiesLeavesTheCatalogueAsItWas) {
  const auto store = open_store();
  divide_records(*store, by_site);
  convert_in_parts(*store);
  const CatalogRows before = rows_of_postgres(dsn());
  for (int step = 1; step <= 4; ++step) {
    LocalParticipants all = participants(*store);
    all.before_step = [&](int now, const std::vector<std::string>&) {
      if (now != step) return;
      EXPECT_EQ(
          ask_postgres(dsn(),
                       "SELECT bool_and(pg_terminate_backend(pid, 60000)) FROM pg_locks WHERE "
                       "locktype = 'advisory' AND objid::bigint IN "
                       "(hashtext('freshet')::bigint & 4294967295, "
                       "hashtext('freshet ids')::bigint & 4294967295)"),
          "t");
    };
    EXPECT_FALSE(convert_in_parts(*store, all, true)) << "step " << step;
    EXPECT_EQ(ask_postgres(dsn(), "SELECT to_regnamespace('freshet_loading') IS NULL"), "f");
    EXPECT_EQ(difference(rows_of_postgres(dsn()), before), "") << "step " << step;
  }
  convert_in_parts(*store, true);
  EXPECT_EQ(ask_postgres(dsn(), "SELECT to_regnamespace('freshet_loading') IS NULL"), "t");
  EXPECT_EQ(difference(rows_of_postgres(dsn()), before), "");
}

TEST_F(ConvertParts, IdsOfAFailedConversionStayAndNoneIsGivenTwice) {
  const auto store = open_store();
  divide_records(*store, by_site);
  const auto ids = [&] {
    std::map<std::string, uint64_t> found;
    EXPECT_TRUE(store->each_id(store::IdKind::kPage, [&](const store::GivenId& given) {
      found.emplace(given.name, given.id);
      return true;
    }));
    return found;
  };
  // In the second step, the second participant does not assign the ids of its range.
  LocalParticipants some = participants(*store);
  some.dies_in = 2;
  ASSERT_FALSE(convert_in_parts(*store, some));
  const auto first = ids();
  ASSERT_FALSE(first.empty());
  ASSERT_LT(first.size(), 350U);
  const convert::ConvertSummary summary = convert_in_parts(*store);
  const auto second = ids();
  EXPECT_EQ(second.size(), summary.pages);
  std::set<uint64_t> distinct;
  for (const auto& [page, id] : first) {
    EXPECT_EQ(second.at(page), id);
  }
  for (const auto& [page, id] : second) {
    EXPECT_TRUE(distinct.insert(id).second) << id;
    if (!first.contains(page)) {
      EXPECT_GT(id, summary.pages) << "it is from a range of the first conversion";
    }
  }
}

}  // namespace
}  // namespace freshet::test
