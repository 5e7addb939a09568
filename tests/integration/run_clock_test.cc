// Tests that a crawl uses the steady clock of the machine. tests/engine/clocks_test.cc tests what
// jumps of a clock do to the engine.
#include "integration/crawling.h"
#include "systemclock/system_clock.h"

namespace freshet::test {
namespace {

constexpr Duration kFar = Duration::days(400);

// The machine's clock, which a test can set.
class SettableClock final : public Clock {
 public:
  Instant now() const override { return system_.now() + Duration::microseconds(ahead_us_.load()); }
  std::optional<Duration> steady() const override { return system_.steady(); }
  void set_ahead(Duration by) { ahead_us_.store(by.in_microseconds()); }

 private:
  SystemClock system_;
  std::atomic<int64_t> ahead_us_ = 0;
};

class RunClock : public ScriptedCrawling {
 protected:
  RunClock() {
    web_.set("a.test/", links({"/1", "/2", "/3"}));
    for (const char* page : {"a.test/1", "a.test/2", "a.test/3"}) web_.set(page, links({}));
  }
  SettableClock clock_;
};

TEST_F(RunClock, ThatIsSetDuringACrawlIsIgnored) {
  for (const Duration step : {kFar, -kFar}) {
    const ScratchFolder folder;
    crawl::CrawlOptions o = options();
    o.collection.data_folder = folder.path();
    clock_.set_ahead(Duration());
    web_.set("a.test/1", after(Duration::milliseconds(200), links({})));
    auto crawl = crawl::Crawl::open(o, clock_, log_);
    ASSERT_TRUE(crawl) << crawl.error().message;
    EXPECT_LT((*crawl)->clock_set_by(), Duration::seconds(1));
    (*crawl)->watch_commits([&](const store::Batch&) { clock_.set_ahead(step); });
    ASSERT_TRUE((*crawl)->run());
    EXPECT_EQ((*crawl)->progress().pages, 4u);
    EXPECT_LT((*crawl)->progress().elapsed, Duration::hours(1));
    EXPECT_GT((*crawl)->progress().elapsed, Duration());
    EXPECT_NEAR((*crawl)->clock_set_by().in_days(), step.in_days(), 0.01);
  }
}

}  // namespace
}  // namespace freshet::test
