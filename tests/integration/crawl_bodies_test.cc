// Tests of bodies that exceed a limit, never end, are compression bombs, or do not match their
// Content-Length.
#include "integration/crawling.h"

namespace freshet::test {
namespace {

using store::VisitResult;
using Then = Answer::Then;

constexpr size_t kLimit = 100'000;

class Bodies : public ScriptedCrawling {
 protected:
  crawl::CrawlOptions options() const {
    crawl::CrawlOptions o = ScriptedCrawling::options();
    o.fetch.max_body_bytes = kLimit;
    return o;
  }

  void expect_cut(const crawl::Progress& progress, size_t bytes) {
    EXPECT_EQ(progress.pages, 1u);
    EXPECT_EQ(progress.outcomes.at(collection::Event::kTruncated), 1u);
    const store::PageState cut = page("http://a.test/");
    EXPECT_EQ(cut.result, VisitResult::kNew);
    EXPECT_TRUE(cut.truncated);
    EXPECT_EQ(cut.size, bytes);
    EXPECT_TRUE(archived()["http://a.test/"].truncated);
    EXPECT_EQ(archived()["http://a.test/"].body.size(), bytes);
    EXPECT_EQ(web_.times("a.test/"), 1u);
  }
};

TEST_F(Bodies, LongBodyIsTruncatedAtTheLimitAndItsLinksAreFollowed) {
  web_.set("a.test/", html("<a href=/1>x</a>" + std::string(kLimit, ' ') + "<a href=/2>x</a>"));
  web_.set("a.test/1", links({}));
  web_.set("a.test/2", links({}));
  const crawl::Progress progress = run(options());
  EXPECT_EQ(progress.pages, 2u);
  EXPECT_EQ(page("http://a.test/").size, kLimit);
  EXPECT_TRUE(page("http://a.test/").truncated);
  EXPECT_FALSE(page("http://a.test/1").truncated);
  EXPECT_EQ(progress.outcomes.at(collection::Event::kTruncated), 1u);
  EXPECT_EQ(web_.times("a.test/2"), 0u);
}

TEST_F(Bodies, BodyOfExactlyTheLimitIsComplete) {
  web_.set("a.test/", html(std::string(kLimit, 'x')));
  EXPECT_EQ(run(options()).outcomes.count(collection::Event::kTruncated), 0u);
  EXPECT_FALSE(page("http://a.test/").truncated);
}

TEST_F(Bodies, EndlessBodyIsTruncatedAndItsConnectionClosed) {
  web_.set("a.test/", Answer{.bytes = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n",
                             .then = Then::kPour});
  expect_cut(run(options()), kLimit);
  EXPECT_TRUE(web_.was_left());
}

TEST_F(Bodies, DrippingBodyIsTruncatedAtTheTimeLimit) {
  web_.set("a.test/",
           Answer{.bytes = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href=/1>x</a>",
                  .then = Then::kDrip});
  web_.set("a.test/1", links({}));
  crawl::CrawlOptions o = options();
  o.fetch.total_timeout = Duration::seconds(1);
  const crawl::Progress progress = run(o);
  EXPECT_EQ(progress.pages, 2u);
  EXPECT_TRUE(page("http://a.test/").truncated);
  EXPECT_TRUE(archived()["http://a.test/"].truncated);
  EXPECT_TRUE(archived()["http://a.test/"].body.starts_with("<a href=/1>x</a>x"));
  EXPECT_EQ(web_.times("a.test/"), 1u);
  EXPECT_TRUE(web_.was_left());
}

TEST_F(Bodies, BodyThatStopsIsTruncatedThere) {
  web_.set("a.test/", Answer{.bytes = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
                                      "Content-Length: 500\r\n\r\nhello",
                             .then = Then::kFallSilent});
  crawl::CrawlOptions o = options();
  o.fetch.idle_timeout = Duration::milliseconds(500);
  expect_cut(run(o), 5);
}

TEST_F(Bodies, BodyShorterThanItsContentLengthIsTruncated) {
  web_.set("a.test/", Answer{.bytes = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
                                      "Content-Length: 99999\r\n\r\nhello"});
  expect_cut(run(options()), 5);
}

TEST_F(Bodies, BodyLongerThanItsContentLengthEndsAtTheContentLength) {
  web_.set("a.test/", Answer{.bytes = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
                                      "Content-Length: 5\r\n\r\nhello<a href=/1>x</a>"});
  EXPECT_EQ(run(options()).pages, 1u);
  EXPECT_EQ(page("http://a.test/").size, 5u);
  EXPECT_FALSE(page("http://a.test/").truncated);
  EXPECT_EQ(web_.times("a.test/1"), 0u);
}

TEST_F(Bodies, CompressionBombIsUnpackedUpToTheLimit) {
  const std::string bomb = gzipped("<a href=/1>x</a>" + std::string(50'000'000, ' '));
  ASSERT_LT(bomb.size(), kLimit);
  web_.set("a.test/", html(bomb, "Content-Encoding: gzip\r\n"));
  web_.set("a.test/1", links({}));
  const crawl::Progress progress = run(options());
  EXPECT_EQ(progress.pages, 2u);
  EXPECT_EQ(progress.outcomes.at(collection::Event::kTruncated), 1u);
  EXPECT_EQ(page("http://a.test/").size, kLimit);
  EXPECT_TRUE(page("http://a.test/").truncated);
  // The archive has the body as received, which is complete.
  EXPECT_FALSE(archived()["http://a.test/"].truncated);
  EXPECT_EQ(archived()["http://a.test/"].body, bomb);
}

TEST_F(Bodies, RobotsTxtMayBeACompressionBomb) {
  web_.set("a.test/robots.txt",
           html(gzipped("User-agent: *\nDisallow: /1\n" + std::string(50'000'000, '\n')),
                "Content-Encoding: gzip\r\n"));
  web_.set("a.test/", links({"/1"}));
  EXPECT_EQ(run(options()).pages, 1u);
  EXPECT_EQ(web_.times("a.test/1"), 0u);
}

// Each body alone exceeds the limit for all together: they are received one after the other, and
// none is lost.
TEST_F(Bodies, BodiesThatExceedTheMemoryLimitTogetherWaitForEachOther) {
  std::vector<std::string> hrefs;
  for (int i = 0; i < 8; ++i) {
    const std::string host = "h" + std::to_string(i) + ".test";
    hrefs.push_back("http://" + host + "/");
    web_.set(host + "/", html(host + std::string(3 << 20, 'x')));
  }
  web_.set("a.test/", links(hrefs));
  crawl::CrawlOptions o = ScriptedCrawling::options();
  o.collection.scope.kind = collection::ScopeKind::kAny;
  o.workers = 2;
  o.max_bytes_in_flight = 1 << 20;
  o.fetch.idle_timeout = Duration::seconds(20);
  const crawl::Progress progress = run(o);
  EXPECT_EQ(progress.pages, 9u);
  EXPECT_EQ(progress.outcomes.count(collection::Event::kTruncated), 0u);
  EXPECT_EQ(progress.errors, 0u);
}

}  // namespace
}  // namespace freshet::test
