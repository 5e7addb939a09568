// Tests of the control requests of a run, without the socket.
#include <memory>
#include <thread>

#include "collection/collection.h"
#include "collection/command_json.h"
#include "integration/crawling.h"
#include "json/read.h"

namespace freshet::test {
namespace {

using collection::PageReport;
using collection::RunControlReport;
using collection::StatusReport;

// A run on a thread of its own, which is stopped at the end of the scope.
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
  Report ask(const collection::Command& command) {
    auto answer = crawl_->perform(command);
    EXPECT_TRUE(answer) << answer.error().message;
    return answer ? std::get<Report>(*answer) : Report();
  }
  std::string error_of(const collection::Command& command) {
    const auto answer = crawl_->perform(command);
    EXPECT_FALSE(answer);
    return answer ? "" : answer.error().message;
  }

 private:
  std::unique_ptr<crawl::Crawl> crawl_;
  std::thread thread_;
};

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
    options.collection.refresh.floor.min_gain = 0;  // visit pages although they hardly change
    options.run->requests_per_second = 100;
    options.collection.refresh.audit_share = 0.1;
    return options;
  }
  crawl::CrawlOptions as_it_was_left() const {
    crawl::CrawlOptions options = this->options({});
    options.run->requests_per_second.reset();
    return options;
  }
  template <typename Report>
  Report ask_collection(const collection::Command& command) {
    auto collection = collection::Collection::open(options({}).collection, system_clock_);
    EXPECT_TRUE(collection) << collection.error().message;
    auto answer = (*collection)->perform(command);
    EXPECT_TRUE(answer) << answer.error().message;
    return answer ? std::get<Report>(*answer) : Report();
  }
  bool collects(Running& run, uint64_t pages) {
    return comes_true(
        [&] { return run.ask<StatusReport>(collection::StatusQuery{}).pages >= pages; });
  }
  // Counts only requests from now on.
  bool is_asked(const std::string& what) {
    const size_t before = web_.times(what);
    return comes_true([&] { return web_.times(what) > before; });
  }
};

TEST_F(Control, WhySaysWhyAPageIsNotKnown) {
  web_.set("a.test/robots.txt", plain_text("User-agent: *\nDisallow: /private\n"));
  Running run(options(), system_clock_, log_);
  ASSERT_TRUE(collects(run, 3));
  const auto standing = [&](const std::string& url) {
    return run.ask<PageReport>(collection::PageQuery{url}).standing;
  };
  EXPECT_EQ(standing("http://elsewhere.test/"), collection::Standing::kOutsideScope);
  EXPECT_EQ(standing("http://a.test/x/x/x/x/x/x/x/x/x/x"), collection::Standing::kTrap);
  EXPECT_EQ(standing("http://a.test/other"), collection::Standing::kNeverSeen);
  const auto disallowed = run.ask<PageReport>(collection::PageQuery{"http://a.test/private/1"});
  EXPECT_EQ(disallowed.standing, collection::Standing::kDisallowed);
  EXPECT_EQ(disallowed.robots->line, 2);
  EXPECT_EQ(disallowed.robots->text, "Disallow: /private");
  EXPECT_NE(run.error_of(collection::PageQuery{"mailto://x"}).find("http or https URL"),
            std::string::npos);
}

TEST_F(Control, PausedRunObeysItsTimeLimitAndCanBeStopped) {
  crawl::CrawlOptions o = options();
  o.limits.max_time = Duration::milliseconds(400);
  {
    Running run(o, system_clock_, log_);
    run.ask<RunControlReport>(collection::Pause{});
    ASSERT_TRUE(comes_true([&] { return !(*run).progress().ended.empty(); }));
  }
  Running run(as_it_was_left(), system_clock_, log_);
  EXPECT_TRUE(run.ask<RunControlReport>(collection::Stop{}).stopping);
  ASSERT_TRUE(comes_true([&] { return (*run).progress().ended == "stopped"; }));
  EXPECT_EQ(run.error_of(collection::StatusQuery{}), "the run has ended");
}

TEST_F(Control, ARunWithoutSeedsNeedsACollection) {
  const auto none = crawl::Crawl::open(as_it_was_left(), system_clock_, log_);
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().message.find("no seeds"), std::string::npos);
}

TEST_F(Control, RunUsesTheSeedsOfAnEarlierCrawl) {
  crawl::CrawlOptions once = options();
  once.run.reset();
  Crawling::run(once);
  Running run(options({}), system_clock_, log_);
  EXPECT_TRUE(is_asked("a.test/1"));
}

TEST_F(Control, CollectionWithoutARunAnswersControlRequests) {
  web_.set("a.test/robots.txt", plain_text("User-agent: *\nDisallow: /2\n"));
  {
    Running run(options(), system_clock_, log_);
    ASSERT_TRUE(comes_true([&] { return web_.times("a.test/1") > 3; }));
  }
  const auto status = ask_collection<StatusReport>(collection::StatusQuery{});
  EXPECT_FALSE(status.running);
  EXPECT_EQ(status.pages, 2u);
  EXPECT_GT(status.freshness.value(), 0.5);
  EXPECT_EQ(status.by_site.at(0).robots, collection::RobotsState::kRules);
  const auto why = ask_collection<PageReport>(collection::PageQuery{"http://a.test/1"});
  EXPECT_EQ(why.standing, collection::Standing::kKept);
  EXPECT_EQ(why.obstacle.kind, collection::Obstacle::Kind::kNotRunning);
  EXPECT_FALSE(why.belief.empty());
  EXPECT_EQ(ask_collection<PageReport>(collection::PageQuery{"http://a.test/2"}).standing,
            collection::Standing::kDisallowed);
  EXPECT_EQ(ask_collection<PageReport>(collection::PageQuery{"http://c.test/"}).standing,
            collection::Standing::kOutsideScope);
  auto collection = collection::Collection::open(options({}).collection, system_clock_);
  EXPECT_FALSE((*collection)->perform(collection::Pause{}));
  EXPECT_FALSE((*collection)->perform(collection::Stop{}));
}

TEST_F(Control, FolderWithoutACollectionIsAnErrorAndIsNotChanged) {
  crawl::CrawlOptions o = options({});
  o.collection.data_folder += "/none";
  EXPECT_FALSE(collection::Collection::open(o.collection, system_clock_));
  EXPECT_FALSE(std::filesystem::exists(o.collection.data_folder));
}

TEST_F(Control, EveryAnswerIsJson) {
  Running run(options(), system_clock_, log_);
  ASSERT_TRUE(collects(run, 3));
  const auto perform = [&](const collection::Command& command) { return (*run).perform(command); };
  json::Reader reader;
  for (const char* line :
       {R"({"command":"status"})", R"({"command":"why","url":"http://a.test/1"})",
        R"({"command":"why","url":"http://a.test/none"})", R"({"command":"changes"})",
        R"({"command":"seeds"})", R"({"command":"budget","requests_per_second":5})"}) {
    const std::string answer = collection::answer_line(line, perform);
    EXPECT_TRUE(reader.read(answer)) << answer;
    EXPECT_EQ(answer.find("\"error\":"), std::string::npos) << answer;
  }
}

}  // namespace
}  // namespace freshet::test
