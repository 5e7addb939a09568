// Tests of servers that do not answer in real time, and of names without addresses.
// tests/engine/failures_test.cc tests retries and back-off.
#include "integration/crawling.h"
#include "support/name_server.h"

namespace freshet::test {
namespace {

using store::VisitResult;
using Then = Answer::Then;

class Failures : public ScriptedCrawling {};

TEST_F(Failures, TimeOutIsRetried) {
  web_.set("a.test/", {Answer{.then = Then::kFallSilent}, links({})});
  crawl::CrawlOptions o = options();
  o.fetch.idle_timeout = Duration::milliseconds(300);
  const crawl::Progress progress = run(o);
  EXPECT_EQ(progress.pages, 1u);
  EXPECT_GE(progress.outcomes.at(collection::Event::kTimedOut), 1u);
  // The time began a little before the server received the first request.
  EXPECT_GE(web_.gaps("a.test/")[0], Duration::milliseconds(280) + o.retry.first);
}

TEST_F(Failures, NameWithoutAddressIsRetriedAndThenGivenUp) {
  NameServer names;
  crawl::CrawlOptions o = options({"http://nowhere.test/"});
  o.fetch.host_map.clear();
  o.fetch.dns_servers = {names.address()};
  const crawl::Progress progress = run(o);
  EXPECT_EQ(progress.outcomes.at(collection::Event::kNoAddress), 1u);
  EXPECT_EQ(progress.waiting, 0u);
  EXPECT_EQ(page("http://nowhere.test/").result, VisitResult::kUnreachable);
  // If it is named again, it is retried.
  const int questions = names.questions("nowhere.test");
  EXPECT_EQ(run(o).outcomes.at(collection::Event::kNoAddress), 1u);
  EXPECT_GT(names.questions("nowhere.test"), questions);
}

TEST_F(Failures, PagesWaitWhileTheNameServerDoesNotAnswer) {
  NameServer names;
  names.ignore("silent.test");
  crawl::CrawlOptions o = options({"http://silent.test/"});
  o.fetch.host_map.clear();
  o.fetch.dns_servers = {names.address()};
  o.fetch.connect_timeout = Duration::milliseconds(200);
  o.retry.attempts = 1;
  o.retry.patience = Duration::milliseconds(150);
  const crawl::Progress progress = run(o);
  EXPECT_EQ(progress.waiting, 1u);
  EXPECT_EQ(progress.error_kinds.at(collection::Event::kTimedOut), 1u);
  ASSERT_EQ(progress.seeds_failed.size(), 1u);
  EXPECT_NE(progress.seeds_failed[0].reason.find("the name servers did not answer"),
            std::string::npos);
  EXPECT_EQ(page("http://silent.test/").result, VisitResult::kNever);
}

TEST_F(Failures, PrivateAddressIsNotRequestedUnlessAllowed) {
  const std::string seed = "http://127.0.0.1:" + std::to_string(web_.port()) + "/";
  web_.set("127.0.0.1/", links({}));
  crawl::CrawlOptions o = options({seed});
  o.fetch.host_map.clear();
  EXPECT_EQ(run(o).outcomes.at(collection::Event::kAddressRefused), 1u);
  EXPECT_TRUE(web_.requests().empty());
  EXPECT_EQ(page(seed).result, VisitResult::kExcluded);
  o.fetch.allow_private = true;
  EXPECT_EQ(run(o).pages, 1u);
}

}  // namespace
}  // namespace freshet::test
