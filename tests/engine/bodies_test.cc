// Tests of truncated bodies, and of the copy that was stored before.
#include "engine/engine_world.h"

namespace freshet::test {
namespace {

using store::VisitResult;

std::string whole_page() {
  std::string body = "<title>Report</title><a href=/next>Next</a>";
  for (int i = 0; i < 60; ++i) body += "<p>Paragraph number " + std::to_string(i) + "</p>";
  return body;
}

fetch::Reply first_part() {
  return cut(html(whole_page().substr(0, 300)));
}

class Bodies : public EngineWorld {};

TEST_F(Bodies, TruncatedBodyIsRecordedAndItsLinksAreFollowed) {
  web_.set("http://a.test/", first_part());
  web_.set("http://a.test/next", links({}));
  const crawl::Progress progress = run();
  EXPECT_EQ(progress.pages, 2u);
  EXPECT_EQ(progress.outcomes.at(collection::Event::kTruncated), 1u);
  EXPECT_EQ(page("http://a.test/").result, VisitResult::kNew);
  EXPECT_TRUE(page("http://a.test/").truncated);
  EXPECT_EQ(page("http://a.test/").size, 300u);
  EXPECT_TRUE(archived()["http://a.test/"].is_truncated);
  EXPECT_EQ(archived()["http://a.test/"].body.size(), 300u);
  EXPECT_EQ(web_.times("http://a.test/"), 1u);
  EXPECT_FALSE(page("http://a.test/next").truncated);
}

TEST_F(Bodies, TruncatedRevisitLeavesTheCompleteCopyAsItWas) {
  web_.set("http://a.test/", html(whole_page()));
  run_without_end(0.01);
  at(Duration::hours(10), [&] { web_.set("http://a.test/", first_part()); });
  run_for(Duration::hours(20));
  const store::PageState broken = page("http://a.test/");
  EXPECT_EQ(broken.result, VisitResult::kBrokenOff);
  EXPECT_EQ(broken.size, whole_page().size());
  EXPECT_FALSE(broken.truncated);
  EXPECT_EQ(broken.title, "Report");
  EXPECT_EQ(changes("http://a.test/"), (std::vector{Kind::kNew}));

  // The next complete body is compared with the complete copy.
  web_.set("http://a.test/", html(whole_page()));
  run_for(Duration::hours(10));
  EXPECT_EQ(changes("http://a.test/"), (std::vector{Kind::kNew}));
  EXPECT_EQ(page("http://a.test/").result, VisitResult::kUnchanged);
}

TEST_F(Bodies, CopyThatWasNeverCompleteIsReplacedByTheCompleteBody) {
  web_.set("http://a.test/", first_part());
  run_without_end(0.01);
  at(Duration::hours(10), [&] { web_.set("http://a.test/", html(whole_page())); });
  run_for(Duration::hours(20));
  EXPECT_FALSE(page("http://a.test/").truncated);
  EXPECT_EQ(page("http://a.test/").size, whole_page().size());
}

TEST_F(Bodies, UnchangedPageIsArchivedOnceAndThenByRevisitRecords) {
  web_.set("http://a.test/", html(whole_page()));
  run_without_end(0.01);
  run_for(Duration::days(2));
  const Archived found = archived().at("http://a.test/");
  EXPECT_EQ(found.records, static_cast<int>(web_.times("http://a.test/")));
  EXPECT_GT(found.records, 100);
  EXPECT_EQ(found.revisits, found.records - 1);
  EXPECT_EQ(found.body, whole_page());
}

TEST_F(Bodies, NoarchivePageIsNotArchived) {
  web_.set("http://a.test/", html(whole_page(), "X-Robots-Tag: noarchive\r\n"));
  run_without_end(0.01);
  run_for(Duration::days(1));
  EXPECT_GT(web_.times("http://a.test/"), 10u);
  EXPECT_FALSE(archived().contains("http://a.test/"));
}

}  // namespace
}  // namespace freshet::test
