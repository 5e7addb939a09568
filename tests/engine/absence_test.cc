// Tests of pages that are gone: the evidence, when they leave the collection, and how they come
// back; and of sites that answer 200 where there is no page.
#include "clock/civil.h"
#include "collection/site_profile.h"
#include "engine/engine_world.h"

namespace freshet::test {
namespace {

using change::Outcome;
using store::VisitResult;

class Absence : public EngineWorld {
 protected:
  Absence() {
    run_without_end(0.005);
    options_.collection.refresh.policy = "uniform";
  }
};

TEST_F(Absence, EachKindOfAbsenceIsRecorded) {
  web_.set("http://a.test/", links({"/1"}));
  web_.set("http://a.test/1", {html("<p>there</p>"), status(404), redirect("/2"), status(500),
                               status(410), html("<p>there</p>")});
  std::vector<Outcome> first_six;
  every(Duration::minutes(1), [&] {
    if (!has_page("http://a.test/1") || page("http://a.test/1").history.empty()) return;
    const auto seen = outcomes("http://a.test/1");
    if (seen.size() == 6) first_six = seen;
  });
  run_for(Duration::hours(12));
  EXPECT_EQ(first_six, (std::vector{Outcome::kSuccess, Outcome::kGone, Outcome::kRedirected,
                                    Outcome::kFailed, Outcome::kGone, Outcome::kSuccess}));
  EXPECT_EQ(changes("http://a.test/1"), (std::vector{Kind::kNew, Kind::kGone, Kind::kBack}));
  EXPECT_EQ(page("http://a.test/1").gone_since, std::nullopt);
}

TEST_F(Absence, PageLeavesAfterThreeVisitsInSevenDaysAndComesBack) {
  web_.set("http://a.test/", links({"/1"}));
  web_.set("http://a.test/1", {html("<p>there</p>"), status(404)});
  at(Duration::days(6), [&] {
    EXPECT_NE(page("http://a.test/1").gone_since, std::nullopt);
    EXPECT_EQ(page("http://a.test/1").left, std::nullopt)
        << "often visited, and not gone for long enough";
    EXPECT_EQ(status_now().gone, 1u);
  });
  at(Duration::days(9), [&] {
    EXPECT_NE(page("http://a.test/1").left, std::nullopt);
    EXPECT_EQ(status_now().left, 1u);
    EXPECT_EQ(why("http://a.test/1").standing, collection::Standing::kLeft);
  });
  run_for(Duration::days(60));
  EXPECT_EQ(changes("http://a.test/1"), (std::vector{Kind::kNew, Kind::kGone, Kind::kLeft}));
  EXPECT_EQ(logged("a page has left the collection"), 1u);
  const store::PageState left = page("http://a.test/1");
  const Duration gone = left.left.value() - left.gone_since.value();
  EXPECT_GE(gone, Duration::days(7));
  EXPECT_LE(gone, Duration::days(7) + Duration::hours(1));
  // It is visited again after as long as it has been absent, at most a month.
  const auto requests = web_.requests_for("http://a.test/1");
  std::vector<Duration> rare;
  for (size_t i = 1; i < requests.size(); ++i) {
    if (requests[i].time > *left.left) rare.push_back(requests[i].at - requests[i - 1].at);
  }
  ASSERT_GE(rare.size(), 2u);
  EXPECT_LE(rare.size(), 4u);
  for (const Duration gap : rare) {
    EXPECT_GE(gap, Duration::days(7));
    EXPECT_LE(gap, Duration::days(31));
  }

  web_.set("http://a.test/1", html("<p>there once more</p>"));
  run_for(Duration::days(31));
  EXPECT_EQ(page("http://a.test/1").left, std::nullopt);
  EXPECT_EQ(changes("http://a.test/1").back(), Kind::kBack);
}

TEST_F(Absence, ThreeVisitsAreNeededHoweverManyDaysPass) {
  web_.set("http://a.test/", links({"/1"}));
  web_.set("http://a.test/1", {html("<p>there</p>"), status(404), status(404), html("there")});
  run_for(Duration::minutes(11));
  EXPECT_EQ(web_.times("http://a.test/1"), 1u);
  options_.run->requests_per_second = 1.0 / 86'400 / 5;  // each of two every ten days
  options_.robots_lifetime = Duration::days(1'000);
  run_for(Duration::days(50));
  EXPECT_EQ(page("http://a.test/1").left, std::nullopt);
  EXPECT_EQ(changes("http://a.test/1"), (std::vector{Kind::kNew, Kind::kGone, Kind::kBack}));
}

TEST_F(Absence, LeavingIsASetting) {
  web_.set("http://a.test/", links({"/1"}));
  web_.set("http://a.test/1", {html("<p>there</p>"), status(404)});
  options_.collection.leaving = {.visits = 10, .after = Duration()};
  run_for(Duration::days(3));
  EXPECT_NE(page("http://a.test/1").left, std::nullopt);
  EXPECT_EQ(web_.times("http://a.test/1"), 13u) << "once, ten times, and after a day and two";
}

TEST_F(Absence, PageThatIsNotThereAtItsFirstVisitIsVisitedAgainAfterADay) {
  web_.set("http://a.test/", links({"/gone", "/moved", "/broken", "/secret"}));
  web_.set("http://a.test/gone", {status(404), html("<p>here it is</p>")});
  web_.set("http://a.test/moved", {redirect("/"), html("<p>here it is too</p>")});
  web_.set("http://a.test/broken", {status(500), status(500), status(500), html("<p>repaired")});
  web_.set("http://a.test/secret", {status(403), html("<p>open now")});
  options_.run->requests_per_second = 0.02;
  run_for(Duration::hours(23));
  const std::vector<std::string> urls = {"http://a.test/gone", "http://a.test/moved",
                                         "http://a.test/broken", "http://a.test/secret"};
  for (const std::string& url : urls) {
    EXPECT_EQ(page(url).last_success, std::nullopt) << url;
    EXPECT_EQ(web_.times(url), url.ends_with("broken") ? 3u : 1u) << url;
  }
  run_for(Duration::hours(5));
  for (const std::string& url : urls) {
    EXPECT_NE(page(url).last_success, std::nullopt) << url;
    EXPECT_EQ(changes(url).front(), Kind::kNew) << url;
  }
}

TEST_F(Absence, NewerDateInASitemapBringsAPageForward) {
  web_.set("http://a.test/robots.txt", plain_text("Sitemap: http://a.test/sitemap.xml\n"));
  web_.set("http://a.test/sitemap.xml", sitemap({{"http://a.test/1", "2020-01-01"}}));
  web_.set("http://a.test/", links({}));
  web_.set("http://a.test/1", status(404));
  at(Duration::hours(10), [&] {
    EXPECT_EQ(web_.times("http://a.test/1"), 1u);
    web_.set("http://a.test/1", html("<p>new"));
    web_.set("http://a.test/sitemap.xml", sitemap({{"http://a.test/1", format_iso8601(now())}}));
  });
  run_for(Duration::hours(14));
  EXPECT_NE(page("http://a.test/1").last_success, std::nullopt);
}

TEST_F(Absence, SiteThatAnswersGoneForAllPagesLosesNothing) {
  std::vector<std::string> urls = {"http://a.test/"};
  std::vector<std::string> paths;
  for (int i = 1; i <= 12; ++i) {
    paths.push_back("/" + std::to_string(i));
    urls.push_back("http://a.test" + paths.back());
    web_.set(urls.back(), links({}));
  }
  web_.set("http://a.test/", links(paths));
  // A deployment fails for longer than the time after which pages leave.
  at(Duration::days(2), [&] { web_.instead("http://a.test", status(404)); });
  at(Duration::days(14), [&] { web_.as_before("http://a.test"); });
  run_for(Duration::days(13));
  EXPECT_NE(collection::SiteProfile::decode(site("http://a.test").learned).presence.none_since,
            std::nullopt);
  int told_gone = 0;
  for (const std::string& url : urls) {
    EXPECT_EQ(page(url).left, std::nullopt) << url;
    told_gone += changes(url).back() == Kind::kGone ? 1 : 0;
  }
  EXPECT_LT(told_gone, 8) << "those before it was noticed";
  run_for(Duration::days(8));
  for (const std::string& url : urls) {
    EXPECT_EQ(page(url).gone_since, std::nullopt) << url;
    EXPECT_EQ(outcomes(url).back(), Outcome::kSuccess) << url;
  }
}

constexpr char kSorry[] =
    "<title>Oops</title><p>The page that you asked for is not on this server. It may have moved, "
    "or it may never have been here. Please go back to where you came from, or begin at the front "
    "page. Our search knows all that we have. If this is a mistake, write to us.</p>";
constexpr char kOne[] = "<title>One</title><p>The first text of this site.</p>";
constexpr char kTwo[] = "<title>Two</title><p>Another text, about bees.</p>";

// A site that answers every request with 200.
class Soft404 : public Absence {
 protected:
  Soft404() {
    web_.set("http://a.test/", html("<title>Front</title><p>Welcome to all of this.</p>"
                                    "<a href=/1>x</a><a href=/2>x</a><a href=/same>x</a>"));
    web_.set("http://a.test/1", html(kOne));
    web_.set("http://a.test/2", html(kTwo));
    web_.set("http://a.test/same", html(kTwo));
    web_.otherwise([](const Hit& hit) {
      const bool is_robots = hit.request.url.request_target() == "/robots.txt";
      return is_robots ? status(404) : html(kSorry);
    });
  }
  size_t probes() const {
    size_t count = 0;
    for (const auto& requests : web_.requests()) {
      count += requests.url.find("no-such-page") != std::string::npos ? 1 : 0;
    }
    return count;
  }
};

TEST_F(Soft404, PageThatAnswersLikeAMissingPageIsGone) {
  at(Duration::hours(10), [&] {
    EXPECT_EQ(probes(), 1u) << "since two pages are the same";
    EXPECT_EQ(page("http://a.test/same").result, VisitResult::kDuplicate);
    web_.set("http://a.test/1", html(kSorry));
  });
  at(Duration::hours(20), [&] {
    const store::PageState gone = page("http://a.test/1");
    EXPECT_EQ(gone.result, VisitResult::kSoftGone);
    EXPECT_EQ(gone.http_status, 200);
    EXPECT_EQ(gone.title, "One") << "the copy stays";
    EXPECT_NE(gone.gone_since, std::nullopt);
    EXPECT_EQ(outcomes("http://a.test/1").back(), Outcome::kSoftGone);
    EXPECT_EQ(changes("http://a.test/1"), (std::vector{Kind::kNew, Kind::kGone}));
    EXPECT_EQ(page("http://a.test/same").gone_since, std::nullopt) << "an honest duplicate";
    EXPECT_EQ(probes(), 1u);
    web_.set("http://a.test/1", html(kOne));
  });
  run_for(Duration::hours(30));
  EXPECT_EQ(changes("http://a.test/1"), (std::vector{Kind::kNew, Kind::kGone, Kind::kBack}));
}

TEST_F(Soft404, WholeAnswerIsArchivedAndThePageLeavesLikeOthers) {
  at(Duration::hours(10), [&] { web_.set("http://a.test/1", html(kSorry)); });
  run_for(Duration::days(9));
  EXPECT_EQ(archived().at("http://a.test/1").body, kSorry);
  EXPECT_NE(page("http://a.test/1").left, std::nullopt);
}

TEST_F(Soft404, SoftNotFoundAtTheFirstVisitIsNotCollected) {
  web_.set("http://a.test/2",
           html("<title>Two</title><p>Text.</p><a href=/none>x</a><a href=/no>x</a>"));
  run_for(Duration::hours(10));
  // The first page raises no suspicion, the second has its content.
  EXPECT_EQ(page("http://a.test/no").result, VisitResult::kSoftGone);
  EXPECT_EQ(page("http://a.test/no").last_success, std::nullopt);
}

TEST_F(Soft404, PagesMayLookAlikeIfMissingPagesAnswer404) {
  web_.otherwise(status(404));
  at(Duration::hours(10), [&] { web_.set("http://a.test/1", html(kTwo)); });
  run_for(Duration::hours(20));
  EXPECT_EQ(probes(), 1u);
  EXPECT_EQ(page("http://a.test/1").gone_since, std::nullopt);
  EXPECT_EQ(page("http://a.test/1").result, VisitResult::kDuplicate);
}

TEST_F(Soft404, SiteThatSendsOnePageForAllRequestsLosesNone) {
  const auto shell = [](const std::string& version) {
    return [version](const Hit& hit) {
      if (hit.request.url.request_target() == "/robots.txt") return status(404);
      return html("<title>App</title><p>This site needs scripts.</p><script src=" + version +
                  "></script><a href=/1>x</a><a href=/2>x</a>");
    };
  };
  web_.otherwise(shell("v1"));
  web_.instead("http://a.test", shell("v1"));
  at(Duration::days(2), [&] { web_.instead("http://a.test", shell("v2")); });
  run_for(Duration::days(4));
  for (const char* url : {"http://a.test/", "http://a.test/1", "http://a.test/2"}) {
    EXPECT_EQ(page(url).gone_since, std::nullopt) << url;
    EXPECT_NE(page(url).last_success, std::nullopt) << url;
  }
}

TEST_F(Soft404, ProbeIsNotSentIfRobotsTxtForbidsIt) {
  web_.set("http://a.test/robots.txt", plain_text("User-agent: *\nDisallow: /no-such\n"));
  run_for(Duration::days(2));
  EXPECT_EQ(probes(), 0u);
}

TEST_F(Soft404, ProbeThatFailsIsNotSentAgainAndAgain) {
  web_.otherwise([](const Hit& hit) {
    return hit.request.url.request_target() == "/robots.txt" ? status(404) : status(500);
  });
  run_for(Duration::hours(20));
  EXPECT_EQ(probes(), 1u);
  EXPECT_EQ(page("http://a.test/same").result, VisitResult::kDuplicate);
}

TEST_F(Soft404, DuplicateIsCountedOnce) {
  EXPECT_EQ(run_for(Duration::days(1)).duplicates, 1u);
}

}  // namespace
}  // namespace freshet::test
