// Tests of what a run reports about a page and the collection.
#include <cmath>

#include "engine/engine_world.h"

namespace freshet::test {
namespace {

using collection::Obstacle;
using collection::PageReport;
using collection::Standing;

class Reports : public EngineWorld {
 protected:
  Reports() {
    web_.set("http://a.test/", links({"/1", "/2"}));
    web_.set("http://a.test/1", links({}));
    web_.set("http://a.test/2", links({}));
    run_without_end(0.02);
  }
};

TEST_F(Reports, WhyReportsWhatIsKnownAboutAPage) {
  web_.set("http://a.test/1", {html("<p>one text</p>"), html("<p>another text here</p>")});
  at(Duration::hours(3), [&] {
    // Without a scheme it is https, which is a different page.
    EXPECT_EQ(why("a.test/1").url, "https://a.test/1");
    EXPECT_EQ(why("a.test/1").standing, Standing::kNeverSeen);
    execute(collection::Pause{});
    const PageReport known = why("http://a.test/1#part");
    EXPECT_EQ(known.url, "http://a.test/1");
    EXPECT_EQ(known.standing, Standing::kKept);
    ASSERT_TRUE(known.page);
    EXPECT_EQ(known.page->http_status, 200);
    EXPECT_EQ(known.archived_in, "freshet-000001.warc.gz");
    EXPECT_EQ(known.totals.requests, web_.times("http://a.test/1"));
    EXPECT_EQ(known.totals.changes, 1u);
    EXPECT_FALSE(known.visits.empty());
    EXPECT_GT(known.probability_current.value(), 0.0);
    EXPECT_TRUE(known.expected_age);
    EXPECT_FALSE(known.belief.empty());
    ASSERT_TRUE(known.weight);
    EXPECT_EQ(known.weight->from, collection::WeightSource::kLinks);
    EXPECT_EQ(known.weight->in_links, 1u) << "the front page";
    EXPECT_NEAR(known.weight->value, (1 + std::log10(2)) / 2, 1e-9);
    EXPECT_EQ(known.obstacle.kind, Obstacle::Kind::kPaused);
  });
  run_for(Duration::hours(4));
}

TEST_F(Reports, GonePageIsReportedBeforeAndAfterItLeaves) {
  web_.set("http://a.test/1", {links({}), status(404)});
  at(Duration::days(2), [&] {
    const PageReport gone = why("http://a.test/1");
    EXPECT_EQ(gone.standing, Standing::kKept);
    EXPECT_NE(gone.words.find("gone since "), std::string::npos) << gone.words;
    EXPECT_NE(gone.words.find("leaves after "), std::string::npos) << gone.words;
    EXPECT_EQ(gone.leaves_after, gone.page->gone_since.value() + Duration::days(7));
    EXPECT_EQ(status_now().pages, 3u);
    EXPECT_EQ(status_now().gone, 1u);
    EXPECT_EQ(status_now().left, 0u);
  });
  at(Duration::days(8), [&] {
    EXPECT_EQ(status_now().pages, 2u);
    EXPECT_EQ(status_now().gone, 0u);
    EXPECT_EQ(status_now().left, 1u);
    const PageReport left = why("http://a.test/1");
    EXPECT_EQ(left.standing, Standing::kLeft);
    EXPECT_NE(left.words.find("left the collection on "), std::string::npos) << left.words;
    EXPECT_EQ(left.obstacle.kind, Obstacle::Kind::kGone);
    ASSERT_TRUE(left.next_visit);
    EXPECT_GT(*left.next_visit, now() + Duration::days(6));
  });
  run_for(Duration::days(8) + Duration::hours(1));
}

class ReportsOfPolicy : public Reports, public testing::WithParamInterface<const char*> {};

TEST_P(ReportsOfPolicy, PredictTheNextVisitAndNameWhatLimitsIt) {
  options_.collection.refresh.policy = GetParam();
  int predicted = 0;
  every(Duration::minutes(7), [&] {
    if (!is_running()) return;
    const PageReport report = why("http://a.test/2");
    if (report.standing == Standing::kKept) {
      EXPECT_NE(report.obstacle.kind, Obstacle::Kind::kNone);
    }
    if (!report.next_visit) return;
    ++predicted;
    EXPECT_GE(*report.next_visit, report.at);
  });
  run_for(Duration::hours(10));
  EXPECT_GT(predicted, 10);
}

INSTANTIATE_TEST_SUITE_P(Policies, ReportsOfPolicy,
                         testing::Values("optimal", "nutch-adaptive", "stormcrawler-adaptive",
                                         "cycle"));

TEST_F(Reports, RequestInFlightIsReported) {
  web_.set_latency("http://a.test/1", Duration::minutes(4));
  at(Duration::seconds(200), [&] {
    EXPECT_EQ(status_now().in_flight, 1u);
    EXPECT_EQ(why("http://a.test/1").obstacle.kind, Obstacle::Kind::kUnderWay);
    EXPECT_EQ(why("http://a.test/1").standing, Standing::kWaiting);
    EXPECT_LT(status_now().known_share.value(), 1.0) << "one waits for its first visit";
  });
  run_for(Duration::minutes(10));
}

}  // namespace
}  // namespace freshet::test
