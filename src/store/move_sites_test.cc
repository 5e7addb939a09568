#include "store/move_sites.h"

#include <gtest/gtest.h>
#include <rocksdb/db.h>
#include <rocksdb/write_batch.h>

#include <functional>
#include <map>

#include "contract/store_samples.h"
#include "digest/fingerprint.h"
#include "store/format_version.h"
#include "store/site_id.h"
#include "support/scratch_folder.h"

namespace freshet::store {
namespace {

using SiteIdOf = std::function<SiteId(std::string_view)>;

// The id of a site before format 5.
SiteId old_site_id(std::string_view site) {
  return {digest::fingerprint(site).value};
}

// Writes a row of every kind, with ids of sites as `id_of` gives them.
class Filling {
 public:
  explicit Filling(SiteIdOf id_of) : id_of_(std::move(id_of)) {}

  PageKey key(const std::string& url) const {
    return {.site = id_of_(site_text(url)), .page = {digest::fingerprint(url).value}};
  }

  Batch batch() const {
    Batch batch;
    for (int host = 0; host < 3; ++host) {
      const std::string name = "host" + std::to_string(host) + ".example";
      add_site("http://" + name, batch);
      add_site("https://" + name + ":81", batch);
    }
    add_found(batch);
    return batch;
  }

 private:
  // A site with a page that has a row in every table.
  void add_site(const std::string& text, Batch& batch) const {
    SiteState site = sample_site(1);
    site.id = id_of_(text);
    site.text = text;
    batch.sites.push_back(site);
    for (int number = 1; number <= 2; ++number) {
      PageState page = visited_page(key(text + "/" + std::to_string(number)), at(number));
      page.url = text + "/" + std::to_string(number);
      page.content = digest::sha256(page.url);
      page.duplicate_of = key("http://host0.example/1");
      page.listed_on = key(text + "/sitemap.xml");
      batch.pages.push_back(page);
      batch.contents.emplace_back(page.content, Original{.page = page.key, .at = at(3)});
    }
    const PageKey page = batch.pages.back().key;
    batch.links.push_back({.from = page,
                           .to = {{.key = key(text + "/1")},
                                  {.key = key("https://host1.example:81/1"), .nofollow = true},
                                  {.key = key("https://unadmitted.example/2")}}});
    batch.versions.emplace_back(page, "version of " + text);
    batch.listed_dates.emplace_back(page, at(4));
    batch.changes.push_back({.at = at(5), .page = page, .size = 6});
    batch.ids.push_back({IdKind::kPage, name_of(page), batch.ids.size() + 1});
    batch.ids.push_back({IdKind::kSite, name_of(site.id), batch.ids.size() + 1});
    batch.facts.emplace_back("boilerplate/" + name_of(site.id), "12 r");
  }

  // URLs whose sites have no row of their own.
  void add_found(Batch& batch) const {
    UnadmittedUrl url =
        sample_unadmitted(key("https://unadmitted.example/2"), UnadmittedReason::kScope, 1);
    url.url = "https://unadmitted.example/2";
    url.found_on = key("http://host0.example/1");
    batch.unadmitted.push_back(url);
    Discovery found = sample_discovery(key("https://found.example:8443/3"), at(7));
    found.url = "https://found.example:8443/3";
    found.found_on = key("http://host0.example/1");
    found.listed_on = key("https://host2.example:81/2");
    batch.discoveries.push_back(found);
    PageState page = waiting_page(key("http://alone.example/4"), at(8));
    page.url = "http://alone.example/4";
    batch.admitted.push_back(page);
    batch.ids.push_back({IdKind::kDomain, "host0.example", 1});
    batch.facts.emplace_back("seeds", "http://host0.example/");
  }

  SiteIdOf id_of_;
};

const Filling kOld(old_site_id);
const Filling kNew(site_id);

// All rows of a database, by table, except the epochs, which every opening raises.
using Rows = std::map<std::string, std::map<std::string, std::string>>;
Rows rows_of(const Database& database) {
  Rows rows;
  for (size_t i = 0; i < kTableNames.size(); ++i) {
    const auto row = database.scan(static_cast<Table>(i));
    for (row->SeekToFirst(); row->Valid(); row->Next()) {
      rows[std::string(kTableNames[i])][row->key().ToString()] = row->value().ToString();
    }
    EXPECT_TRUE(row->status().ok());
  }
  rows["default"].erase("epochs");
  return rows;
}

class MoveSites : public testing::Test {
 protected:
  std::string state() const { return folder_.path() + "/state"; }
  static std::unique_ptr<Database> open(const std::string& folder) {
    return Database::open(folder, {}).value();
  }

  static void fill(const std::string& folder, const Filling& filling) {
    const auto store = open_rocksdb_store(folder).value();
    ASSERT_TRUE(store->commit(filling.batch(), Durability::kPower));
  }
  static void make_old(const std::string& folder, std::string_view version) {
    const auto database = open(folder);
    rocksdb::WriteBatch batch;
    rocksdb::ColumnFamilyHandle* const meta = database->table(Table::kMeta);
    ASSERT_TRUE(batch.Put(meta, kVersionKey, version).ok());
    ASSERT_TRUE(database->write(batch, Durability::kPower));
  }
  void fill_old(std::string_view version = "4") {
    fill(state(), kOld);
    make_old(state(), version);
  }

  // The rows of a state that was written with the ids of format 5.
  static Rows expected() {
    const ScratchFolder folder;
    fill(folder.path(), kNew);
    return rows_of(*open(folder.path()));
  }

  // Migrates with these limits, as open_rocksdb_store() does.
  static Status migrate_with(Database& database, const MoveLimits& limits) {
    const std::vector<Migration> steps = {
        {.from = 4, .what = "moving", .run = [&](Database& in, rocksdb::WriteBatch& changes) {
           return move_sites(in, changes, limits);
         }}};
    return migrate(database, 5, steps);
  }

  ScratchFolder folder_;
};

TEST_F(MoveSites, SitesOfTheSampleMove) {
  EXPECT_NE(kOld.key("http://host0.example/1"), kNew.key("http://host0.example/1"));
  EXPECT_NE(kOld.key("https://unadmitted.example/2"), kNew.key("https://unadmitted.example/2"));
  EXPECT_NE(kOld.key("https://found.example:8443/3"), kNew.key("https://found.example:8443/3"));
  EXPECT_NE(kOld.key("http://alone.example/4"), kNew.key("http://alone.example/4"));
}

TEST_F(MoveSites, AllRowsAreAsIfWrittenWithTheNewIds) {
  fill_old();
  ASSERT_TRUE(open_rocksdb_store(state()));
  EXPECT_EQ(rows_of(*open(state())), expected());
}

TEST_F(MoveSites, EverythingIsFoundUnderTheNewKeys) {
  fill_old();
  const auto store = open_rocksdb_store(state()).value();
  const PageKey page = kNew.key("https://host1.example:81/2");
  EXPECT_EQ(store->site(page.site).value()->text, "https://host1.example:81");
  EXPECT_EQ(store->page(page).value()->url, "https://host1.example:81/2");
  EXPECT_EQ(store->page(page).value()->duplicate_of, kNew.key("http://host0.example/1"));
  EXPECT_EQ(store->links(page).value()->to[2].key, kNew.key("https://unadmitted.example/2"));
  EXPECT_EQ(store->original_of(digest::sha256("https://host1.example:81/2")).value()->page, page);
  EXPECT_EQ(store->version(page).value(), "version of https://host1.example:81");
  EXPECT_EQ(store->listed_date(page).value(), at(4));
  EXPECT_TRUE(store->id(IdKind::kPage, name_of(page)).value().has_value());
  EXPECT_EQ(store->unadmitted(kNew.key("https://unadmitted.example/2")).value()->found_on,
            kNew.key("http://host0.example/1"));
  const auto due = store->due(page.site, at(9), 9, std::nullopt).value();
  ASSERT_EQ(due.size(), 2U);
  EXPECT_EQ(due[0].key, kNew.key("https://host1.example:81/1"));
  EXPECT_EQ(due[1].key, page);
  const PageKey found = kNew.key("https://found.example:8443/3");
  EXPECT_EQ(store->pending_discoveries(shard_of(found.site), 9, std::nullopt)->at(0).key, found);
  EXPECT_FALSE(store->page(kOld.key("https://host1.example:81/2")).value());
}

TEST_F(MoveSites, StateOfTheThirdFormatIsMoved) {
  fill(state(), kOld);
  {
    const auto database = open(state());
    ASSERT_TRUE(database->db().DropColumnFamily(database->table(Table::kInbox)).ok());
    rocksdb::WriteBatch batch;
    ASSERT_TRUE(batch.Delete(database->table(Table::kMeta), "epochs").ok());
    ASSERT_TRUE(database->write(batch, Durability::kPower));
  }
  make_old(state(), "3");
  ASSERT_TRUE(open_rocksdb_store(state()));
  Rows rows = expected();
  rows.erase("inbox");
  EXPECT_EQ(rows_of(*open(state())), rows);
}

// Before the first row moves, an interrupted search for the sites begins anew, so it is given one
// batch more each time. After that, every batch is followed by an interruption.
TEST_F(MoveSites, CompletesAlthoughItIsInterruptedAfterEveryBatch) {
  constexpr int kTriesAnOpening = 8;
  fill_old();
  std::unique_ptr<Database> database = open(state());
  const Rows old_rows = rows_of(*database);
  uint64_t batches = 0;
  int tries = 0;
  bool is_complete = false;
  bool has_begun = false;
  for (; !is_complete; ++tries) {
    if (tries % kTriesAnOpening == 0) {
      database.reset();
      database = open(state());
    }
    batches = has_begun ? 1 : batches + 1;
    is_complete = migrate_with(*database, {.batch_bytes = 1, .batches = batches}).has_value();
    has_begun = is_moving(*database).value();
    // An older program must refuse the state from the first row on.
    const auto version = database->get(Table::kMeta, kVersionKey).value();
    EXPECT_EQ(version, has_begun || is_complete ? "5" : "4");
    if (!has_begun && !is_complete) {
      EXPECT_EQ(rows_of(*database)["pages"], old_rows.at("pages"));
    }
  }
  Rows rows = expected();
  rows["default"]["format"] = "5";
  EXPECT_EQ(rows_of(*database), rows);
  EXPECT_GT(tries, 60);
}

TEST_F(MoveSites, LinksToSitesWithoutTextKeepTheirIds) {
  const PageKey unknown = kOld.key("https://unknown.example/");
  {
    const auto store = open_rocksdb_store(state()).value();
    Batch batch = kOld.batch();
    batch.links = {{.from = kOld.key("http://host0.example/1"), .to = {{.key = unknown}}}};
    ASSERT_TRUE(store->commit(batch, Durability::kPower));
  }
  make_old(state(), "4");
  const auto store = open_rocksdb_store(state()).value();
  EXPECT_EQ(store->links(kNew.key("http://host0.example/1")).value()->to[0].key, unknown);
}

TEST_F(MoveSites, ReadersOfAnOlderStateAreToldToUpgradeIt) {
  fill_old();
  const auto refused = open_rocksdb_store_to_read(state());
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("format 4"), std::string::npos);
  EXPECT_NE(refused.error().message.find("the next freshet crawl or run upgrades it"),
            std::string::npos);
  const auto read = open_rocksdb_store_to_read(state(), {.older_ids = OlderIds::kAccept});
  ASSERT_TRUE(read);
  EXPECT_TRUE((*read)->page(kOld.key("http://host0.example/1")).value());
  {
    const auto database = open(state());
    EXPECT_FALSE(migrate_with(*database, {.batch_bytes = 1, .batches = 30}));
    ASSERT_TRUE(is_moving(*database).value());
  }
  EXPECT_FALSE(open_rocksdb_store_to_read(state(), {.older_ids = OlderIds::kAccept}));
  EXPECT_TRUE(open_rocksdb_store_to_read(state(), {.older_ids = OlderIds::kAcceptMixed}));
  const auto moving = open_rocksdb_store_to_read(state());
  ASSERT_FALSE(moving);
  EXPECT_NE(moving.error().message.find("was interrupted"), std::string::npos);
  ASSERT_TRUE(open_rocksdb_store(state()));
  EXPECT_TRUE(open_rocksdb_store_to_read(state()));
}

TEST_F(MoveSites, DamagedRowIsAnErrorThatNamesItsTable) {
  fill_old();
  {
    const auto database = open(state());
    rocksdb::WriteBatch batch;
    ASSERT_TRUE(batch.Put(database->table(Table::kLinks), "short", "nonsense").ok());
    ASSERT_TRUE(database->write(batch, Durability::kPower));
  }
  const auto store = open_rocksdb_store(state());
  ASSERT_FALSE(store);
  EXPECT_NE(store.error().message.find("a row of links is without a valid key"), std::string::npos)
      << store.error().message;
}

TEST_F(MoveSites, UpgradeIsAnnouncedOnce) {
  fill_old();
  std::vector<uint32_t> announced;
  const StoreOptions options{.before_upgrade = [&](uint32_t from, uint32_t to) {
    announced.push_back(from);
    announced.push_back(to);
  }};
  ASSERT_TRUE(open_rocksdb_store(state(), options));
  ASSERT_TRUE(open_rocksdb_store(state(), options));
  EXPECT_EQ(announced, (std::vector<uint32_t>{4, kFormatVersion}));
}

}  // namespace
}  // namespace freshet::store
