// Tests crawls of one folder with wider and wider rules, each killed before its end. Finally, the
// collection is the same as after one crawl with the widest rules.
#include "crash/crawl_program.h"

namespace freshet::crash {
namespace {

class Widening : public CrawlProgram {};

TEST_F(Widening, LosesNothingThroughKills) {
  aquarium::WorldOptions world{.seed = 11, .hosts = 4, .pages_per_host = 150};
  world.latency = Duration::milliseconds(5);
  world.varied_links = true;
  world.robots = aquarium::Mix<aquarium::RobotsKind>::only(aquarium::RobotsKind::kRules);
  start(world);
  const std::vector<std::vector<std::string>> wider = {
      {"--depth", "0"},
      {"--depth", "1", "--include", "//h0\\."},
      {"--depth", "2", "--exclude", "[02468]$"},
      {"--depth", "3", "--max-pages-per-site", "30"},
      {"--include", "//h[01]\\."},
      {}};
  for (const auto& rules : wider) {
    // The last requests of each start are answered and not committed.
    if (&rules != &wider.front()) run_and_kill_after(2, rules);
    const test::Ended ended = run(rules);
    ASSERT_EQ(ended.status, 0) << ended.errors;
    EXPECT_EQ(summary_text(ended, "ended"), "everything in scope is collected");
  }
  const Collection collection = read_collection(data());
  expect_collected_once(collection, to_collect());
  expect_state_and_archive_agree(collection);
}

}  // namespace
}  // namespace freshet::crash
