// Tests of crashes at every commit, before and after it, and at any time. A new engine continues
// from the state of the last commit. At most the visits since then are repeated, none is lost, and
// the archive agrees with the state.
#include "engine/engine_world.h"

namespace freshet::test {
namespace {

using store::VisitResult;

constexpr int kPages = 12;

class Crash : public EngineWorld {
 protected:
  Crash() {
    std::vector<std::string> hrefs = {"/moved", "/missing", "/twin"};
    for (int i = 0; i < kPages; ++i) {
      hrefs.push_back("/" + std::to_string(i));
      web_.set("http://a.test" + hrefs.back(), links({"/"}));
    }
    web_.set("http://a.test/", links(hrefs));
    web_.set("http://a.test/moved", redirect("/target"));
    web_.set("http://a.test/target", html("twins"));
    web_.set("http://a.test/twin", html("twins"));
  }
  static constexpr size_t kAll = kPages + 5;  // URLs

  // Every page is in the state once, with its record in the archive.
  void expect_everything_once() {
    const auto all = pages();
    const auto records = archived();
    EXPECT_EQ(all.size(), kAll);
    EXPECT_EQ(records.size(), kAll);
    for (const auto& [url, page] : all) {
      EXPECT_NE(page.result, VisitResult::kNever) << url;
      EXPECT_EQ(page.next_visit, Instant::never()) << url;
      EXPECT_EQ(records.at(url).records, 1) << url;
      EXPECT_NE(page.archived.file, 0u) << url;
    }
    EXPECT_EQ(all.at("http://a.test/missing").result, VisitResult::kGone);
    EXPECT_EQ(all.at("http://a.test/moved").result, VisitResult::kRedirected);
    const bool twin = all.at("http://a.test/twin").duplicate_of.has_value();
    const bool target = all.at("http://a.test/target").duplicate_of.has_value();
    EXPECT_NE(twin, target) << "one of them is the original";
    EXPECT_EQ(site("http://a.test").waiting, 0u);
    EXPECT_EQ(site("http://a.test").pages, kAll);
  }
};

class CrashAtCommit : public Crash, public testing::WithParamInterface<bool> {};

// Crashes at each commit of a crawl in turn, so that the sequence of writes to archive and state is
// interrupted at every place.
TEST_P(CrashAtCommit, LosesNothingAndRepeatsAtMostOneVisit) {
  // At later and later commits, until the crawl ends before the commit.
  size_t crashes = 0;
  for (int number = 1;; ++number) {
    crash_at_commit(number, GetParam());
    const crawl::Progress progress = run();
    // The crash may hit the last commit, when nothing else is left to do.
    if (progress.ended == crawl::kAllCollected && status_) break;
    ++crashes;
    ASSERT_LT(crashes, 60u);
  }
  crash_at_commit(0);
  EXPECT_GT(crashes, 3u);
  expect_everything_once();
  // If the answer was committed, nothing is repeated.
  EXPECT_LE(web_.count(), 1 + kAll + crashes);
  for (const Duration gap : web_.gaps("http://a.test")) EXPECT_GE(gap, Duration::seconds(1));
}

INSTANTIATE_TEST_SUITE_P(Moments, CrashAtCommit, testing::Values(false, true),
                         [](const auto& test) { return test.param ? "After" : "Instead"; });

class CrashAtTime : public Crash, public testing::WithParamInterface<int> {};

TEST_P(CrashAtTime, LosesNothing) {
  for (int i = 1; i <= 8; ++i)
    at(Duration::milliseconds(GetParam() * i), [&] {
      if (is_running()) crash();
    });
  crawl::Progress progress;
  for (int i = 0; i < 20 && progress.ended != crawl::kAllCollected; ++i) progress = run();
  expect_everything_once();
  for (const Duration gap : web_.gaps("http://a.test")) EXPECT_GE(gap, Duration::seconds(1));
}

INSTANTIATE_TEST_SUITE_P(Periods, CrashAtTime,
                         testing::Values(1, 60, 333, 1'000, 1'050, 1'075, 1'301, 2'500, 7'000));

TEST_F(Crash, OfARunLosesNeitherChangesNorHistory) {
  web_.set("http://a.test/0", changing_every(Duration::hours(7)));
  run_without_end(0.005);
  for (int day = 1; day <= 10; ++day) {
    at(Duration::hours(25 * day), [&] {
      if (is_running()) crash();
    });
  }
  while (elapsed() < Duration::days(11)) run_for(Duration::days(11) - elapsed());
  const change::History history = this->history("http://a.test/0");
  // Every committed visit is known; the interrupted one was requested once more.
  EXPECT_GT(history.totals().changes, 30u);
  EXPECT_EQ(changes("http://a.test/0").size(), history.totals().changes + 1);
  EXPECT_LE(web_.times("http://a.test/0") - history.totals().requests, 10u);
  EXPECT_EQ(history.totals().requests,
            static_cast<uint32_t>(archived().at("http://a.test/0").records));
  EXPECT_EQ(web_.times("http://a.test/robots.txt"), 11u) << "rules are good for a day";
}

TEST_F(Crash, KeepsCommandsOfAUser) {
  run_without_end(0.02);
  at(Duration::hours(1), [&] {
    EXPECT_TRUE(perform(collection::SetBudget{0.5}));
    EXPECT_TRUE(perform(collection::AddSeed{"http://b.test/"}));
    EXPECT_TRUE(perform(collection::Pause{}));
    crash();
  });
  run();
  options_.seeds.clear();
  options_.run->requests_per_second.reset();
  after(Duration::minutes(1), [&] {
    const auto report = query<collection::RunControlReport>(collection::SeedsQuery{});
    EXPECT_EQ(report.seeds, (std::vector<std::string>{"http://a.test/", "http://b.test/"}));
    EXPECT_EQ(report.requests_per_second, 0.5);
    EXPECT_TRUE(report.paused);
  });
  run_for(Duration::minutes(2));
}

}  // namespace
}  // namespace freshet::test
