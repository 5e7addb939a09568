// Looking into a run and steering it, through the crawl itself.
#include <cmath>
#include <memory>
#include <thread>

#include "crawl/collection.h"
#include "crawl/control_json.h"
#include "integration/crawling.h"
#include "json/read.h"

namespace freshet::test {
namespace {

using crawl::PageReport;
using crawl::StatusReport;
using crawl::SteeringReport;

// A run that goes on in a thread of its own until the end of the scope.
class Running {
 public:
  Running(const crawl::CrawlOptions& options, const Clock& clock, telemetry::Log& log) {
    auto opened = crawl::Crawl::open(options, clock, log);
    EXPECT_TRUE(opened) << opened.error().message;
    crawl_ = std::move(*opened);
    thread_ = std::thread([this] { EXPECT_TRUE(crawl_->run()); });
  }
  ~Running() { end(); }
  void end() {
    if (!thread_.joinable()) return;
    crawl_->stop();
    thread_.join();
  }

  crawl::Crawl& operator*() { return *crawl_; }
  template <typename Report>
  Report ask(const crawl::Command& command) {
    auto answer = crawl_->perform(command);
    EXPECT_TRUE(answer) << answer.error().message;
    return answer ? std::get<Report>(*answer) : Report();
  }
  std::string error_of(const crawl::Command& command) {
    const auto answer = crawl_->perform(command);
    EXPECT_FALSE(answer);
    return answer ? "" : answer.error().message;
  }

 private:
  std::unique_ptr<crawl::Crawl> crawl_;
  std::thread thread_;
};

void pass(int milliseconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

class Control : public ScriptedCrawling {
 protected:
  Control() {
    web_.set("a.test/", links({"/1", "/2"}));
    for (const char* place : {"a.test/1", "a.test/2"}) web_.set(place, links({}));
    web_.set("b.test/", links({"/1", "http://a.test/"}));
    web_.set("b.test/1", links({}));
  }

  crawl::CrawlOptions options(std::vector<std::string> seeds = {"http://a.test/"}) const {
    crawl::CrawlOptions options = ScriptedCrawling::options(std::move(seeds));
    options.run.emplace();
    options.run->refresh.floor.min_gain = 0;  // pages hardly change, and are visited all the same
    options.run->requests_per_second = 100;
    options.run->refresh.audit_share = 0.1;
    return options;
  }
  crawl::CrawlOptions as_it_was_left() const {
    crawl::CrawlOptions options = this->options({});
    options.run->requests_per_second.reset();
    return options;
  }
  template <typename Report>
  Report ask_collection(const crawl::Command& command) {
    auto collection = crawl::Collection::open(options({}), system_clock_);
    EXPECT_TRUE(collection) << collection.error().message;
    auto answer = (*collection)->perform(command);
    EXPECT_TRUE(answer) << answer.error().message;
    return answer ? std::get<Report>(*answer) : Report();
  }
  bool collects(Running& run, uint64_t pages) {
    return comes_true([&] { return run.ask<StatusReport>(crawl::AskStatus{}).pages >= pages; });
  }
  // Those from now on.
  bool is_asked(const std::string& what) {
    const size_t before = web_.times(what);
    return comes_true([&] { return web_.times(what) > before; });
  }
};

TEST_F(Control, StatusTellsHowFreshTheCollectionIs) {
  web_.set("a.test/2", after(Duration::seconds(30), links({})));
  crawl::CrawlOptions o = options();
  o.grace = Duration::milliseconds(100);
  Running run(o, system_clock_, log_);
  ASSERT_TRUE(collects(run, 2));
  ASSERT_TRUE(comes_true([&] { return web_.times("a.test/2") > 0; }));
  const auto status = run.ask<StatusReport>(crawl::AskStatus{});
  EXPECT_TRUE(status.running);
  EXPECT_FALSE(status.paused);
  EXPECT_EQ(status.seeds, std::vector<std::string>{"http://a.test/"});
  EXPECT_EQ(status.pages, 2u);
  EXPECT_GT(status.freshness.value(), 0.9);
  EXPECT_LE(status.freshness.value(), 1.0);
  EXPECT_LT(status.age_seconds.value(), 10.0);
  EXPECT_EQ(status.in_flight, 1u);
  EXPECT_EQ(status.waiting, 1u);
  EXPECT_EQ(status.sites.in_scope, 1u);
  EXPECT_EQ(status.requests_per_second, 100.0);
  EXPECT_GT(status.known_share.value(), 0.0);
  EXPECT_LT(status.known_share.value(), 1.0) << "one waits for its first visit";
  EXPECT_EQ(status.spent.run, web_.times(""));
  EXPECT_EQ(status.spent.minute, status.spent.run);
  EXPECT_EQ(status.spent.day, status.spent.run);
  ASSERT_EQ(status.by_site.size(), 1u);
  EXPECT_EQ(status.by_site[0].site, "http://a.test");
  EXPECT_EQ(status.by_site[0].robots, "none");
  EXPECT_EQ(status.by_site[0].robots_status, 404);
  EXPECT_GT(status.by_site[0].freshness.value(), 0.9);
}

TEST_F(Control, AHostThatIsHeldBackIsNamedWithTheReason) {
  web_.set("b.test/robots.txt", status(503));
  Running run(options({"http://a.test/", "http://b.test/"}), system_clock_, log_);
  StatusReport status;
  ASSERT_TRUE(comes_true([&] {
    status = run.ask<StatusReport>(crawl::AskStatus{});
    return status.sites.held > 0;
  }));
  ASSERT_EQ(status.held.size(), 1u);
  EXPECT_EQ(status.held[0].site, "http://b.test");
  EXPECT_EQ(status.held[0].obstacle.kind, "robots_unavailable");
  EXPECT_TRUE(status.held[0].obstacle.until);
  EXPECT_EQ(status.held[0].robots, "unavailable");
  const auto why = run.ask<PageReport>(crawl::AskWhy{"http://b.test/"});
  EXPECT_EQ(why.standing, "waiting");
  EXPECT_EQ(why.obstacle.kind, "robots_unavailable");
}

TEST_F(Control, WhyTellsWhatIsKnownOfAPage) {
  web_.set("a.test/1", std::vector{html("<p>one text</p>"), html("<p>another text here</p>")});
  Running run(options(), system_clock_, log_);
  ASSERT_TRUE(comes_true([&] { return web_.times("a.test/1") > 4; }));
  run.ask<SteeringReport>(crawl::Pause{});
  pass(100);
  const auto why = run.ask<PageReport>(crawl::AskWhy{"a.test/1"});
  // Without a scheme it is https, which is another page.
  EXPECT_EQ(why.url, "https://a.test/1");
  EXPECT_EQ(why.standing, "never_seen");
  const auto known = run.ask<PageReport>(crawl::AskWhy{"http://a.test/1#part"});
  EXPECT_EQ(known.url, "http://a.test/1");
  EXPECT_EQ(known.standing, "kept");
  ASSERT_TRUE(known.page);
  EXPECT_EQ(known.page->http_status, 200);
  EXPECT_EQ(known.archived_in, "freshet-000001.warc.gz");
  EXPECT_EQ(known.totals.requests, web_.times("a.test/1"));
  EXPECT_EQ(known.totals.changes, 1u);
  EXPECT_FALSE(known.visits.empty());
  EXPECT_GT(known.probability_current.value(), 0.0);
  EXPECT_TRUE(known.expected_age);
  EXPECT_FALSE(known.belief.empty());
  ASSERT_TRUE(known.weight);
  EXPECT_EQ(known.weight->from, crawl::WeightSource::kLinks);
  EXPECT_EQ(known.weight->in_links, 1u) << "the front page";
  EXPECT_NEAR(known.weight->value, (1 + std::log10(2)) / 2, 1e-9);
  EXPECT_EQ(known.obstacle.kind, "paused");
  const std::string json = crawl::write_answer(known);
  if (known.totals.requests <= change::History::kRecent) {
    EXPECT_NE(json.find("\"line\":\"+#="), std::string::npos) << json;
  }
}

TEST_F(Control, WhyTellsWhyAPageIsNotKnown) {
  web_.set("a.test/robots.txt", plain_text("User-agent: *\nDisallow: /private\n"));
  Running run(options(), system_clock_, log_);
  ASSERT_TRUE(collects(run, 3));
  const auto standing = [&](const std::string& url) {
    return run.ask<PageReport>(crawl::AskWhy{url}).standing;
  };
  EXPECT_EQ(standing("http://elsewhere.test/"), "outside_scope");
  EXPECT_EQ(standing("http://a.test/x/x/x/x/x/x/x/x/x/x"), "trap");
  EXPECT_EQ(standing("http://a.test/other"), "never_seen");
  const auto disallowed = run.ask<PageReport>(crawl::AskWhy{"http://a.test/private/1"});
  EXPECT_EQ(disallowed.standing, "disallowed");
  EXPECT_EQ(disallowed.robots->line, 2);
  EXPECT_EQ(disallowed.robots->text, "Disallow: /private");
  EXPECT_NE(run.error_of(crawl::AskWhy{"mailto://x"}).find("no URL"), std::string::npos);
}

TEST_F(Control, PauseAndResumeHoldThroughARestart) {
  {
    Running run(options(), system_clock_, log_);
    ASSERT_TRUE(collects(run, 3));
    EXPECT_TRUE(run.ask<SteeringReport>(crawl::Pause{}).paused);
    pass(100);
    const size_t asked = web_.times("");
    pass(200);
    EXPECT_EQ(web_.times(""), asked);
  }
  EXPECT_TRUE(ask_collection<StatusReport>(crawl::AskStatus{}).paused);
  const size_t asked = web_.times("");
  Running run(as_it_was_left(), system_clock_, log_);
  EXPECT_TRUE(run.ask<StatusReport>(crawl::AskStatus{}).paused);
  pass(200);
  EXPECT_EQ(web_.times(""), asked);
  EXPECT_FALSE(run.ask<SteeringReport>(crawl::Resume{}).paused);
  EXPECT_TRUE(is_asked("a.test/1"));
}

TEST_F(Control, APausedRunKeepsItsLimitOfTimeAndCanBeStopped) {
  crawl::CrawlOptions o = options();
  o.limits.max_time = Duration::milliseconds(400);
  {
    Running run(o, system_clock_, log_);
    run.ask<SteeringReport>(crawl::Pause{});
    ASSERT_TRUE(comes_true([&] { return !(*run).progress().ended.empty(); }));
  }
  Running run(as_it_was_left(), system_clock_, log_);
  EXPECT_TRUE(run.ask<SteeringReport>(crawl::Stop{}).stopping);
  ASSERT_TRUE(comes_true([&] { return (*run).progress().ended == "stopped"; }));
  EXPECT_EQ(run.error_of(crawl::AskStatus{}), "the run has ended");
}

TEST_F(Control, TheBudgetIsChangedAndKept) {
  {
    Running run(options(), system_clock_, log_);
    ASSERT_TRUE(collects(run, 3));
    EXPECT_EQ(run.ask<SteeringReport>(crawl::SetBudget{0}).requests_per_second, 0.0);
    // What was saved up may still be spent.
    ASSERT_TRUE(comes_true([&] {
      const size_t before = web_.times("");
      pass(100);
      return web_.times("") == before;
    }));
    EXPECT_EQ(run.ask<PageReport>(crawl::AskWhy{"http://a.test/1"}).obstacle.kind, "budget");
    run.ask<SteeringReport>(crawl::SetBudget{7});
  }
  Running run(as_it_was_left(), system_clock_, log_);
  EXPECT_EQ(run.ask<StatusReport>(crawl::AskStatus{}).requests_per_second, 7.0);
}

TEST_F(Control, ASeedIsAddedWhileItRunsAlsoOneThatWasSeenBeforeInALink) {
  web_.set("a.test/", links({"/1", "http://b.test/", "http://b.test/1"}));
  {
    Running run(options(), system_clock_, log_);
    ASSERT_TRUE(collects(run, 2));
    EXPECT_EQ(web_.times("b.test"), 0u);
    const auto seeds = run.ask<SteeringReport>(crawl::AddSeed{"http://b.test/"}).seeds;
    EXPECT_EQ(seeds, (std::vector<std::string>{"http://a.test/", "http://b.test/"}));
    EXPECT_TRUE(is_asked("b.test/1"));
    EXPECT_NE(run.error_of(crawl::AddSeed{"ftp://x/"}).find("not http"), std::string::npos);
  }
  Running run(as_it_was_left(), system_clock_, log_);
  EXPECT_EQ(run.ask<SteeringReport>(crawl::AskSeeds{}).seeds.size(), 2u);
  EXPECT_TRUE(is_asked("b.test/1"));
}

TEST_F(Control, ASeedThatIsRemovedLeavesItsPagesButTheyAreNotAskedFor) {
  {
    Running run(options({"http://a.test/", "http://b.test/"}), system_clock_, log_);
    ASSERT_TRUE(collects(run, 5));
    EXPECT_EQ(run.ask<SteeringReport>(crawl::RemoveSeed{"http://b.test/"}).seeds.size(), 1u);
    pass(100);
    const size_t asked = web_.times("b.test");
    ASSERT_TRUE(is_asked("a.test/1"));
    ASSERT_TRUE(is_asked("a.test/2"));
    pass(100);
    EXPECT_EQ(web_.times("b.test"), asked);
    const auto why = run.ask<PageReport>(crawl::AskWhy{"http://b.test/1"});
    EXPECT_EQ(why.standing, "kept");
    EXPECT_EQ(why.obstacle.kind, "scope");
    EXPECT_EQ(run.ask<StatusReport>(crawl::AskStatus{}).pages, 5u);
    EXPECT_NE(run.error_of(crawl::RemoveSeed{"http://b.test/"}).find("not among"),
              std::string::npos);
  }
  const size_t asked = web_.times("b.test");
  Running run(as_it_was_left(), system_clock_, log_);
  ASSERT_TRUE(is_asked("a.test/1"));
  ASSERT_TRUE(is_asked("a.test/2"));
  EXPECT_EQ(web_.times("b.test"), asked);
  // And back again.
  run.ask<SteeringReport>(crawl::AddSeed{"http://b.test/"});
  EXPECT_TRUE(is_asked("b.test/1"));
}

TEST_F(Control, WhatWaitsOutsideTheNewScopeIsNotAskedForAndComesBackWithItsSeed) {
  std::vector<std::string> many;
  for (int i = 0; i < 40; ++i) many.push_back("/docs/" + std::to_string(i));
  web_.set("a.test/docs/", links(many));
  for (const std::string& page : many) web_.set("a.test" + page, links({}));
  crawl::CrawlOptions o = options({"http://a.test/docs/", "http://b.test/"});
  o.scope.kind = crawl::ScopeKind::kPrefix;
  o.run->requests_per_second = 10;
  Running run(o, system_clock_, log_);
  ASSERT_TRUE(comes_true([&] { return web_.times("a.test/docs/0") > 0; }));
  run.ask<SteeringReport>(crawl::RemoveSeed{"http://a.test/docs/"});
  pass(50);
  const size_t asked = web_.times("a.test");
  EXPECT_LT(asked, 20u);
  ASSERT_TRUE(is_asked("b.test/"));
  run.ask<SteeringReport>(crawl::SetBudget{100});
  pass(300);
  EXPECT_EQ(web_.times("a.test"), asked);
  run.ask<SteeringReport>(crawl::AddSeed{"http://a.test/docs/"});
  EXPECT_TRUE(comes_true([&] { return web_.times("a.test/docs/39") > 0; }));
}

TEST_F(Control, PagesOfASiteThatIsLeftWhileItIsAskedDoNotHoldUpOthers) {
  crawl::CrawlOptions o = options({"http://a.test/", "http://b.test/"});
  Running run(o, system_clock_, log_);
  ASSERT_TRUE(collects(run, 5));
  web_.set("b.test/", after(Duration::milliseconds(200), links({})));
  web_.set("b.test/1", after(Duration::milliseconds(200), links({})));
  ASSERT_TRUE(is_asked("b.test"));
  run.ask<SteeringReport>(crawl::RemoveSeed{"http://b.test/"});
  pass(400);
  const size_t asked = web_.times("b.test");
  ASSERT_TRUE(is_asked("a.test/1"));
  ASSERT_TRUE(is_asked("a.test/2"));
  EXPECT_EQ(web_.times("b.test"), asked);
}

TEST_F(Control, AHostThatAsksForTimeHoldsUpNoOther) {
  const Answer wait = status(503, "Retry-After: 3600\r\n");
  web_.set("a.test/", std::vector{links({"/1"}), wait});
  web_.set("a.test/1", std::vector{links({}), wait});
  Running run(options({"http://a.test/", "http://b.test/"}), system_clock_, log_);
  StatusReport status;
  ASSERT_TRUE(comes_true([&] {
    status = run.ask<StatusReport>(crawl::AskStatus{});
    return status.sites.resting > 0;
  }));
  EXPECT_EQ(status.held.at(0).site, "http://a.test");
  EXPECT_EQ(status.held.at(0).obstacle.kind, "back_off");
  EXPECT_EQ(run.ask<PageReport>(crawl::AskWhy{"http://a.test/1"}).obstacle.kind, "back_off");
  EXPECT_TRUE(is_asked("b.test/1"));
  EXPECT_TRUE(is_asked("b.test/1"));
}

TEST_F(Control, AHostWhoseRulesCannotBeHadAnyMoreHoldsUpNoOther) {
  web_.set("a.test/robots.txt", std::vector{plain_text("User-agent: *\nDisallow: /x\n"),
                                            status(503, "Retry-After: 3600\r\n")});
  crawl::CrawlOptions o = options({"http://a.test/", "http://b.test/"});
  o.robots_lifetime = Duration::milliseconds(300);
  Running run(o, system_clock_, log_);
  ASSERT_TRUE(comes_true([&] { return web_.times("a.test/robots.txt") > 1; }));
  pass(100);
  EXPECT_TRUE(is_asked("b.test/1"));
  EXPECT_TRUE(is_asked("b.test/1"));
  EXPECT_EQ(run.ask<PageReport>(crawl::AskWhy{"http://a.test/1"}).obstacle.kind,
            "robots_unavailable");
}

TEST_F(Control, ARunWithoutSeedsNeedsACollection) {
  const auto none = crawl::Crawl::open(as_it_was_left(), system_clock_, log_);
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().message.find("no seeds"), std::string::npos);
}

TEST_F(Control, ARunGoesOnWithTheSeedsOfACrawl) {
  crawl::CrawlOptions once = options();
  once.run.reset();
  Crawling::run(once);
  Running run(options({}), system_clock_, log_);
  EXPECT_TRUE(is_asked("a.test/1"));
}

TEST_F(Control, ChangesAreToldOnceAndInOrder) {
  web_.set("a.test/1", std::vector{html("<p>one text</p>"), html("<p>another text here</p>")});
  {
    Running run(options(), system_clock_, log_);
    ASSERT_TRUE(comes_true([&] { return web_.times("a.test/1") > 2; }));
    std::vector<crawl::ChangesReport::Line> told;
    crawl::AskChanges ask{.most = 2, .settled = true};
    ASSERT_TRUE(comes_true([&] {
      const auto report = run.ask<crawl::ChangesReport>(ask);
      told.insert(told.end(), report.changes.begin(), report.changes.end());
      ask.from = report.next;
      return told.size() >= 4;
    }));
    const auto all = run.ask<crawl::ChangesReport>(crawl::AskChanges{.ago = Duration::hours(1)});
    ASSERT_EQ(all.changes.size(), 4u);
    EXPECT_FALSE(all.more);
    for (size_t i = 0; i < 4; ++i) EXPECT_EQ(told[i].change, all.changes[i].change);
    EXPECT_EQ(all.changes.back().url, "http://a.test/1");
    EXPECT_EQ(all.changes.back().change.kind, store::Change::Kind::kChanged);
  }
  const auto kept =
      ask_collection<crawl::ChangesReport>(crawl::AskChanges{.ago = Duration::hours(1)});
  EXPECT_EQ(kept.changes.size(), 4u);
}

TEST_F(Control, OldChangesAreForgotten) {
  const auto changes = [this] {
    return ask_collection<crawl::ChangesReport>(crawl::AskChanges{}).changes.size();
  };
  LeapingClock clock;
  crawl::CrawlOptions o = options();
  o.limits.max_time = Duration::milliseconds(300);
  Crawling::run(o, clock);
  EXPECT_EQ(changes(), 3u);
  clock.leap(Duration::days(80));
  Crawling::run(o, clock);
  EXPECT_EQ(changes(), 3u);
  clock.leap(Duration::days(11));
  Crawling::run(o, clock);
  EXPECT_EQ(changes(), 0u);
}

// The clock may be wrong, and be set right soon.
TEST_F(Control, AfterALongPauseChangesAreNotForgottenAtOnce) {
  LeapingClock clock;
  crawl::CrawlOptions o = options();
  o.limits.max_time = Duration::milliseconds(300);
  Crawling::run(o, clock);
  clock.leap(Duration::days(400));
  Crawling::run(o, clock);
  EXPECT_EQ(ask_collection<crawl::ChangesReport>(crawl::AskChanges{}).changes.size(), 3u);
}

TEST_F(Control, ACollectionAnswersWithoutARun) {
  web_.set("a.test/robots.txt", plain_text("User-agent: *\nDisallow: /2\n"));
  {
    Running run(options(), system_clock_, log_);
    ASSERT_TRUE(comes_true([&] { return web_.times("a.test/1") > 3; }));
  }
  const auto status = ask_collection<StatusReport>(crawl::AskStatus{});
  EXPECT_FALSE(status.running);
  EXPECT_EQ(status.pages, 2u);
  EXPECT_GT(status.freshness.value(), 0.5);
  EXPECT_EQ(status.by_site.at(0).robots, "rules");
  const auto why = ask_collection<PageReport>(crawl::AskWhy{"http://a.test/1"});
  EXPECT_EQ(why.standing, "kept");
  EXPECT_EQ(why.obstacle.kind, "not_running");
  EXPECT_FALSE(why.belief.empty());
  EXPECT_EQ(ask_collection<PageReport>(crawl::AskWhy{"http://a.test/2"}).standing, "disallowed");
  EXPECT_EQ(ask_collection<PageReport>(crawl::AskWhy{"http://c.test/"}).standing, "outside_scope");
  auto collection = crawl::Collection::open(options({}), system_clock_);
  EXPECT_FALSE((*collection)->perform(crawl::Pause{}));
  EXPECT_FALSE((*collection)->perform(crawl::Stop{}));
}

TEST_F(Control, AFolderWithoutACollectionIsAnErrorAndStaysAsItIs) {
  crawl::CrawlOptions o = options({});
  o.data_folder += "/none";
  EXPECT_FALSE(crawl::Collection::open(o, system_clock_));
  EXPECT_FALSE(std::filesystem::exists(o.data_folder));
}

TEST_F(Control, EveryAnswerIsJson) {
  Running run(options(), system_clock_, log_);
  ASSERT_TRUE(collects(run, 3));
  const auto perform = [&](const crawl::Command& command) { return (*run).perform(command); };
  json::Reader reader;
  for (const char* line :
       {R"({"command":"status"})", R"({"command":"why","url":"http://a.test/1"})",
        R"({"command":"why","url":"http://a.test/none"})", R"({"command":"changes"})",
        R"({"command":"seeds"})", R"({"command":"budget","requests_per_second":5})"}) {
    const std::string answer = crawl::answer_line(line, perform);
    EXPECT_TRUE(reader.read(answer)) << answer;
    EXPECT_EQ(answer.find("\"error\":"), std::string::npos) << answer;
  }
}

TEST_F(Control, AGonePageIsShownUntilItLeavesAndAfterwards) {
  web_.set("a.test/1", std::vector{links({}), status(404)});
  LeapingClock clock;
  crawl::CrawlOptions o = options();
  o.run->refresh.policy = "uniform";
  const std::string url = "http://a.test/1";
  auto running = std::make_unique<Running>(o, clock, log_);
  Running& run = *running;
  ASSERT_TRUE(collects(run, 3));
  ASSERT_TRUE(comes_true([&] { return run.ask<StatusReport>(crawl::AskStatus{}).gone == 1; }));
  const auto gone = run.ask<PageReport>(crawl::AskWhy{url});
  EXPECT_EQ(gone.standing, "kept");
  EXPECT_NE(gone.words.find("gone since "), std::string::npos) << gone.words;
  EXPECT_NE(gone.words.find("leaves after "), std::string::npos) << gone.words;
  EXPECT_EQ(gone.leaves_after, gone.page->gone_since + Duration::days(7));
  const auto before = run.ask<StatusReport>(crawl::AskStatus{});
  EXPECT_EQ(before.pages, 3u);
  EXPECT_EQ(before.left, 0u);

  clock.leap(Duration::days(8));
  ASSERT_TRUE(comes_true([&] { return run.ask<StatusReport>(crawl::AskStatus{}).left == 1; }));
  const auto after = run.ask<StatusReport>(crawl::AskStatus{});
  EXPECT_EQ(after.pages, 2u);
  EXPECT_EQ(after.gone, 0u);
  const auto left = run.ask<PageReport>(crawl::AskWhy{url});
  EXPECT_EQ(left.standing, "left");
  EXPECT_NE(left.words.find("left the collection on "), std::string::npos) << left.words;
  EXPECT_EQ(left.obstacle.kind, "gone");
  ASSERT_TRUE(left.next_visit);
  EXPECT_GT(*left.next_visit, clock.now() + Duration::days(6));
  running.reset();
  const auto stopped = ask_collection<StatusReport>(crawl::AskStatus{});
  EXPECT_EQ(stopped.pages, 2u);
  EXPECT_EQ(stopped.left, 1u);
  EXPECT_EQ(ask_collection<PageReport>(crawl::AskWhy{url}).standing, "left");
}

TEST_F(Control, WhyForetellsTheNextVisitWithWhatBinds) {
  for (const char* policy : {"optimal", "nutch-adaptive", "stormcrawler-adaptive", "cycle"}) {
    crawl::CrawlOptions o = options();
    o.run->refresh.policy = policy;
    o.run->requests_per_second = 20;
    Running run(o, system_clock_, log_);
    ASSERT_TRUE(collects(run, 3));
    ASSERT_TRUE(comes_true([&] {
      return run.ask<PageReport>(crawl::AskWhy{"http://a.test/2"}).next_visit.has_value();
    })) << policy;
    const auto why = run.ask<PageReport>(crawl::AskWhy{"http://a.test/2"});
    EXPECT_NE(why.obstacle.kind, "none") << policy;
    if (why.next_visit) {
      EXPECT_GE(*why.next_visit, why.at) << policy;
    }
  }
}

TEST_F(Control, APingIsHeardOfKnownNewAndAbsentPages) {
  web_.set("a.test/2", status(404));
  web_.set("a.test/unheard-of", links({}));
  crawl::CrawlOptions o = options();
  o.run->requests_per_second = 50;
  Running run(o, system_clock_, log_);
  ASSERT_TRUE(collects(run, 2));
  ASSERT_TRUE(comes_true([&] { return web_.times("a.test/2") == 1; }));
  web_.set("a.test/2", links({}));
  const auto report = run.ask<crawl::PingReport>(
      crawl::Ping{.urls = {"http://a.test/1#part", "http://a.test/2", "http://a.test/unheard-of",
                           "http://elsewhere.test/", "no url"}});
  EXPECT_EQ(report.announced, 2u);
  EXPECT_EQ(report.queued, 1u);
  ASSERT_EQ(report.ignored.size(), 2u);
  EXPECT_EQ(report.ignored[0].url, "http://elsewhere.test/");
  EXPECT_NE(report.ignored[0].why.find("scope"), std::string::npos);
  EXPECT_EQ(report.ignored[1].url, "no url");
  EXPECT_TRUE(comes_true([&] { return web_.times("a.test/unheard-of") > 0; }));
  EXPECT_TRUE(comes_true([&] { return web_.times("a.test/2") > 1; }));
}

}  // namespace
}  // namespace freshet::test
