// A web whose every page carries a clock, a counter, an advert and a token, all new with every
// request: nearly no visit takes them for a change, and every real change beside them is seen. The
// judge is the server, which knows when each page changed.
#include <algorithm>

#include "integration/kept_world.h"
#include "store/store.h"

namespace freshet::test {
namespace {

using store::Change;

class RunOnNoise : public KeptWorld {
 protected:
  RunOnNoise() : KeptWorld(3'600) {}

  // When the run called a page changed, by URL.
  std::map<std::string, std::vector<Instant>> called_changed() const {
    const auto store = *store::open_rocksdb_store(folder_.path() + "/state");
    std::map<store::PageKey, std::string> urls;
    EXPECT_TRUE(store->each_page([&](const store::PageState& page) {
      urls[page.key] = page.url;
      return true;
    }));
    std::map<std::string, std::vector<Instant>> called;
    EXPECT_TRUE(store->each_change(Instant(), [&](const Change& change) {
      if (change.kind == Change::Kind::kChanged) called[urls[change.page]].push_back(change.at);
      return true;
    }));
    return called;
  }
};

constexpr Duration kMinute = Duration::minutes(1);

bool any_between(const std::vector<Instant>& times, Instant after, Instant until) {
  return std::any_of(times.begin(), times.end(),
                     [&](Instant time) { return time > after && time <= until; });
}

// The server and the run write down the same visit at slightly different times.
size_t nearest(const std::vector<Instant>& times, Instant time) {
  const auto distance = [time](Instant other) { return std::max(other - time, time - other); };
  const auto best = std::min_element(
      times.begin(), times.end(), [&](Instant a, Instant b) { return distance(a) < distance(b); });
  return static_cast<size_t>(best - times.begin());
}

TEST_F(RunOnNoise, NoiseIsNoChangeAfterTheThirdVisitAndChangesAreSeen) {
  aquarium::WorldOptions world = small_world();
  world.hosts = 4;
  world.pages_per_host = 20;
  world.volatile_share = 1;
  world.validators = aquarium::Mix<aquarium::ValidatorKind>::only(aquarium::ValidatorKind::kAbsent);
  world.changes_per_day = 4;
  start(world);
  crawl::CrawlOptions o = run_options("uniform", 24);
  o.limits.max_time = Duration::hours(14);
  run(o, clock_);

  std::map<std::string, std::vector<Instant>> visits;
  for (const aquarium::LoggedRequest& request : aquarium_.requests()) {
    if (request.status != 200) continue;
    visits["http://" + request.host + request.target].push_back(request.virtual_time);
  }
  const auto called = called_changed();
  int unchanged = 0;
  int false_alarms = 0;
  int changed = 0;
  int unseen = 0;
  for (const auto& [url, times] : visits) {
    const auto page = aquarium_.world().find(url);
    if (!page) continue;
    const std::vector<Instant> truth =
        aquarium_.world().process(*page).changes(kStart, clock_.now(), 1'000'000);
    const auto found = called.find(url);
    const std::vector<Instant> none;
    const std::vector<Instant>& told = found != called.end() ? found->second : none;
    std::vector<bool> called_at(times.size());
    for (const Instant time : told) called_at[nearest(times, time)] = true;
    for (size_t i = 1; i < times.size(); ++i) {
      // What was served is older than the time at which the answer was written down.
      const auto is_doubtful = [&](Instant time) {
        return any_between(truth, time - kMinute, time);
      };
      if (is_doubtful(times[i - 1]) || is_doubtful(times[i])) continue;
      const bool was_changed = any_between(truth, times[i - 1], times[i]);
      const bool was_called = called_at[i];
      if (was_changed) {
        ++changed;
        unseen += was_called ? 0 : 1;
      } else if (i >= 3) {
        ++unchanged;
        false_alarms += was_called ? 1 : 0;
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
