#include "collection/seed_report.h"

#include <gtest/gtest.h>

#include "collection/keys.h"
#include "collection/site_profile.h"

namespace freshet::collection {
namespace {

using store::VisitResult;
using Outcome = SeedReport::Outcome;

const Instant kNow = Instant::from_unix_seconds(1'700'000'000);
constexpr char kSeed[] = "http://a.test/";

class SeedReportTest : public testing::Test {
 protected:
  void keep(std::string_view url, VisitResult result, store::PageState page = {}) {
    page.key = page_key(url);
    page.url = url;
    page.result = result;
    page.next_visit = Instant::never();
    if (result == VisitResult::kNew) page.last_success = kNow;
    store::Batch batch;
    batch.pages.push_back(std::move(page));
    commit(batch);
  }
  void keep_site(store::SiteState site) {
    site.text = site_text(kSeed);
    site.id = site_id(site.text);
    store::Batch batch;
    batch.sites.push_back(std::move(site));
    commit(batch);
  }
  void fail_site(std::string words) {
    SiteProfile profile;
    profile.failure = SiteFailure{kNow, std::move(words)};
    keep_site({.learned = profile.encode()});
  }
  SeedReport report() const { return report_seed(*store_, {}, kSeed); }

 private:
  void commit(store::Batch& batch) {
    ASSERT_TRUE(store_->commit(batch, store::Durability::kProcess));
  }
  std::unique_ptr<store::Store> store_ = store::make_memory_store();
};

TEST_F(SeedReportTest, ASeedThatWasNeverTriedWaits) {
  EXPECT_EQ(report().outcome, Outcome::kWaiting);
  keep(kSeed, VisitResult::kNever);
  EXPECT_EQ(report().outcome, Outcome::kWaiting);
}

TEST_F(SeedReportTest, ContentOfAnyTimeCountsAsCollected) {
  keep(kSeed, VisitResult::kNew);
  EXPECT_EQ(report().outcome, Outcome::kCollected);
  keep(kSeed, VisitResult::kUnreachable, {.last_success = kNow});
  EXPECT_EQ(report().outcome, Outcome::kCollected);
}

TEST_F(SeedReportTest, NamesTheStatus) {
  keep(kSeed, VisitResult::kGone, {.http_status = 404});
  EXPECT_EQ(report().outcome, Outcome::kFailed);
  EXPECT_EQ(report().reason, "the server answers with status 404");
}

TEST_F(SeedReportTest, NamesTheFailureOfTheSiteAlsoForAWaitingSeed) {
  fail_site("no connection: Connection refused");
  for (const VisitResult result : {VisitResult::kNever, VisitResult::kUnreachable}) {
    keep(kSeed, result);
    EXPECT_EQ(report().outcome, Outcome::kFailed);
    EXPECT_EQ(report().reason, "no connection: Connection refused");
  }
}

TEST_F(SeedReportTest, NamesTheLineOfRobotsTxt) {
  keep(kSeed, VisitResult::kExcluded);
  keep_site({.robots_fetched = kNow,
             .robots_status = 200,
             .robots_body = "User-agent: *\nDisallow: /\n"});
  EXPECT_EQ(report().reason, "line 2 of robots.txt disallows it: Disallow: /");
}

TEST_F(SeedReportTest, IsTheStatusOfTheTargetOfARedirect) {
  keep(kSeed, VisitResult::kRedirected, {.redirect_to = "https://a.test/"});
  EXPECT_EQ(report().reason,
            "it redirects to https://a.test/, which is outside the scope; name that as a seed");
  keep("https://a.test/", VisitResult::kRefused, {.http_status = 403});
  EXPECT_EQ(report().reason, "it redirects to https://a.test/: the server answers with status 403");
  keep("https://a.test/", VisitResult::kNew);
  EXPECT_EQ(report().outcome, Outcome::kCollected);
}

TEST_F(SeedReportTest, ACircleOfRedirectsEnds) {
  keep(kSeed, VisitResult::kRedirected, {.redirect_to = "http://a.test/2"});
  keep("http://a.test/2", VisitResult::kRedirected, {.redirect_to = kSeed});
  EXPECT_EQ(report().outcome, Outcome::kFailed);
}

}  // namespace
}  // namespace freshet::collection
