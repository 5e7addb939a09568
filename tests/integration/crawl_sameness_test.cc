// Tests of duplicates, near-duplicates and traps.
#include <bit>

#include "integration/crawling.h"

namespace freshet::test {
namespace {

using store::VisitResult;

class Sameness : public ScriptedCrawling {
 protected:
  static int bits_apart(const store::PageState& a, const store::PageState& b) {
    return std::popcount(a.simhash.bits ^ b.simhash.bits);
  }
  // Returns forty words of text, which depend on the seed, and a number.
  static std::string article(int seed, int number) {
    static constexpr const char* kWords[] = {"river",  "harbour", "engine", "winter", "copper",
                                             "garden", "letter",  "bridge", "signal", "orchard"};
    std::string body = "<title>t</title><p>";
    for (int i = 0; i < 200; ++i) body.append(kWords[(i * seed + i / 7 * 3 + seed) % 10]) += ' ';
    return body + "Visitor number " + std::to_string(number) + "</p>";
  }
};

TEST_F(Sameness, ADuplicateIsCountedRecordedAndArchivedAsARevisit) {
  web_.set("a.test/", html("<a href=/1>x</a><a href=/2>x</a>"));
  web_.set("a.test/1", html("the very same"));
  web_.set("a.test/2", html("the very same"));
  const crawl::Progress progress = run(options());
  EXPECT_EQ(progress.pages, 3u);
  EXPECT_EQ(progress.duplicates, 1u);
  EXPECT_EQ(progress.outcomes.at(collection::Event::kDuplicate), 1u);
  const store::PageState second = page("http://a.test/2");
  EXPECT_EQ(second.result, VisitResult::kDuplicate);
  EXPECT_EQ(second.duplicate_of, page("http://a.test/1").key);
  EXPECT_EQ(archived()["http://a.test/1"].body, "the very same");
  EXPECT_EQ(archived()["http://a.test/2"].body, "");
}

TEST_F(Sameness, ADuplicateOfAnEarlierRunOrAnotherHostIsFoundToo) {
  web_.set("a.test/", html("the very same"));
  web_.set("b.test/", html("the very same"));
  EXPECT_EQ(run(options({"http://a.test/"})).duplicates, 0u);
  EXPECT_EQ(run(options({"http://b.test/"})).duplicates, 1u);
  EXPECT_EQ(page("http://b.test/").duplicate_of, page("http://a.test/").key);
}

// A revisit record says that the transferred bytes were equal, and names a record that has them.
TEST_F(Sameness, ADuplicateUnderAnotherCodingIsArchivedInFull) {
  const std::string zipped = gzipped("the very same");
  web_.set("a.test/", html("<a href=/1>x</a><a href=/2>x</a><a href=/3>x</a>"));
  web_.set("a.test/1", html(zipped, "Content-Encoding: gzip\r\n"));
  web_.set("a.test/2", html("the very same"));
  web_.set("a.test/3", html(zipped, "Content-Encoding: gzip\r\n"));
  EXPECT_EQ(run(options()).duplicates, 2u);
  EXPECT_EQ(page("http://a.test/2").duplicate_of, page("http://a.test/1").key);
  EXPECT_EQ(archived()["http://a.test/2"].body, "the very same");
  EXPECT_EQ(archived()["http://a.test/3"].body, "");
}

TEST_F(Sameness, DuplicateOfANoarchivePageIsArchivedInFull) {
  web_.set("a.test/", html("<a href=/1>x</a><a href=/2>x</a>"));
  web_.set("a.test/1", html("the very same", "X-Robots-Tag: noarchive\r\n"));
  web_.set("a.test/2", html("the very same"));
  EXPECT_EQ(run(options()).duplicates, 1u);
  EXPECT_EQ(archived().count("http://a.test/1"), 0u);
  EXPECT_EQ(archived()["http://a.test/2"].body, "the very same");
}

TEST_F(Sameness, NearDuplicatesHaveSimilarSimhashes) {
  web_.set("a.test/", html("<a href=/1>x</a><a href=/2>x</a><a href=/3>x</a>"));
  web_.set("a.test/1", html(article(3, 17)));
  web_.set("a.test/2", html(article(3, 4711)));
  web_.set("a.test/3", html(article(7, 17)));
  const crawl::Progress progress = run(options());
  EXPECT_EQ(progress.duplicates, 0u);
  const store::PageState one = page("http://a.test/1");
  EXPECT_NE(one.simhash, digest::Simhash64());
  EXPECT_LE(bits_apart(one, page("http://a.test/2")), 6);
  EXPECT_GT(bits_apart(one, page("http://a.test/3")), 12);
}

TEST_F(Sameness, SessionIdsAndTrackingDoNotMakeANewPage) {
  web_.set("a.test/", links({"/1?sid=abc123", "/1;jsessionid=AB12CD", "/1?utm_source=x", "/1#part",
                             "/1?PHPSESSID=0123456789abcdef", "http://a.test:80/1"}));
  web_.set("a.test/1", links({"/?sid=def456"}));
  EXPECT_EQ(run(options()).pages, 2u);
  EXPECT_EQ(web_.times("a.test"), 3u);
}

TEST_F(Sameness, IgnoredParametersAreASetting) {
  web_.set("a.test/", links({"/1?sid=a", "/1?sid=b", "/1?session=a"}));
  for (const char* place : {"a.test/1?sid=a", "a.test/1?sid=b", "a.test/1"}) {
    web_.set(place, links({}));
  }
  crawl::CrawlOptions o = options();
  o.collection.canonical.session_parameters = {"session"};
  EXPECT_EQ(run(o).pages, 4u);
}

TEST_F(Sameness, UrlsThatLookLikeTrapsAreCountedAndNotRequested) {
  std::string deep;
  for (int i = 0; i < 40; ++i) deep += "/d" + std::to_string(i);
  web_.set("a.test/", links({"/x/y/x/y/x/y/x/y/", "/calendar/2199/01/",
                             "/?" + std::string(3000, 'q'), deep, "/fine"}));
  web_.set("a.test/fine", links({}));
  const crawl::Progress progress = run(options());
  EXPECT_EQ(progress.pages, 2u);
  EXPECT_EQ(progress.outcomes.at(collection::Event::kTrap), 4u);
  EXPECT_EQ(web_.times("a.test"), 3u);
}

TEST_F(Sameness, LinksOfPagesThatAllLookAlikeAreNotFollowedForEver) {
  // Each page differs from the one before only in a number, and has a link to the next.
  for (int i = 0; i < 100; ++i) {
    web_.set("a.test/item/" + std::to_string(i),
             html(article(3, i) + "<a href=/item/" + std::to_string(i + 1) + ">next</a>"));
  }
  crawl::CrawlOptions o = options({"http://a.test/item/0"});
  o.collection.traps.max_similar_pages = 10;
  const crawl::Progress progress = run(o);
  EXPECT_GE(progress.pages, 10u);
  EXPECT_LT(progress.pages, 30u);
  EXPECT_EQ(progress.outcomes.at(collection::Event::kTrapSimilarPages), 1u);
}

}  // namespace
}  // namespace freshet::test
