// Tests of runs without end: known pages are visited again and compared, changes are recorded,
// pings are accepted.
#include "engine/engine_world.h"

namespace freshet::test {
namespace {

using store::VisitResult;

class Revisits : public EngineWorld {
 protected:
  Revisits() { run_without_end(0.01); }
};

TEST_F(Revisits, PagesAreVisitedAgainAndCompared) {
  web_.set("http://a.test/", html("<p>a first page</p><a href=/1>x</a>"));
  web_.set("http://a.test/1", html("<p>one text</p>"));
  at(Duration::hours(5), [&] { web_.set("http://a.test/1", html("<p>another</p>")); });
  run_for(Duration::days(1));
  const change::History changing = history("http://a.test/1");
  EXPECT_EQ(changing.totals().changes, 1u);
  EXPECT_EQ(changing.totals().requests, web_.times("http://a.test/1"));
  EXPECT_GT(changing.totals().requests, 20u);
  EXPECT_EQ(history("http://a.test/").totals().changes, 0u);
  const store::PageState state = page("http://a.test/1");
  EXPECT_EQ(state.result, VisitResult::kUnchanged);
  EXPECT_GT(state.last_change, kStart + Duration::hours(5));
  EXPECT_LT(state.last_change, kStart + Duration::hours(6));
}

TEST_F(Revisits, ConditionsAreSentAndNotModifiedIsAccepted) {
  web_.set("http://a.test/", tagged("v1", "<p>text</p>"));
  at(Duration::hours(10), [&] { web_.set("http://a.test/", tagged("v2", "<p>other</p>")); });
  run_for(Duration::days(1));
  const auto requests = web_.requests_for("http://a.test/");
  ASSERT_GT(requests.size(), 20u);
  EXPECT_EQ(requests[0].header("If-None-Match"), "");
  EXPECT_EQ(requests[1].header("If-None-Match"), "\"v1\"");
  EXPECT_EQ(requests.back().header("If-None-Match"), "\"v2\"");
  EXPECT_EQ(page("http://a.test/").result, VisitResult::kUnchanged);
  EXPECT_EQ(page("http://a.test/").etag, "\"v2\"");
  EXPECT_EQ(history("http://a.test/").totals().successes, requests.size());
  EXPECT_EQ(history("http://a.test/").totals().changes, 1u);
}

TEST_F(Revisits, ConditionsAreKeptOverARestart) {
  web_.set("http://a.test/", tagged("v1", "<p>text</p>"));
  run_for(Duration::hours(1));
  const size_t before = web_.times("http://a.test/");
  run_for(Duration::hours(1));
  EXPECT_EQ(web_.requests_for("http://a.test/")[before].header("If-None-Match"), "\"v1\"");
}

TEST_F(Revisits, ContinueTheHistoryOfACollection) {
  web_.set("http://a.test/", links({"/1"}));
  web_.set("http://a.test/1", links({}));
  const auto run_options = options_.run;
  options_.run.reset();
  run();
  EXPECT_EQ(history("http://a.test/1").totals().requests, 1u);
  options_.run = run_options;
  for (int i = 0; i < 3; ++i) {
    const uint32_t before = history("http://a.test/1").totals().requests;
    run_for(Duration::hours(10));
    EXPECT_GT(history("http://a.test/1").totals().requests, before + 30);
  }
  EXPECT_EQ(history("http://a.test/1").totals().requests, web_.times("http://a.test/1"));
}

TEST_F(Revisits, PageThatChangesOftenIsVisitedMoreOftenThanOnesThatNeverDo) {
  std::vector<std::string> hrefs = {"/news"};
  for (int i = 0; i < 20; ++i) {
    hrefs.push_back("/" + std::to_string(i));
    web_.set("http://a.test" + hrefs.back(), links({}));
  }
  web_.set("http://a.test/", links(hrefs));
  web_.set("http://a.test/news", changing_every(Duration::hours(5)));
  options_.run->requests_per_second = 0.002;
  run_for(Duration::days(30));
  EXPECT_GT(web_.times("http://a.test/news"), 4 * web_.times("http://a.test/7"));
  EXPECT_GT(history("http://a.test/news").totals().changes, 80u) << "of 144";
}

TEST_F(Revisits, PagesThatManyLinkToAreVisitedMoreOften) {
  std::vector<std::string> all;
  for (int i = 1; i <= 9; ++i) all.push_back("/" + std::to_string(i));
  web_.set("http://a.test/", links(all));
  for (const std::string& one : all) {
    web_.set("http://a.test" + one,
             links(one == "/1" ? std::vector<std::string>() : std::vector{all[0]}));
  }
  options_.collection.refresh.policy = "importance-order";
  run_for(Duration::days(1));
  const size_t before_1 = web_.times("http://a.test/1");
  const size_t before_5 = web_.times("http://a.test/5");
  run_for(Duration::days(3));
  EXPECT_GT(web_.times("http://a.test/1") - before_1,
            (web_.times("http://a.test/5") - before_5) * 5 / 4);
}

TEST_F(Revisits, NeitherNewPagesNorKnownOnesStarve) {
  std::vector<std::string> all;
  for (int i = 0; i < 400; ++i) {
    all.push_back("/" + std::to_string(i));
    web_.set("http://a.test" + all.back(), links({}));
  }
  web_.set("http://a.test/", links(all));
  options_.run->division.known_share = 0.5;
  const crawl::Progress progress = run_for(Duration::hours(10));
  ASSERT_GT(progress.waiting, 0u) << "there was enough that is new";
  const auto fresh = static_cast<double>(progress.outcomes.at(collection::Event::kNew));
  const auto known = static_cast<double>(progress.outcomes.at(collection::Event::kUnchanged));
  EXPECT_NEAR(known / (fresh + known), 0.5, 0.02);
}

// Pages that are rarely worth a request do not use up the budget, with the default floor.
TEST_F(Revisits, PagesBelowTheGainFloorAreVisitedOnceADay) {
  web_.set("http://a.test/", links({"/1", "/2"}));
  web_.set("http://a.test/1", links({}));
  web_.set("http://a.test/2", links({}));
  options_.collection.refresh.floor = refresh::GainFloor();
  at(Duration::days(29), [&] {
    EXPECT_GT(status_now().below_floor, 0u);
    EXPECT_EQ(why("http://a.test/1").obstacle.kind, collection::Obstacle::Kind::kGain);
  });
  run_for(Duration::days(30));
  const auto gaps = web_.gaps_of("http://a.test/1");
  ASSERT_GT(gaps.size(), 20u);
  EXPECT_LT(gaps.size(), 60u);
  EXPECT_NEAR(gaps.back().in_days(), 1, 0.02);
}

TEST_F(Revisits, ChangesAreKeptInTheirOrder) {
  web_.set("http://a.test/", html("<p>one</p>"));
  at(Duration::hours(5), [&] { web_.set("http://a.test/", html("<p>two</p>")); });
  at(Duration::hours(10), [&] { web_.set("http://a.test/", status(404)); });
  at(Duration::hours(15), [&] { web_.set("http://a.test/", html("<p>two</p>")); });
  run_for(Duration::hours(20));
  EXPECT_EQ(changes("http://a.test/"),
            (std::vector{Kind::kNew, Kind::kChanged, Kind::kGone, Kind::kBack}));
}

TEST_F(Revisits, ChangesAreReportedOnceAndInOrder) {
  web_.set("http://a.test/", changing_every(Duration::hours(3)));
  std::vector<store::Change> reported;
  collection::ChangesQuery next{.most = 2, .settled = true};
  every(Duration::minutes(30), [&] {
    if (!is_running()) return;
    const auto report = query<collection::ChangesReport>(next);
    for (const auto& line : report.changes) reported.push_back(line.change);
    next.from = report.next;
  });
  at(Duration::days(2), [&] {
    const auto all = query<collection::ChangesReport>(collection::ChangesQuery{});
    ASSERT_GT(all.changes.size(), 14u);
    EXPECT_FALSE(all.more);
    ASSERT_EQ(reported.size(), all.changes.size());
    for (size_t i = 0; i < reported.size(); ++i) EXPECT_EQ(reported[i], all.changes[i].change);
  });
  run_for(Duration::days(2) + Duration::minutes(1));
}

TEST_F(Revisits, ChangesAreDeletedAfterNinetyDays) {
  web_.set("http://a.test/", links({}));
  run_for(Duration::hours(1));
  pass(Duration::days(50));
  run_for(Duration::hours(1));
  EXPECT_EQ(changes("http://a.test/").size(), 1u);
  pass(Duration::days(41));
  run_for(Duration::hours(1));
  EXPECT_EQ(changes("http://a.test/").size(), 0u);
}

TEST_F(Revisits, ChangesAreNotDeletedAtOnceAfterALongPause) {
  web_.set("http://a.test/", links({}));
  run_for(Duration::hours(1));
  pass(Duration::days(400));  // the clock may be wrong, and be set right soon
  run_for(Duration::minutes(50));
  EXPECT_EQ(changes("http://a.test/").size(), 1u);
}

TEST_F(Revisits, HostThatWasDownLosesNoPageAndIsVisitedAgain) {
  web_.set("http://a.test/", links({"/1"}));
  web_.set("http://a.test/1", links({}));
  at(Duration::hours(10), [&] { web_.instead("http://a.test", status(500)); });
  at(Duration::hours(34), [&] { web_.as_before("http://a.test"); });
  run_for(Duration::days(4));
  for (const char* url : {"http://a.test/", "http://a.test/1"}) {
    EXPECT_EQ(page(url).result, VisitResult::kUnchanged) << url;
    EXPECT_EQ(page(url).failures, 0) << url;
    EXPECT_GT(history(url).totals().requests, history(url).totals().successes) << url;
    EXPECT_EQ(history(url).totals().changes, 0u) << url;
    EXPECT_EQ(changes(url), (std::vector{Kind::kNew})) << url;
  }
}

TEST_F(Revisits, PageThatDiffersAtEveryVisitIsRecognisedAsVolatile) {
  web_.set("http://a.test/", [](const Hit& hit) {
    return html("<p>a long and steady text</p><p>that stays the same</p><p>advert " +
                std::string(hit.number % 2 == 0 ? "for soap" : "for tea") + "</p><p>the end</p>");
  });
  run_for(Duration::days(1));
  EXPECT_GT(history("http://a.test/").totals().requests, 100u);
  EXPECT_LT(history("http://a.test/").totals().changes, 8u) << "an advert is no change";
}

// Returns a text that has little in common with that of another number.
std::string paragraphs(uint64_t seed) {
  std::string text;
  for (int i = 0; i < 20; ++i) {
    text += "<p>";
    for (int word = 0; word < 8; ++word) {
      seed = seed * 6'364'136'223'846'793'005 + 1'442'695'040'888'963'407;
      text += std::to_string(seed >> 32) + " ";
    }
    text += "</p>";
  }
  return text;
}

// The page alternates between contents that it has had before: it gets only a part of the budget,
// and real changes are found.
TEST_F(Revisits, PageThatAlternatesBetweenTwoContentsDoesNotUseUpTheBudget) {
  std::vector<std::string> all = {"/flip"};
  for (int i = 1; i <= 8; ++i) {
    all.push_back("/" + std::to_string(i));
    web_.set("http://a.test" + all.back(), links({"/"}));
  }
  web_.set("http://a.test/", links(all));
  web_.set("http://a.test/flip",
           [](const Hit& hit) { return html(paragraphs(1 + hit.number % 2)); });
  options_.run->requests_per_second = 0.005;
  options_.collection.importance = collection::Importance::kEqual;
  const Duration news = Duration::hours(60);
  at(news, [&] { web_.set("http://a.test/flip", html(paragraphs(3))); });
  run_for(Duration::days(4));
  const size_t flips = web_.times("http://a.test/flip");
  EXPECT_GT(flips, 30u);
  EXPECT_LT(flips, web_.count() / 2);
  for (const std::string& path : all) EXPECT_GT(web_.times("http://a.test" + path), 5u) << path;
  EXPECT_LT(history("http://a.test/flip").totals().changes, flips / 4)
      << "it changes its mind, not its content";
  const Duration seen = page("http://a.test/flip").last_change.value() - (kStart + news);
  EXPECT_GT(seen, Duration());
  EXPECT_LT(seen, Duration::hours(5)) << "what is new in the end was seen late";
}

TEST_F(Revisits, SeedsThatAnswerAfterAWhileAreCollected) {
  const Answer reset = Answer(fetch::ConnectionLost{"reset"});
  web_.set("http://a.test/robots.txt", {reset, reset, status(404)});
  web_.set("http://a.test/", {status(503), status(503), links({"/1"})});
  web_.set("http://a.test/1", links({}));
  EXPECT_EQ(run_for(Duration::hours(3)).known, 2u);
  EXPECT_GT(web_.times("http://a.test/1"), 3u);
}

// A worker's result is older than the engine's last event. This does not count as a clock that was
// set back, and the intervals of a page do not depend on how many other pages are found meanwhile.
TEST_F(Revisits, FindingManyPagesBringsNoVisitForward) {
  std::vector<std::string> all;
  for (int i = 0; i < 1'000; ++i) {
    all.push_back("/" + std::to_string(i));
    web_.set("http://a.test" + all.back(), links({}));
  }
  web_.set("http://a.test/", links(all));
  options_.collection.refresh.policy = "nutch-adaptive-1d";
  options_.run->requests_per_second = 10;
  options_.politeness.per_host = options_.politeness.per_address = 32;
  options_.politeness.delay = Duration::milliseconds(10);
  run_for(Duration::hours(30));
  const auto gaps = web_.gaps_of("http://a.test/");
  ASSERT_GE(gaps.size(), 1u);
  EXPECT_GE(gaps[0], Duration::days(1));
  EXPECT_LE(gaps[0], Duration::days(1) + Duration::minutes(5));
}

class Pings : public Revisits {
 protected:
  Pings() {
    web_.set("http://a.test/", links({"/1", "/2"}));
    web_.set("http://a.test/1", links({}));
    web_.set("http://a.test/2", links({}));
    web_.set("http://a.test/unknown", links({}));
    options_.run->requests_per_second = 1.0 / 600;
    options_.collection.refresh.floor = refresh::GainFloor();
  }
  collection::PingReport ping(const std::string& url, std::optional<Instant> changed = {}) {
    return query<collection::PingReport>(collection::Ping{{url}, changed});
  }
};

TEST_F(Pings, ThatAreTrueCauseAnEarlierVisit) {
  int number = 0;
  std::vector<Duration> pings;
  every(Duration::hours(26), [&] {
    if (!is_running()) return;
    web_.set("http://a.test/1", html("<p>version " + std::to_string(++number) + " of this</p>"));
    EXPECT_EQ(ping("http://a.test/1").announced, 1u);
    pings.push_back(elapsed());
  });
  run_for(Duration::days(30));
  const auto requests = web_.requests_for("http://a.test/1");
  size_t soon = 0;
  for (const Duration time : pings) {
    for (const auto& one : requests) {
      soon += one.at > time && one.at < time + Duration::minutes(21) ? 1 : 0;
    }
  }
  EXPECT_GT(pings.size(), 25u);
  EXPECT_GE(soon + 1, pings.size());
  EXPECT_EQ(changes("http://a.test/1").size(), pings.size() + 1);
}

TEST_F(Pings, OfAPageThatIsNotKnownAdmitsIt) {
  at(Duration::hours(1), [&] {
    EXPECT_EQ(ping("http://a.test/unknown").queued, 1u);
    EXPECT_EQ(ping("http://a.test/unknown").ignored.size(), 1u) << "it waits already";
  });
  run_for(Duration::hours(2));
  EXPECT_NE(page("http://a.test/unknown").last_success, std::nullopt);
}

TEST_F(Pings, OutsideTheScopeOrInvalidAreIgnoredWithAReason) {
  at(Duration::hours(1), [&] {
    const auto report = query<collection::PingReport>(
        collection::Ping{{"http://elsewhere.test/", "mailto:x@a.test", "http://["}, {}});
    EXPECT_EQ(report.announced + report.queued, 0u);
    ASSERT_EQ(report.ignored.size(), 3u);
    EXPECT_EQ(report.ignored[0].why, "it is outside the scope");
  });
  run_for(Duration::hours(2));
  EXPECT_EQ(web_.count("http://elsewhere.test"), 0u);
}

TEST_F(Pings, AreAcceptedForKnownNewAndAbsentPages) {
  web_.set("http://a.test/2", status(404));
  at(Duration::hours(10), [&] {
    EXPECT_EQ(web_.times("http://a.test/2"), 1u);
    const auto report = query<collection::PingReport>(
        collection::Ping{{"http://a.test/1#part", "http://a.test/2", "http://a.test/unknown"}, {}});
    EXPECT_EQ(report.announced, 2u);
    EXPECT_EQ(report.queued, 1u);
    EXPECT_TRUE(report.ignored.empty());
  });
  run_for(Duration::hours(12));
  EXPECT_GE(web_.times("http://a.test/unknown"), 1u);
  EXPECT_EQ(web_.times("http://a.test/2"), 2u);
}

TEST_F(Pings, OfAnAbsentPageBringItBack) {
  web_.set("http://a.test/1", status(404));
  at(Duration::days(20), [&] {
    web_.set("http://a.test/1", links({}));
    EXPECT_EQ(ping("http://a.test/1").announced, 1u);
  });
  run_for(Duration::days(20) + Duration::hours(1));
  EXPECT_NE(page("http://a.test/1").last_success, std::nullopt);
}

TEST_F(Pings, WithATimeInTheFutureCountAsOfNow) {
  at(Duration::days(10), [&] {
    web_.set("http://a.test/1", html("<p>new</p>"));
    ping("http://a.test/1", now() + Duration::days(1'000));
  });
  run_for(Duration::days(11));
  EXPECT_EQ(history("http://a.test/1").totals().changes, 1u);
}

TEST_F(Pings, AreAcceptedInAPauseAndServedAfterIt) {
  at(Duration::days(1), [&] { execute(collection::Pause{}); });
  at(Duration::days(2), [&] {
    EXPECT_EQ(ping("http://a.test/unknown").queued, 1u);
    EXPECT_EQ(ping("http://a.test/1").announced, 1u);
  });
  at(Duration::days(3), [&] {
    EXPECT_EQ(web_.times("http://a.test/unknown"), 0u);
    execute(collection::Resume{});
  });
  run_for(Duration::days(4));
  EXPECT_GE(web_.times("http://a.test/unknown"), 1u);
}

}  // namespace
}  // namespace freshet::test
