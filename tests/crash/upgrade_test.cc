// Tests of data folders of an older Freshet: a crawl upgrades the state and continues it.
#include <map>

#include "crash/crawl_program.h"
#include "crash/state_rows.h"
#include "support/older_state.h"

namespace freshet::crash {
namespace {

class Upgrade : public CrawlProgram {
 protected:
  // `freshet COMMAND ... --data data()`
  test::Ended freshet(std::vector<std::string> words) const {
    words.insert(words.begin(), command().front());
    words.insert(words.end(), {"--data", data()});
    test::ChildProcess program(std::move(words));
    return program.wait(Duration::minutes(1));
  }
  void make_old() const { test::make_format_4(data() + "/state"); }
  void expect_complete() const {
    const Collection collection = read_collection(data());
    expect_collected_once(collection, to_collect());
    expect_state_and_archive_agree(collection);
  }
};

TEST_F(Upgrade, KilledCrawlOfAnOlderFreshetIsContinued) {
  aquarium::WorldOptions world{.seed = 6, .hosts = 5, .pages_per_host = 40};
  world.latency = Duration::milliseconds(1);
  start(world);
  run_and_kill_after(90);
  make_old();
  const uint64_t asked = aquarium_.log().total();
  const test::Ended ended = run();
  EXPECT_EQ(ended.status, 0) << ended.errors;
  EXPECT_GT(aquarium_.log().total(), asked);
  expect_complete();
}

TEST_F(Upgrade, StateIsTheSameAfterwardsAndNothingIsRequestedAgain) {
  start({.seed = 7, .hosts = 5, .pages_per_host = 40});
  ASSERT_EQ(run().status, 0);
  ASSERT_EQ(run().status, 0);  // requests what a second crawl requests again
  const StateRows before = read_state(data());
  make_old();
  const uint64_t asked = aquarium_.log().total();
  const test::Ended ended = run();
  EXPECT_EQ(ended.status, 0) << ended.errors;
  EXPECT_EQ(aquarium_.log().total(), asked);
  const StateRows after = read_state(data());
  expect_same_visits(before, after);
  EXPECT_EQ(after.unadmitted, before.unadmitted);
  EXPECT_EQ(after.pages.begin()->second.key, before.pages.begin()->second.key);
  expect_complete();
}

TEST_F(Upgrade, CommandsThatOnlyReadAnswerAndSayWhatUpgradesTheState) {
  start({.seed = 8, .hosts = 2, .pages_per_host = 10});
  ASSERT_EQ(run().status, 0);
  std::map<std::string, std::string> before;
  for (const char* command : {"changes", "seeds"}) before[command] = freshet({command}).output;
  make_old();
  const auto files = listing_of(data());
  const std::string upgrades = "the next freshet crawl or run upgrades it";
  for (const auto& [command, output] : before) {
    const test::Ended ended = freshet({command});
    EXPECT_EQ(ended.status, 0) << command;
    EXPECT_EQ(ended.output, output);
    EXPECT_TRUE(contains(ended.errors, upgrades)) << ended.errors;
  }
  EXPECT_EQ(freshet({"status"}).status, 0);
  const test::Ended why = freshet({"why", aquarium_.world().url({0, 0})});
  EXPECT_NE(why.status, 0);
  EXPECT_TRUE(contains(why.errors, upgrades)) << why.errors;
  EXPECT_TRUE(listing_of(data()) == files);
  ASSERT_EQ(run().status, 0);
  EXPECT_EQ(freshet({"status"}).status, 0);
  EXPECT_EQ(freshet({"why", aquarium_.world().url({0, 0})}).status, 0);
}

TEST_F(Upgrade, RecoverUsesTheStateOfAnOlderFreshet) {
  start({.seed = 9, .hosts = 3, .pages_per_host = 30});
  ASSERT_EQ(run().status, 0);
  ASSERT_EQ(freshet({"rank"}).status, 0);
  const StateRows before = read_state(data());
  make_old();
  EXPECT_EQ(freshet({"recover"}).status, 1) << "it is not damaged";
  const test::Ended ended = freshet({"recover", "--force"});
  EXPECT_EQ(ended.status, 0) << ended.errors;
  const StateRows after = read_state(data());
  expect_same_visits(before, after);
  for (const auto& [url, page] : before.pages) {
    EXPECT_EQ(after.pages.at(url).importance, page.importance) << url;
  }
  for (const auto& [text, site] : before.sites) {
    EXPECT_EQ(after.sites.at(text).robots_fetched, site.robots_fetched) << text;
  }
}

}  // namespace
}  // namespace freshet::crash
