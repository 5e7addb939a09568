// Tests of servers that do not answer: time-outs, resets, names without addresses, server errors;
// and of pages that are gone at their first visit.
#include "engine/engine_world.h"

namespace freshet::test {
namespace {

using fetch::ConnectFailed;
using fetch::ConnectionLost;
using fetch::NoAddress;
using fetch::TimedOut;
using store::VisitResult;

class Failures : public EngineWorld {
 protected:
  Failures() { options_.retry.patience = Duration::days(3); }
};

struct Fault {
  const char* name;
  fetch::Outcome outcome;
  collection::Event event;
  VisitResult result = VisitResult::kUnreachable;
};

class FailuresOfAPage : public Failures, public testing::WithParamInterface<Fault> {};

TEST_P(FailuresOfAPage, AreRetriedAfterTenSecondsAndThenThirty) {
  const Fault& fault = GetParam();
  web_.set("http://a.test/", {Answer(fault.outcome), Answer(fault.outcome), links({})});
  const crawl::Progress progress = run();
  EXPECT_EQ(progress.pages, 1u);
  EXPECT_EQ(web_.gaps_of("http://a.test/"),
            (std::vector{Duration::milliseconds(10'050), Duration::milliseconds(30'050)}));
  EXPECT_EQ(page("http://a.test/").failures, 0u);
  EXPECT_EQ(page("http://a.test/").result, VisitResult::kNew);
  EXPECT_EQ(logged("a seed cannot be fetched"), 1u) << "once for each cause";
}

TEST_P(FailuresOfAPage, AreGivenUpAfterThreeAttemptsAndThePageStaysInTheState) {
  const Fault& fault = GetParam();
  web_.set("http://a.test/", links({"/bad"}));
  web_.set("http://a.test/bad", Answer(fault.outcome));
  const crawl::Progress progress = run();
  EXPECT_EQ(progress.ended, crawl::kAllCollected);
  EXPECT_EQ(progress.waiting, 0u);
  EXPECT_EQ(web_.times("http://a.test/bad"), 3u);
  EXPECT_EQ(progress.error_kinds.at(fault.event), 3u) << "each attempt counts";
  const store::PageState bad = page("http://a.test/bad");
  EXPECT_EQ(bad.result, fault.result);
  EXPECT_EQ(bad.failures, 3u);
  EXPECT_EQ(bad.last_success, std::nullopt);
  const bool is_reply = std::holds_alternative<fetch::Reply>(fault.outcome);
  EXPECT_EQ(archived().contains("http://a.test/bad"), is_reply);
  EXPECT_EQ(archived()["http://a.test/bad"].records, is_reply ? 1 : 0) << "the last answer";
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, FailuresOfAPage,
    testing::Values(Fault{"Reset", ConnectionLost{"reset"}, collection::Event::kConnectionLost},
                    Fault{"Refused", ConnectFailed{"refused"}, collection::Event::kConnectFailed},
                    Fault{"TimeOut", TimedOut{TimedOut::Stage::kReply},
                          collection::Event::kTimedOut},
                    Fault{"Tls", fetch::TlsFailed{"expired"}, collection::Event::kTlsFailed},
                    Fault{"NotHttp", fetch::BadReply{"SSH-2.0"}, collection::Event::kBadReply},
                    Fault{"ServerError", status(500), collection::Event::kServerError,
                          VisitResult::kServerError},
                    Fault{"BadGateway", status(502), collection::Event::kServerError,
                          VisitResult::kServerError}),
    [](const auto& test) { return test.param.name; });

TEST_F(Failures, PendingRetrySurvivesARestart) {
  web_.set("http://a.test/", {Answer(ConnectionLost{"reset"}), links({})});
  options_.retry.first = Duration::minutes(10);
  options_.retry.patience = Duration::seconds(10);
  EXPECT_EQ(run().waiting, 1u);
  EXPECT_EQ(page("http://a.test/").failures, 1u);
  pass(Duration::minutes(9));
  EXPECT_EQ(run().requests, 0u);
  pass(Duration::minutes(2));
  EXPECT_EQ(run().pages, 1u);
}

TEST_F(Failures, PendingRetrySurvivesACrash) {
  web_.set("http://a.test/", {Answer(ConnectionLost{"reset"}), links({})});
  options_.retry.first = Duration::minutes(10);
  at(Duration::minutes(5), [&] { crash(); });
  run();
  EXPECT_EQ(run().pages, 1u);
  EXPECT_EQ(web_.times("http://a.test/"), 2u);
  EXPECT_GE(web_.gaps_of("http://a.test/")[0], Duration::minutes(10));
}

TEST_F(Failures, SeveralFailuresOfAHostMakeOnlyThatHostRest) {
  web_.set("http://a.test/", links({"/1", "/2", "/3", "/4"}));
  for (const char* bad : {"http://a.test/1", "http://a.test/2", "http://a.test/3"}) {
    web_.set(bad, Answer(ConnectionLost{"reset"}));
  }
  web_.set("http://a.test/4", links({}));
  web_.set("http://b.test/", links({}));
  options_.seeds = {"http://a.test/", "http://b.test/"};
  options_.retry.attempts = 1;
  EXPECT_EQ(run().pages, 3u);
  const auto requests = web_.requests("http://a.test");
  ASSERT_EQ(requests.size(), 6u);
  EXPECT_EQ(requests[5].url, "http://a.test/4");
  // Half a minute, and up to a quarter more so that hosts do not return at the same time.
  const Duration rest = requests[5].at - requests[4].at;
  EXPECT_GE(rest, Duration::seconds(30));
  EXPECT_LE(rest, Duration::seconds(38));
  EXPECT_EQ(web_.times("http://b.test/"), 1u);
}

TEST_F(Failures, HostThatFailsForDaysIsRetriedWithIncreasingWaitsOfAtMostADay) {
  web_.set("http://a.test/", links({}));
  run_without_end(0.02);
  run_for(Duration::hours(1));
  web_.otherwise(Answer(TimedOut{TimedOut::Stage::kConnect}));  // also for robots.txt
  web_.instead("http://a.test", Answer(TimedOut{TimedOut::Stage::kConnect}));
  const size_t before = web_.count();
  run_for(Duration::days(6));
  const auto all = web_.gaps("http://a.test");
  const std::vector gaps(all.begin() + static_cast<long>(before) + 3, all.end());
  EXPECT_GT(gaps.size(), 10u);
  EXPECT_LT(gaps.size(), 30u) << "a budget's worth would be ten thousand";
  for (size_t i = 1; i < gaps.size(); ++i) {
    EXPECT_LE(gaps[i], Duration::hours(25)) << i;
    EXPECT_GE(gaps[i], std::min(gaps[i - 1], Duration::hours(18))) << i;
  }
  EXPECT_EQ(page("http://a.test/").left, std::nullopt) << "it stays in the collection";
  web_.otherwise(status(404));
  web_.as_before("http://a.test");
  const size_t until_back = web_.times("http://a.test/");
  run_for(Duration::days(2));
  EXPECT_GT(web_.times("http://a.test/"), until_back + 500);
  EXPECT_EQ(page("http://a.test/").failures, 0u);
}

class FailuresOfNames : public Failures {
 protected:
  FailuresOfNames() {
    web_.set("http://a.test/", links({"http://gone.test/"}));
    web_.set("http://gone.test/", links({}));
    web_.set_lookup_failure("gone.test", NoAddress{});
    options_.collection.scope.kind = collection::ScopeKind::kAny;
  }
};

TEST_F(FailuresOfNames, NameWithoutAddressIsLookedUpThreeTimesAndItsPagesAreGivenUp) {
  const crawl::Progress progress = run();
  EXPECT_EQ(progress.outcomes.at(collection::Event::kNoAddress), 1u);
  EXPECT_EQ(progress.waiting, 0u);
  EXPECT_EQ(web_.lookups("gone.test"), 3u);
  EXPECT_EQ(web_.count("http://gone.test"), 0u);
  EXPECT_EQ(page("http://gone.test/").result, VisitResult::kUnreachable);
  EXPECT_GE(run_time(), Duration::seconds(30)) << "ten seconds, then twenty";
}

TEST_F(FailuresOfNames, NameThatResolvesBeforeThatIsCrawled) {
  at(Duration::seconds(15), [&] { web_.forget_lookups("gone.test"); });
  EXPECT_EQ(run().pages, 2u);
}

TEST_F(FailuresOfNames, PagesWaitWhileTheNameServerDoesNotAnswer) {
  web_.set_lookup_failure("gone.test", TimedOut{TimedOut::Stage::kResolve});
  options_.retry.patience = Duration::hours(2);
  const crawl::Progress progress = run();
  EXPECT_EQ(progress.waiting, 1u);
  EXPECT_GT(web_.lookups("gone.test"), 5u) << "it is tried as long as there is patience";
  EXPECT_LT(web_.lookups("gone.test"), 15u) << "each time later";
  EXPECT_EQ(page("http://gone.test/").result, VisitResult::kNever);
  web_.forget_lookups("gone.test");
  EXPECT_EQ(run().pages, 1u);
}

TEST_F(FailuresOfNames, SeedsThatHaveAllNoAddressAreGivenUpAtOnce) {
  options_.seeds = {"http://gone.test/", "http://misspelt.test/"};
  web_.set_lookup_failure("misspelt.test", NoAddress{});
  const crawl::Progress progress = run();
  EXPECT_EQ(progress.ended, "no seed could be fetched");
  EXPECT_TRUE(progress.no_seed_fetched);
  EXPECT_EQ(progress.seeds_failed.size(), 2u);
  EXPECT_LT(run_time(), Duration::seconds(5)) << "it does not wait for retries";
  // If they are named again, they are retried.
  web_.forget_lookups("gone.test");
  EXPECT_EQ(run().pages, 1u);
}

TEST_F(FailuresOfNames, RunRetriesThemOnceADay) {
  options_.seeds = {"http://gone.test/"};
  run_without_end(0.02);
  at(Duration::seconds(5), [&] {
    const collection::PageReport report = why("http://gone.test/");
    EXPECT_EQ(report.obstacle.kind, collection::Obstacle::Kind::kAddress);
  });
  at(Duration::hours(5), [&] { web_.forget_lookups("gone.test"); });
  run_for(Duration::days(3));
  EXPECT_EQ(web_.lookups("gone.test"), 4u) << "after three it is looked for once a day";
  EXPECT_GT(web_.times("http://gone.test/"), 10u);
}

TEST_F(FailuresOfNames, PrivateAddressIsNotRequested) {
  web_.set_lookup_failure("gone.test", fetch::AddressRefused{*fetch::Address::parse("10.0.0.1")});
  const crawl::Progress progress = run();
  EXPECT_EQ(progress.outcomes.at(collection::Event::kAddressRefused), 1u);
  EXPECT_EQ(progress.waiting, 0u);
  EXPECT_EQ(web_.lookups("gone.test"), 1u);
  EXPECT_EQ(web_.count("http://gone.test"), 0u);
  EXPECT_EQ(page("http://gone.test/").result, VisitResult::kExcluded);
  EXPECT_EQ(logged("a host has a private address"), 1u);
}

TEST_F(Failures, FailedSeedIsRetriedWhenItIsNamedAgain) {
  web_.set("http://a.test/", status(500));
  const crawl::Progress first = run();
  EXPECT_EQ(first.ended, "no seed could be fetched");
  EXPECT_EQ(run().requests, 3u) << "and robots.txt is known";
  web_.set("http://a.test/", links({}));
  EXPECT_EQ(run().pages, 1u);
  EXPECT_EQ(run().requests, 0u);
}

TEST_F(Failures, GonePagesAreRecordedAsGoneAndAreNoErrors) {
  web_.set("http://a.test/", links({"/404", "/410"}));
  web_.set("http://a.test/404", status(404));
  web_.set("http://a.test/410", status(410));
  const crawl::Progress progress = run();
  EXPECT_EQ(progress.pages, 1u);
  EXPECT_EQ(progress.outcomes.at(collection::Event::kGone), 2u);
  EXPECT_EQ(progress.errors, 0u);
  for (const int code : {404, 410}) {
    const std::string url = "http://a.test/" + std::to_string(code);
    EXPECT_EQ(web_.times(url), 1u);
    EXPECT_EQ(page(url).result, VisitResult::kGone);
    EXPECT_EQ(page(url).http_status, code);
    EXPECT_EQ(page(url).last_success, std::nullopt);
    EXPECT_EQ(archived()[url].records, 1);
  }
  run();
  EXPECT_EQ(pages().size(), 3u);
}

TEST_F(Failures, RefusedPagesAreNotRetried) {
  web_.set("http://a.test/", links({"/401", "/403", "/451"}));
  for (const int code : {401, 403, 451}) {
    web_.set("http://a.test/" + std::to_string(code), status(code));
  }
  const crawl::Progress progress = run();
  EXPECT_EQ(progress.outcomes.at(collection::Event::kRefused), 3u);
  EXPECT_EQ(web_.count(), 5u);
  EXPECT_EQ(page("http://a.test/403").result, VisitResult::kRefused);
}

TEST_F(Failures, StatusNamesTheSitesThatFailAndWhy) {
  web_.set("http://a.test/robots.txt", Answer(ConnectionLost{"reset by peer"}));
  run_without_end(0.02);
  at(Duration::minutes(10), [&] {
    const collection::StatusReport status = status_now();
    ASSERT_EQ(status.failing.size(), 1u);
    EXPECT_EQ(status.failing[0].site, "http://a.test");
    EXPECT_NE(status.failing[0].last_failure->words, "");
    ASSERT_EQ(status.seeds_failed.size(), 1u);
    EXPECT_EQ(status.seeds_failed[0].url, "http://a.test/");
    web_.set("http://a.test/robots.txt", freshet::test::status(404));
    web_.set("http://a.test/", links({}));
  });
  at(Duration::days(2), [&] { EXPECT_TRUE(status_now().failing.empty()); });
  run_for(Duration::days(2) + Duration::minutes(1));
}

}  // namespace
}  // namespace freshet::test
