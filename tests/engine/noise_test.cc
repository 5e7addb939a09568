// Tests of a web whose pages have a clock, a counter, an advert and a token that differ at every
// request: hardly any visit takes them for a change, and every real change is found.
#include <algorithm>
#include <set>

#include "collection/keys.h"
#include "engine/kept_world.h"

namespace freshet::test {
namespace {

class Noise : public KeptWorld {
 protected:
  // The times at which the run reported a change of a page.
  std::set<Instant> called_changed(const std::string& url) const {
    const store::PageKey key = collection::page_key(url);
    std::set<Instant> called;
    EXPECT_TRUE(store_.each_change(store::ShardSet::all(), Instant(), [&](const auto& change) {
      if (change.page == key && change.kind == Kind::kChanged) called.insert(change.at);
      return true;
    }));
    return called;
  }
};

TEST_F(Noise, IsNoChangeAfterTheThirdVisitAndChangesAreFound) {
  aquarium::WorldOptions world = small_world();
  world.hosts = 4;
  world.pages_per_host = 20;
  world.volatile_share = 1;
  world.validators = aquarium::Mix<aquarium::ValidatorKind>::only(aquarium::ValidatorKind::kAbsent);
  world.changes_per_day = 4;
  start(world);
  set_run("uniform", 24);
  run_for(Duration::hours(14));

  std::map<std::string, std::vector<Instant>> visits;
  for (const Served& one : all_served_) {
    if (one.status == 200) visits[one.url()].push_back(one.at);
  }
  int unchanged = 0;
  int false_alarms = 0;
  int changed = 0;
  int unseen = 0;
  for (const auto& [url, times] : visits) {
    const auto page = world_->find(url);
    if (!page) continue;
    const std::vector<Instant> truth = world_->process(*page).changes(kNewYear, now(), 1'000'000);
    const std::set<Instant> called = called_changed(url);
    for (size_t i = 1; i < times.size(); ++i) {
      const bool was_changed = std::any_of(truth.begin(), truth.end(), [&](Instant time) {
        return time > times[i - 1] && time <= times[i];
      });
      if (was_changed) {
        ++changed;
        unseen += called.contains(times[i]) ? 0 : 1;
      } else if (i >= 3) {
        ++unchanged;
        false_alarms += called.contains(times[i]) ? 1 : 0;
      }
    }
  }
  RecordProperty("unchanged", unchanged);
  RecordProperty("false_alarms", false_alarms);
  EXPECT_GT(unchanged, 500);
  EXPECT_GT(changed, 50);
  EXPECT_LE(false_alarms, unchanged / 100) << "of " << unchanged;
  EXPECT_EQ(unseen, 0) << "of " << changed;
}

}  // namespace
}  // namespace freshet::test
