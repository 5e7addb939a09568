// Tests of 429, 503 and Retry-After: the whole host gets no requests for the time, and no attempt
// of the page is counted.
#include "engine/engine_world.h"

namespace freshet::test {
namespace {

using store::VisitResult;

class SlowDown : public EngineWorld {
 protected:
  SlowDown() { options_.retry.patience = Duration::days(3); }
};

TEST_F(SlowDown, WholeHostRestsAndOthersAreNotAffected) {
  web_.set("http://a.test/", links({"/1", "/2"}));
  web_.set("http://a.test/1", {status(429, "Retry-After: 200\r\n"), links({})});
  web_.set("http://a.test/2", links({}));
  web_.set("http://b.test/", links({"/1"}));
  web_.set("http://b.test/1", links({}));
  options_.seeds = {"http://a.test/", "http://b.test/"};
  EXPECT_EQ(run().pages, 5u);
  const auto requests = web_.requests("http://a.test");
  ASSERT_EQ(requests.size(), 5u);
  EXPECT_EQ(requests[2].url, "http://a.test/1");
  EXPECT_EQ(requests[3].at - requests[2].at, Duration::milliseconds(200'050));
  EXPECT_LT(web_.requests("http://b.test").back().at, Duration::seconds(5));
}

TEST_F(SlowDown, AllPortsOfTheHostRest) {
  web_.set("http://a.test/", status(503, "Retry-After: 3600\r\n"));
  web_.set("http://a.test:8080/", links({}));
  options_.seeds = {"http://a.test/", "http://a.test:8080/"};
  at(Duration::minutes(59), [&] { EXPECT_LE(web_.count(), 4u); });
  run_for(Duration::hours(2));
  for (const auto& requests : web_.requests("http://a.test:8080/")) {
    EXPECT_TRUE(requests.at < Duration::seconds(5) || requests.at >= Duration::hours(1));
  }
}

struct RetryAfterCase {
  const char* name;
  int status;
  std::string fields;
  Duration rest;
};

class SlowDownFor : public SlowDown, public testing::WithParamInterface<RetryAfterCase> {};

TEST_P(SlowDownFor, HostRestsForTheTimeInTheHeader) {
  const RetryAfterCase& given = GetParam();
  web_.set("http://a.test/", {status(given.status, given.fields), links({})});
  EXPECT_EQ(run().pages, 1u);
  ASSERT_EQ(web_.times("http://a.test/"), 2u);
  // The answer comes 1.1 s after the world began, and dates have whole seconds.
  const Duration rest = web_.gaps_of("http://a.test/")[0] - Duration::milliseconds(50);
  EXPECT_GE(rest, given.rest);
  EXPECT_LE(rest, given.rest + Duration::seconds(2));
}

// The world begins on 2027-01-15 at 08:00.
INSTANTIATE_TEST_SUITE_P(
    Ways, SlowDownFor,
    testing::Values(
        RetryAfterCase{"TooManyInSeconds", 429, "Retry-After: 100\r\n", Duration::seconds(100)},
        RetryAfterCase{"UnavailableInSeconds", 503, "Retry-After: 7200\r\n", Duration::hours(2)},
        RetryAfterCase{"ADate", 503, "Retry-After: Fri, 15 Jan 2027 08:30:00 GMT\r\n",
                       Duration::seconds(1'798)},
        RetryAfterCase{"ADateOfToday", 429, "Retry-After: Friday, 15-Jan-27 09:00:00 GMT\r\n",
                       Duration::seconds(3'598)},
        RetryAfterCase{"ADateThatIsOver", 429, "Retry-After: Fri, 15 Jan 2027 07:00:00 GMT\r\n",
                       Duration::seconds(1)},
        RetryAfterCase{"BeyondTheLongest", 429, "Retry-After: 864000\r\n", Duration::hours(24)},
        RetryAfterCase{"TheYear9999", 503, "Retry-After: Fri, 31 Dec 9999 23:59:59 GMT\r\n",
                       Duration::hours(24)},
        RetryAfterCase{"TooManyWithoutATime", 429, "", Duration::seconds(10)},
        RetryAfterCase{"TooManyWithNonsense", 429, "Retry-After: soon\r\n", Duration::seconds(10)},
        // Without a time it counts as a server error, and the page is retried.
        RetryAfterCase{"UnavailableWithoutATime", 503, "", Duration::seconds(10)}),
    [](const auto& test) { return test.param.name; });

TEST_F(SlowDown, LongestRestIsASetting) {
  web_.set("http://a.test/", {status(429, "Retry-After: 86400\r\n"), links({})});
  options_.politeness.longest_rest = Duration::minutes(5);
  EXPECT_EQ(run().pages, 1u);
  EXPECT_EQ(web_.gaps_of("http://a.test/")[0], Duration::milliseconds(300'050));
}

TEST_F(SlowDown, NoAttemptOfThePageIsCounted) {
  const Answer later = status(503, "Retry-After: 60\r\n");
  web_.set("http://a.test/", {later, later, later, later, links({})});
  options_.retry.attempts = 1;
  EXPECT_EQ(run().pages, 1u);
  EXPECT_EQ(web_.times("http://a.test/"), 5u);
  EXPECT_EQ(page("http://a.test/").failures, 0u);
  EXPECT_EQ(archived()["http://a.test/"].records, 1);
}

TEST_F(SlowDown, HostRestsWithIncreasingWaitsWithoutRetryAfter) {
  web_.set("http://a.test/",
           {status(429), status(429), status(429), status(429), status(429), links({})});
  EXPECT_EQ(run().pages, 1u);
  const auto gaps = web_.gaps_of("http://a.test/");
  ASSERT_EQ(gaps.size(), 5u);
  EXPECT_EQ(gaps[0], Duration::milliseconds(10'050));
  EXPECT_EQ(gaps[1], Duration::milliseconds(10'050));
  // From the third failure in a row on the back-off is half a minute and up to a quarter more, then
  // twice as long.
  for (const auto& [i, least] : {std::pair(2, 30), std::pair(3, 60), std::pair(4, 120)}) {
    const double seconds = gaps[static_cast<size_t>(i)].in_seconds();
    EXPECT_GE(seconds, least) << i;
    EXPECT_LE(seconds, 1.25 * least + 0.05) << i;
  }
}

TEST_F(SlowDown, PageThatAlwaysAnswers429IsGivenUpAndOthersAreCollected) {
  web_.set("http://a.test/", links({"/busy", "/1"}));
  web_.set("http://a.test/busy", status(429, "Retry-After: 60\r\n"));
  web_.set("http://a.test/1", links({}));
  const crawl::Progress progress = run();
  EXPECT_EQ(progress.pages, 2u);
  EXPECT_EQ(progress.waiting, 0u);
  EXPECT_EQ(web_.times("http://a.test/busy"), 11u) << "it may postpone the page ten times";
  EXPECT_EQ(page("http://a.test/busy").result, VisitResult::kServerError);
  EXPECT_EQ(page("http://a.test/busy").http_status, 429u);
}

TEST_F(SlowDown, LongRestEndsTheCrawlAndSurvivesARestart) {
  web_.set("http://a.test/", {status(429, "Retry-After: 3600\r\n"), links({"/1"})});
  web_.set("http://a.test/1", links({}));
  options_.retry.patience = Duration::minutes(2);
  const crawl::Progress first = run();
  EXPECT_EQ(first.pages, 0u);
  EXPECT_EQ(first.waiting, 1u);
  EXPECT_NE(first.ended.find("until 2027-01-15T09:00:01"), std::string::npos) << first.ended;
  EXPECT_LT(run_time(), Duration::seconds(2)) << "it does not wait for what it would not wait for";

  pass(Duration::minutes(57));
  EXPECT_EQ(run().requests, 0u);
  pass(Duration::minutes(4));
  EXPECT_EQ(run().pages, 2u);
  // One request was for robots.txt, whose rules are still valid after an hour.
  EXPECT_EQ(web_.count("http://a.test"), 4u);
}

TEST_F(SlowDown, RestSurvivesAStop) {
  web_.set("http://a.test/", {status(503, "Retry-After: 3600\r\n"), links({})});
  EXPECT_EQ(run_for(Duration::minutes(10)).ended, "stopped");
  options_.retry.patience = Duration();
  EXPECT_EQ(run().requests, 0u);
  pass(Duration::minutes(49));
  EXPECT_EQ(run().requests, 0u);
  pass(Duration::minutes(2));
  EXPECT_EQ(run().pages, 1u);
}

TEST_F(SlowDown, RestSurvivesACrash) {
  web_.set("http://a.test/", {status(503, "Retry-After: 3600\r\n"), links({})});
  at(Duration::minutes(10), [&] { crash(); });
  run();
  EXPECT_EQ(run().pages, 1u);
  EXPECT_GE(web_.gaps_of("http://a.test/")[0], Duration::hours(1));
}

TEST_F(SlowDown, RevisitThatAnswers429MakesTheHostRestAndKeepsTheCopy) {
  web_.set("http://a.test/", {links({}), status(429, "Retry-After: 7200\r\n"), links({})});
  web_.set("http://b.test/", links({}));
  options_.seeds = {"http://a.test/", "http://b.test/"};
  run_without_end(0.1);
  at(Duration::minutes(5), [&] {
    const collection::StatusReport status = status_now();
    EXPECT_EQ(status.sites.resting, 1u);
    ASSERT_EQ(status.held.size(), 1u);
    EXPECT_EQ(status.held[0].site, "http://a.test");
    EXPECT_EQ(status.held[0].obstacle.kind, collection::Obstacle::Kind::kBackOff);
    EXPECT_EQ(why("http://a.test/").obstacle.kind, collection::Obstacle::Kind::kBackOff);
    EXPECT_EQ(why("http://a.test/").standing, collection::Standing::kKept);
  });
  run_for(Duration::hours(4));
  const auto requests = web_.requests_for("http://a.test/");
  ASSERT_GT(requests.size(), 4u);
  EXPECT_GE(requests[2].at - requests[1].at, Duration::hours(2));
  EXPECT_EQ(page("http://a.test/").result, VisitResult::kUnchanged);
  // The other site gets the whole budget meanwhile.
  EXPECT_GT(web_.times("http://b.test/"), 900u);
}

}  // namespace
}  // namespace freshet::test
