// Tests of a catalogue that is kept up to date while a run changes the collection.
#include "convert/updater.h"
#include "integration/converting.h"
#include "store/store.h"

namespace freshet::test {
namespace {

class Updating : public Converting {
 protected:
  void SetUp() override {
    web_.set("a.test/", links({"/1", "/2"}));
    web_.set("a.test/1", html("<p>one</p>"));
    web_.set("a.test/2", html("<p>two</p>"));
    crawl::CrawlOptions options = hasty(web_.address());
    options.seeds = {"http://a.test/"};
    run(options);
    store_ = store::open_rocksdb_store(folder_.path() + "/state").value();
  }

  convert::UpdaterOptions options() const {
    convert::UpdaterOptions options{.convert = options_of_conversion(), .file = catalog()};
    options.convert.replace_other = true;
    options.every = Duration::milliseconds(20);
    return options;
  }
  // Returns the batch that gives every page this rank.
  store::Batch rank_all(float rank) {
    store::Batch batch;
    EXPECT_TRUE(store_->each_page([&](const store::PageState& page) {
      batch.pages.push_back(page);
      batch.pages.back().importance = rank;
      return true;
    }));
    EXPECT_TRUE(store_->commit(batch, store::Durability::kProcess));
    return batch;
  }
  std::string rank() const {
    return std::filesystem::exists(catalog())
               ? ask_sqlite(catalog(), "SELECT min(rank) || ' ' || max(rank) FROM pages")
               : "";
  }

  ScriptedWeb web_;
  std::unique_ptr<store::Store> store_;
};

TEST_F(Updating, ConvertsTheReportedPages) {
  convert::Updater updater(*store_, options(), system_clock_, log_);
  ASSERT_TRUE(comes_true([&] { return rank() == "0.0 0.0"; }));
  updater.notify(rank_all(2));
  EXPECT_TRUE(comes_true([&] { return rank() == "2.0 2.0"; }));
  EXPECT_EQ(found_in_sqlite(catalog(), "two").size(), 1U);
}

TEST_F(Updating, ChecksAllPagesIfTooManyAreReported) {
  convert::UpdaterOptions few = options();
  few.max_changed = 1;
  convert::Updater updater(*store_, few, system_clock_, log_);
  ASSERT_TRUE(comes_true([&] { return rank() == "0.0 0.0"; }));
  updater.notify(rank_all(2));
  EXPECT_TRUE(comes_true([&] { return rank() == "2.0 2.0"; }));
}

TEST_F(Updating, ConvertsTheLastReportedPagesAtTheEnd) {
  convert::UpdaterOptions seldom = options();
  seldom.every = Duration::hours(1);
  {
    convert::Updater updater(*store_, seldom, system_clock_, log_);
    ASSERT_TRUE(comes_true([&] { return rank() == "0.0 0.0"; }));
    updater.notify(rank_all(3));
  }
  EXPECT_EQ(rank(), "3.0 3.0");
}

TEST_F(Updating, ReportsErrorsAndRetries) {
  convert::UpdaterOptions nowhere = options();
  nowhere.file = folder_.path() + "/later/catalog.db";
  std::atomic<int> warnings = 0;
  telemetry::Log log({.level = telemetry::Level::kWarning}, system_clock_,
                     [&](std::string_view) { ++warnings; });
  convert::Updater updater(*store_, nowhere, system_clock_, log);
  ASSERT_TRUE(comes_true([&] { return warnings > 0; }));
  std::filesystem::create_directory(folder_.path() + "/later");
  EXPECT_TRUE(comes_true([&] { return std::filesystem::exists(nowhere.file); }));
}

}  // namespace
}  // namespace freshet::test
