// Tests of crawls with servers that send endless frames.
#include "integration/crawling.h"
#include "support/certificates.h"
#include "support/http2.h"

namespace freshet::test {
namespace {

// Sends frames without content on every connection until the client closes it, over TLS with any
// version of HTTP.
class Floods : public ScriptedCrawling {
 protected:
  Floods() {
    certificates_.certify("good", "-days 2");
    flood_ = std::make_unique<RawServer>(
        [](RawServer::Client& client) {
          using namespace http2;
          if (!begin(client)) return;
          const uint32_t stream = next_request(client);
          client.send(frame(kHeaders, kEndHeaders, stream, kStatus200));
          std::string again;
          for (int i = 0; i < 1000; ++i) again += frame(kData, kNone, stream, "");
          while (client.send(again)) {
          }
        },
        certificates_.tls("good", true));
  }

  crawl::CrawlOptions options() const {
    crawl::CrawlOptions o = ScriptedCrawling::options({"https://good.test/", "http://a.test/"});
    o.fetch.host_map.insert(o.fetch.host_map.begin(), {"good.test", flood_->address()});
    o.fetch.ca_file = certificates_.authority();
    return o;
  }

  Certificates certificates_;
  std::unique_ptr<RawServer> flood_;
};

TEST_F(Floods, DoNotAffectOtherHostsOfTheirShard) {
  std::vector<std::string> hrefs;
  for (int i = 0; i < 20; ++i) {
    hrefs.push_back("/" + std::to_string(i));
    web_.set("a.test/" + std::to_string(i), links({}));
  }
  web_.set("a.test/", links(hrefs));
  EXPECT_EQ(run(options()).pages, 21u);
}

TEST_F(Floods, EndAtTheTimeLimit) {
  crawl::CrawlOptions o = options();
  o.limits.max_time = Duration::milliseconds(100);
  o.grace = Duration::milliseconds(100);
  EXPECT_EQ(run(o).ended, "the limit of time is reached");
}

TEST_F(Floods, EndWhenTheCrawlIsStopped) {
  auto crawl = crawl::Crawl::open(options(), system_clock_, log_);
  ASSERT_TRUE(crawl) << crawl.error().message;
  std::jthread stopper([&] {
    comes_true([&] { return flood_->connections() > 0; });
    (*crawl)->stop();
  });
  EXPECT_TRUE((*crawl)->run());
  EXPECT_EQ((*crawl)->progress().ended, "stopped");
}

}  // namespace
}  // namespace freshet::test
