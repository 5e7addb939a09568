// Tests that addresses from name servers count for politeness. tests/engine/politeness_test.cc
// tests the rest of politeness.
#include "integration/crawling.h"
#include "support/name_server.h"

namespace freshet::test {
namespace {

class AddressesOfACrawl : public ScriptedCrawling {
 protected:
  // A front page and as many others on a host, each after a while.
  void set_pages(const std::string& host, int count, Duration wait) {
    std::vector<std::string> hrefs;
    for (int i = 1; i <= count; ++i) {
      hrefs.push_back("/" + std::to_string(i));
      web_.set(host + hrefs.back(), after(wait, links({})));
    }
    web_.set(host + "/", after(wait, links(hrefs)));
  }
};

TEST_F(AddressesOfACrawl, NamesOfOneAddressShareItsLimit) {
  NameServer names;
  crawl::CrawlOptions o = options({});
  for (const std::string host : {"a.test", "b.test", "c.test"}) {
    names.set(host, {"127.0.0.1"});
    set_pages(host, 3, Duration::milliseconds(50));
    o.seeds.push_back("http://" + host + ":" + std::to_string(web_.port()) + "/");
  }
  o.fetch.host_map.clear();
  o.fetch.dns_servers = {names.address()};
  o.fetch.allow_private = true;
  o.politeness.per_address = 1;
  EXPECT_EQ(run(o).pages, 12u);
  EXPECT_EQ(web_.most_at_once(), 1);
}

TEST_F(AddressesOfACrawl, NamesThatAreSentElsewhereDoNot) {
  crawl::CrawlOptions o = options({});
  for (const std::string host : {"a.test", "b.test", "c.test"}) {
    set_pages(host, 3, Duration::milliseconds(200));
    o.seeds.push_back("http://" + host + "/");
  }
  o.politeness.per_address = 1;
  EXPECT_EQ(run(o).pages, 12u);
  EXPECT_GT(web_.most_at_once(), 1);
}

}  // namespace
}  // namespace freshet::test
