// Tests of robots.txt that arrives broken, endless or costly over a socket.
// tests/engine/robots_test.cc tests what the engine does if it cannot be fetched.
#include "integration/crawling.h"

namespace freshet::test {
namespace {

using store::VisitResult;
using Then = Answer::Then;

class RobotsFaults : public ScriptedCrawling {
 protected:
  RobotsFaults() { web_.set("a.test/", links({})); }

  void expect_held_back(const crawl::Progress& progress) {
    EXPECT_EQ(web_.times("a.test/"), 0u);
    EXPECT_EQ(progress.pages, 0u);
    EXPECT_EQ(progress.waiting, 1u);
    EXPECT_EQ(progress.outcomes.at(collection::Event::kRobotsUnavailable),
              web_.times("a.test/robots.txt"));
    EXPECT_NE(progress.ended.find("wait for hosts"), std::string::npos) << progress.ended;
    EXPECT_EQ(page("http://a.test/").result, VisitResult::kNever);
  }
};

TEST_F(RobotsFaults, TruncatedRobotsTxtIsAFailure) {
  constexpr const char* kHalf =
      "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 1000\r\n\r\n"
      "User-agent: *\nAllow: /\n";
  web_.set("a.test/robots.txt", Answer{.bytes = kHalf, .then = Then::kClose});
  expect_held_back(run(options()));
}

TEST_F(RobotsFaults, RobotsTxtBeyondTheBodyLimitIsReadUpToTheLimit) {
  constexpr const char* kEndless =
      "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nUser-agent: *\nDisallow: /x\n#";
  web_.set("a.test/robots.txt", Answer{.bytes = kEndless, .then = Then::kPour});
  web_.set("a.test/", links({"/x", "/y"}));
  web_.set("a.test/y", links({}));
  crawl::CrawlOptions o = options();
  o.fetch.max_body_bytes = 1'000'000;
  EXPECT_EQ(run(o).pages, 2u);
  EXPECT_EQ(web_.times("a.test/x"), 0u);
}

// The robots.txt has as many rules as possible, and URLs are as long as possible. Other hosts are
// not delayed.
TEST_F(RobotsFaults, CostlyRulesAreObeyedAndDoNotDelayOtherHosts) {
  std::string rules = "User-agent: *\n";
  for (int i = 0; i < 27'000; ++i) rules += "Disallow: /*aaaab" + std::to_string(i) + "\n";
  web_.set("costly.test/robots.txt", plain_text(rules));
  std::vector<std::string> hrefs;
  for (int i = 0; i < 200; ++i) {
    hrefs.push_back("/" + std::string(1'900, 'a') + "b" + std::to_string(i));
  }
  hrefs.push_back("/" + std::string(1'900, 'a'));
  web_.set("costly.test/", links(hrefs));
  web_.set("costly.test" + hrefs.back(), links({}));
  web_.set("a.test/", links({}));
  crawl::CrawlOptions o = options({"http://costly.test/", "http://a.test/"});
  o.retry.patience = Duration::seconds(10);
  const crawl::Progress progress = run(o);
  EXPECT_EQ(progress.pages, 3u);
  EXPECT_EQ(progress.outcomes.at(collection::Event::kDisallowed), 200u);
}

}  // namespace
}  // namespace freshet::test
