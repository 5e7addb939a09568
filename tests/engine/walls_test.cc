// Tests of sites that answer with a challenge or block page instead of their pages.
#include "collection/site_profile.h"
#include "engine/engine_world.h"

namespace freshet::test {
namespace {

using collection::Obstacle;
using store::VisitResult;

constexpr char kChallenge[] =
    "<title>Just a moment...</title><p>Checking your browser</p>"
    "<script>window._cf_chl_opt={}</script>";
// The page has no mark by which it could be recognised.
constexpr char kBlockPage[] =
    "<title>Notice</title><p>Dear visitor, please come back later, when there is less to do.</p>";
constexpr int kPages = 8;
constexpr char kSite[] = "http://a.test";

class Walls : public EngineWorld {
 protected:
  Walls() {
    std::vector<std::string> hrefs;
    for (int i = 1; i < kPages; ++i) hrefs.push_back("/" + std::to_string(i));
    web_.set("http://a.test/", links(hrefs));
    for (int i = 1; i < kPages; ++i) web_.set(url(i), own(i));
    run_without_end(0.01);
    options_.collection.refresh.policy = "uniform";
  }
  static fetch::Reply own(int i) {
    const std::string name = "Page " + std::to_string(i);
    return html("<title>" + name + "</title><p>What " + name +
                " says of itself: " + std::string(20 * i, static_cast<char>('a' + i)) + "</p>");
  }
  static std::string url(int i) { return "http://a.test/" + (i == 0 ? "" : std::to_string(i)); }

  // The number of changes except for new pages.
  size_t count_changes() const {
    size_t count = 0;
    for (const auto& [url, page] : pages()) count += changes(url).size();
    return count - pages().size();
  }
  // Expects that every page has its previous copy, with its own content.
  void expect_own_copies() {
    for (int i = 1; i < kPages; ++i) {
      const store::PageState one = page(url(i));
      EXPECT_EQ(one.title, "Page " + std::to_string(i));
      EXPECT_NE(one.last_success, std::nullopt);
      EXPECT_EQ(one.gone_since, std::nullopt);
      EXPECT_FALSE(one.duplicate_of);
    }
    EXPECT_EQ(count_changes(), 0u);
  }
  size_t requests_between(Duration from, Duration until) const {
    size_t count = 0;
    for (const auto& one : web_.requests(kSite)) count += one.at > from && one.at <= until ? 1 : 0;
    return count;
  }
};

struct Wall {
  const char* name;
  Answer answer;
  const char* words;
};

class WallsOfKind : public Walls, public testing::WithParamInterface<Wall> {};

TEST_P(WallsOfKind, AreNeitherContentNorChangeAndDelayTheSite) {
  run_for(Duration::days(1));
  const std::map<std::string, store::PageState> before = pages();
  web_.instead(kSite, GetParam().answer);
  at(Duration::hours(30), [&] {
    const collection::StatusReport status = status_now();
    EXPECT_EQ(status.sites.walled, 1u);
    ASSERT_EQ(status.walled.size(), 1u);
    EXPECT_EQ(status.walled[0].site, kSite);
    EXPECT_EQ(status.walled[0].wall->words(), GetParam().words);
    EXPECT_NE(why(url(1)).words.find(std::string("its site answers with ") + GetParam().words),
              std::string::npos);
    EXPECT_EQ(status.walled[0].obstacle.kind, Obstacle::Kind::kBackOff);
  });
  run_for(Duration::days(1));
  run_for(Duration::days(1));  // a restart in between
  expect_own_copies();
  for (const auto& [url, page] : pages()) {
    EXPECT_EQ(page.content, before.at(url).content) << url;
    EXPECT_EQ(page.archived, before.at(url).archived) << url;
  }
  // Several requests until the wall is recognised, then after ten minutes, and more and more
  // rarely.
  EXPECT_LE(requests_between(Duration::days(1), Duration::days(2)), 20u);
  EXPECT_LE(requests_between(Duration::days(2), Duration::days(3)), 5u);
  EXPECT_GE(requests_between(Duration::days(2), Duration::days(3)), 1u);
  EXPECT_EQ(logged("a site answers with a challenge or block page"), 1u);

  web_.as_before(kSite);
  run_for(Duration::days(3));
  expect_own_copies();
  EXPECT_EQ(logged("a site answers with its pages again"), 1u);
  EXPECT_GT(requests_between(Duration::days(5), Duration::days(6)), 800u);
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, WallsOfKind,
    testing::Values(Wall{"Challenge", html(kChallenge), "a Cloudflare challenge"},
                    Wall{"RefusedChallenge", status(403, "cf-mitigated: challenge\r\n"),
                         "a Cloudflare challenge"},
                    Wall{"OneContent", html(kBlockPage), "one and the same content for all pages"}),
    [](const auto& test) { return test.param.name; });

// The page that turned first is among those that are new in this run.
TEST_F(Walls, DoNotRemoveCopiesOfEarlierRuns) {
  at(Duration::days(1), [&] { web_.instead(kSite, html(kBlockPage)); });
  run_for(Duration::days(2));
  expect_own_copies();
}

TEST_F(Walls, RedirectToAConsentPageIsNoContentEither) {
  // Each page redirects to a consent page with its own return address.
  at(Duration::days(1), [&] {
    for (int i = 1; i < kPages; ++i) {
      web_.set(url(i), redirect("http://consent.test/?to=" + url(i)));
    }
  });
  EXPECT_GT(run_for(Duration::days(3)).outcomes[collection::Event::kBlocked], 1u);
  expect_own_copies();
}

TEST_F(Walls, NewPageThatWasRecordedBeforeTheWallWasKnownLosesItsContent) {
  at(Duration::days(1), [&] {
    web_.set("http://a.test/", links({"/1", "/2", "/3", "/4", "/5", "/6", "/7", "/new"}));
    web_.set("http://a.test/new", html(kBlockPage));
  });
  at(Duration::days(2), [&] {
    EXPECT_EQ(why("http://a.test/new").standing, collection::Standing::kKept);
    web_.instead(kSite, html(kBlockPage));
  });
  at(Duration::days(3), [&] {
    EXPECT_EQ(status_now().sites.walled, 1u);
    EXPECT_EQ(why("http://a.test/new").standing, collection::Standing::kVisited);
  });
  run_for(Duration::days(4));
  const store::PageState lost = page("http://a.test/new");
  EXPECT_EQ(lost.result, VisitResult::kBlocked);
  EXPECT_EQ(lost.last_success, std::nullopt);
  EXPECT_EQ(lost.title, "");

  web_.as_before(kSite);
  web_.set("http://a.test/new", own(kPages));
  run_for(Duration::days(40));
  EXPECT_EQ(page("http://a.test/new").title, "Page 8");
}

TEST_F(Walls, SiteWithAWallFromTheFirstPagesOnIsCollectedLater) {
  at(Duration::minutes(4), [&] { web_.instead(kSite, html(kChallenge)); });
  at(Duration::hours(1), [&] { EXPECT_EQ(status_now().sites.walled, 1u); });
  at(Duration::days(2), [&] {
    for (const auto& [url, page] : pages()) EXPECT_NE(page.title, "Just a moment...") << url;
    web_.as_before(kSite);
  });
  EXPECT_GT(run_for(Duration::days(8)).outcomes[collection::Event::kBlocked], 0u);
  expect_own_copies();
}

// These must not be taken for a wall.

TEST_F(Walls, PagesThatAreAllAlikeFromTheFirstAreCollected) {
  for (int i = 1; i < kPages; ++i) web_.set(url(i), html(kBlockPage));
  at(Duration::hours(20), [&] { EXPECT_EQ(status_now().sites.walled, 0u); });
  EXPECT_EQ(run_for(Duration::days(1)).outcomes[collection::Event::kBlocked], 0u);
}

TEST_F(Walls, ChangeOfAllPagesIsNoWall) {
  at(Duration::days(1), [&] {
    for (int i = 1; i < kPages; ++i) web_.set(url(i), own(i + 10));
  });
  EXPECT_EQ(run_for(Duration::days(2)).outcomes[collection::Event::kBlocked], 0u);
  EXPECT_EQ(page(url(1)).title, "Page 11");
  EXPECT_EQ(count_changes(), static_cast<size_t>(kPages - 1));
}

TEST_F(Walls, SectionThatShowsOneNoticeIsNoWall) {
  at(Duration::days(1), [&] {
    for (int i = 1; i < 4; ++i) web_.set(url(i), html(kBlockPage));
  });
  at(Duration::days(3), [&] { EXPECT_EQ(status_now().sites.walled, 0u); });
  run_for(Duration::days(4));
  EXPECT_NE(page(url(1)).result, VisitResult::kBlocked);
  EXPECT_NE(page(url(3)).result, VisitResult::kBlocked);
}

}  // namespace
}  // namespace freshet::test
