// Redirects: each is a reply of its own, its target a page of its own.
#include "integration/crawling.h"

namespace freshet::test {
namespace {

using store::VisitResult;

class Redirects : public ScriptedCrawling {};

TEST_F(Redirects, TheRedirectIsRecordedAndItsTargetAPageOfItsOwn) {
  web_.set("a.test/", redirect("/there"));
  web_.set("a.test/there", links({}));
  const crawl::Progress progress = run(options());
  EXPECT_EQ(progress.pages, 1u);
  EXPECT_EQ(progress.outcomes.at("redirect"), 1u);
  EXPECT_EQ(progress.errors, 0u);
  const store::PageState from = page("http://a.test/");
  EXPECT_EQ(from.result, VisitResult::kRedirected);
  EXPECT_EQ(from.http_status, 302u);
  EXPECT_EQ(from.redirect_to, "http://a.test/there");
  const store::PageState to = page("http://a.test/there");
  EXPECT_EQ(to.result, VisitResult::kNew);
  EXPECT_EQ(to.depth, 0u);
  EXPECT_EQ(archived().size(), 2u);
}

TEST_F(Redirects, AllFiveKindsAreFollowed) {
  for (const int code : {301, 302, 303, 307, 308}) {
    const std::string number = std::to_string(code);
    web_.set("a.test/" + number, status(code, "Location: /to-" + number + "\r\n"));
    web_.set("a.test/to-" + number, links({}));
  }
  web_.set("a.test/", links({"/301", "/302", "/303", "/307", "/308"}));
  EXPECT_EQ(run(options()).pages, 6u);
}

TEST_F(Redirects, ALoopEnds) {
  web_.set("a.test/", redirect("/b"));
  web_.set("a.test/b", redirect("/c"));
  web_.set("a.test/c", redirect("/"));
  const crawl::Progress progress = run(options());
  EXPECT_EQ(progress.outcomes.at("redirect"), 3u);
  EXPECT_EQ(progress.waiting, 0u);
  for (const char* place : {"a.test/", "a.test/b", "a.test/c"}) EXPECT_EQ(web_.times(place), 1u);
}

TEST_F(Redirects, APageThatRedirectsToItselfEnds) {
  web_.set("a.test/", redirect("/#again"));
  EXPECT_EQ(run(options()).outcomes.at("redirect"), 1u);
  EXPECT_EQ(web_.times("a.test/"), 1u);
}

TEST_F(Redirects, ALongChainEndsWithAnOutcome) {
  for (int i = 0; i < 50; ++i) {
    web_.set("a.test/hop" + std::to_string(i), redirect("/hop" + std::to_string(i + 1)));
  }
  const crawl::Progress progress = run(options({"http://a.test/hop0"}));
  EXPECT_EQ(progress.outcomes.at("redirect"), 11u);
  EXPECT_EQ(progress.outcomes.at("too_many_redirects"), 1u);
  EXPECT_EQ(web_.times("a.test/hop10"), 1u);
  EXPECT_EQ(web_.times("a.test/hop11"), 0u);
  EXPECT_EQ(page("http://a.test/hop10").redirect_to, "http://a.test/hop11");
}

TEST_F(Redirects, AChainIsCountedThroughARestart) {
  for (int i = 0; i < 50; ++i) {
    web_.set("a.test/hop" + std::to_string(i), redirect("/hop" + std::to_string(i + 1)));
  }
  web_.set("a.test/hop5", {status(429, "Retry-After: 3600\r\n"), redirect("/hop6")});
  LeapingClock clock;
  run(options({"http://a.test/hop0"}), clock);
  EXPECT_EQ(web_.times("a.test/hop6"), 0u);
  clock.leap(Duration::hours(2));
  EXPECT_EQ(run(options({"http://a.test/hop0"}), clock).outcomes.at("too_many_redirects"), 1u);
  EXPECT_EQ(web_.times("a.test/hop11"), 0u);
}

TEST_F(Redirects, OutOfTheScopeTheSiteIsRecordedAndNotAsked) {
  web_.set("a.test/", redirect("http://b.test/"));
  run(options());
  EXPECT_EQ(web_.times("b.test"), 0u);
  EXPECT_EQ(page("http://a.test/").redirect_to, "http://b.test/");
  EXPECT_FALSE(site("http://b.test").in_scope);
}

TEST_F(Redirects, IntoThePrivateNetworkIsNotFollowed) {
  const std::string inside = "http://127.0.0.1:" + std::to_string(web_.port()) + "/secret";
  web_.set("a.test/", redirect(inside));
  crawl::CrawlOptions o = options();
  o.scope.kind = crawl::ScopeKind::kAny;
  o.fetch.host_map = {{"a.test", web_.address()}};
  EXPECT_EQ(run(o).outcomes.at("address_refused"), 1u);
  EXPECT_EQ(web_.times("127.0.0.1"), 0u);
  EXPECT_EQ(page(inside).result, VisitResult::kExcluded);
}

TEST_F(Redirects, OneThatLeadsNowhereIsRecorded) {
  web_.set("a.test/", links({"/empty", "/bad", "/mail"}));
  web_.set("a.test/empty", status(302));
  web_.set("a.test/bad", redirect("http://["));
  web_.set("a.test/mail", redirect("mailto:a@b.test"));
  EXPECT_EQ(run(options()).outcomes.at("redirect"), 3u);
  EXPECT_EQ(page("http://a.test/bad").redirect_to, "");
}

}  // namespace
}  // namespace freshet::test
