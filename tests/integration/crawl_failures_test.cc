// Servers that do not answer, or no longer: time-outs, resets, names without addresses; pages that
// are gone.
#include "integration/crawling.h"
#include "support/name_server.h"

namespace freshet::test {
namespace {

using store::VisitResult;
using Then = Answer::Then;

class Failures : public ScriptedCrawling {};

TEST_F(Failures, AResetIsTriedAgainEachTimeLater) {
  const Answer reset{.then = Then::kReset};
  web_.set("a.test/", {reset, reset, links({})});
  crawl::CrawlOptions o = options();
  o.retry.first = Duration::milliseconds(100);
  const crawl::Progress progress = run(o);
  EXPECT_EQ(progress.pages, 1u);
  EXPECT_EQ(progress.outcomes.at("connection_lost"), 2u);
  const std::vector<Duration> gaps = web_.gaps("a.test/");
  ASSERT_EQ(gaps.size(), 2u);
  EXPECT_GE(gaps[0], Duration::milliseconds(100));
  EXPECT_GE(gaps[1], Duration::milliseconds(300));
  EXPECT_EQ(page("http://a.test/").failures, 0u);
}

TEST_F(Failures, APageThatNeverComesIsGivenUpAndKept) {
  web_.set("a.test/", links({"/bad"}));
  web_.set("a.test/bad", Answer{.bytes = "HTTP/1.1 2", .then = Then::kReset});
  const crawl::Progress progress = run(options());
  EXPECT_EQ(web_.times("a.test/bad"), 3u);
  EXPECT_EQ(progress.outcomes.at("connection_lost"), 3u);
  EXPECT_EQ(progress.error_kinds.at("connection_lost"), 3u) << "each attempt counts";
  const store::PageState bad = page("http://a.test/bad");
  EXPECT_EQ(bad.result, VisitResult::kUnreachable);
  EXPECT_EQ(bad.failures, 3u);
  EXPECT_EQ(bad.last_success, Instant());
  EXPECT_FALSE(archived().contains("http://a.test/bad"));
}

TEST_F(Failures, ATimeOutIsTriedAgain) {
  web_.set("a.test/", {Answer{.then = Then::kFallSilent}, links({})});
  crawl::CrawlOptions o = options();
  o.fetch.idle_timeout = Duration::milliseconds(300);
  const crawl::Progress progress = run(o);
  EXPECT_EQ(progress.pages, 1u);
  EXPECT_GE(progress.outcomes.at("timed_out"), 1u);
  // The time began a little before the server heard of the first.
  EXPECT_GE(web_.gaps("a.test/")[0], Duration::milliseconds(280) + o.retry.first);
}

TEST_F(Failures, AServerErrorIsTriedAgainAndTheLastAnswerArchived) {
  web_.set("a.test/", links({"/bad"}));
  web_.set("a.test/bad", status(500));
  run(options());
  EXPECT_EQ(web_.times("a.test/bad"), 3u);
  const store::PageState bad = page("http://a.test/bad");
  EXPECT_EQ(bad.result, VisitResult::kServerError);
  EXPECT_EQ(bad.http_status, 500u);
  EXPECT_EQ(bad.failures, 3u);
  EXPECT_EQ(bad.last_success, Instant());
  EXPECT_EQ(archived()["http://a.test/bad"].records, 1);
}

TEST_F(Failures, ATryThatIsStillOwedOutlivesARestart) {
  web_.set("a.test/", {Answer{.then = Then::kReset}, links({})});
  crawl::CrawlOptions o = options();
  o.retry.first = Duration::minutes(10);
  ManualClock clock(Instant::from_unix_seconds(1'800'000'000));
  EXPECT_EQ(run(o, clock).waiting, 1u);
  EXPECT_EQ(page("http://a.test/").failures, 1u);
  clock.advance(Duration::minutes(9));
  EXPECT_EQ(run(o, clock).requests, 0u);
  clock.advance(Duration::minutes(2));
  EXPECT_EQ(run(o, clock).pages, 1u);
}

TEST_F(Failures, SeveralOnOneHostRestTheHostAndNoOther) {
  web_.set("a.test/", links({"/1", "/2", "/3", "/4"}));
  for (const char* bad : {"a.test/1", "a.test/2", "a.test/3"}) {
    web_.set(bad, Answer{.then = Then::kReset});
  }
  web_.set("a.test/4", links({}));
  web_.set("b.test/", links({}));
  crawl::CrawlOptions o = options({"http://a.test/", "http://b.test/"});
  o.retry.attempts = 1;
  o.politeness.first_backoff = Duration::seconds(1);
  o.retry.patience = Duration::seconds(5);
  EXPECT_EQ(run(o).pages, 3u);
  const auto asked = web_.asked("a.test");
  ASSERT_EQ(asked.size(), 6u);
  EXPECT_EQ(asked[5].target, "/4");
  EXPECT_GE(asked[5].at - asked[4].at, Duration::seconds(1));
  EXPECT_EQ(web_.times("b.test/"), 1u);
}

TEST_F(Failures, ANameWithoutAddressIsAskedForAgainAndThenGivenUp) {
  NameServer names;
  crawl::CrawlOptions o = options({"http://nowhere.test/"});
  o.fetch.host_map.clear();
  o.fetch.dns_servers = {names.address()};
  const crawl::Progress progress = run(o);
  EXPECT_EQ(progress.outcomes.at("no_address"), 1u);
  EXPECT_EQ(progress.waiting, 0u);
  EXPECT_EQ(page("http://nowhere.test/").result, VisitResult::kUnreachable);
  // Named again, it gets another chance.
  const int questions = names.questions("nowhere.test");
  EXPECT_EQ(run(o).outcomes.at("no_address"), 1u);
  EXPECT_GT(names.questions("nowhere.test"), questions);
}

TEST_F(Failures, WhereNobodyKnowsTheNameItsPagesWaitForAnotherTime) {
  NameServer names;
  names.ignore("silent.test");
  crawl::CrawlOptions o = options({"http://silent.test/"});
  o.fetch.host_map.clear();
  o.fetch.dns_servers = {names.address()};
  o.fetch.connect_timeout = Duration::milliseconds(200);
  o.retry.attempts = 1;
  o.retry.patience = Duration::milliseconds(150);
  const crawl::Progress progress = run(o);
  EXPECT_EQ(progress.waiting, 1u);
  EXPECT_EQ(progress.error_kinds.at("timed_out"), 1u);
  ASSERT_EQ(progress.seeds_failed.size(), 1u);
  EXPECT_NE(progress.seeds_failed[0].reason.find("the name servers did not answer"),
            std::string::npos);
  EXPECT_EQ(page("http://silent.test/").result, VisitResult::kNever);
}

TEST_F(Failures, ANameThatIsBackIsCrawled) {
  NameServer names;
  const std::string port = std::to_string(web_.port());
  const std::string seed = "http://a.test:" + port + "/";
  web_.set("a.test/", links({}));
  crawl::CrawlOptions o = options({seed});
  o.fetch.host_map.clear();
  o.fetch.dns_servers = {names.address()};
  o.fetch.allow_private = true;
  EXPECT_EQ(run(o).pages, 0u);
  names.set("a.test", {"127.0.0.1"});
  EXPECT_EQ(run(o).pages, 1u);
  EXPECT_EQ(page(seed).result, VisitResult::kNew);
}

TEST_F(Failures, AFailedSeedIsTriedAgainWhenItIsNamedAgain) {
  web_.set("a.test/", status(500));
  crawl::CrawlOptions o = options();
  o.politeness.failures_before_rest = 100;
  EXPECT_EQ(run(o).pages, 0u);
  EXPECT_EQ(run(o).requests, 3u);  // and robots.txt is known
  web_.set("a.test/", links({}));
  EXPECT_EQ(run(o).pages, 1u);
  EXPECT_EQ(run(o).requests, 0u);
}

TEST_F(Failures, APrivateAddressIsNotAskedUntilThatIsAllowed) {
  const std::string seed = "http://127.0.0.1:" + std::to_string(web_.port()) + "/";
  web_.set("127.0.0.1/", links({}));
  crawl::CrawlOptions o = options({seed});
  o.fetch.host_map.clear();
  EXPECT_EQ(run(o).outcomes.at("address_refused"), 1u);
  EXPECT_TRUE(web_.asked().empty());
  EXPECT_EQ(page(seed).result, VisitResult::kExcluded);
  o.fetch.allow_private = true;
  EXPECT_EQ(run(o).pages, 1u);
}

TEST_F(Failures, GonePagesAreKeptAsGone) {
  web_.set("a.test/", links({"/404", "/410"}));
  web_.set("a.test/404", status(404));
  web_.set("a.test/410", status(410));
  const crawl::Progress progress = run(options());
  EXPECT_EQ(progress.pages, 1u);
  EXPECT_EQ(progress.outcomes.at("gone"), 2u);
  EXPECT_EQ(progress.errors, 0u);
  for (const int code : {404, 410}) {
    const std::string url = "http://a.test/" + std::to_string(code);
    EXPECT_EQ(web_.times(url.substr(7)), 1u);
    EXPECT_EQ(page(url).result, VisitResult::kGone);
    EXPECT_EQ(page(url).http_status, code);
    EXPECT_EQ(page(url).last_success, Instant());
    EXPECT_EQ(archived()[url].records, 1);
  }
  run(options());
  EXPECT_EQ(pages().size(), 3u);
}

}  // namespace
}  // namespace freshet::test
