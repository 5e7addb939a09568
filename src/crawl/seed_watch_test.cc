#include "crawl/seed_watch.h"

#include <gtest/gtest.h>

#include "collection/keys.h"

namespace freshet::crawl {
namespace {

using Urls = std::vector<std::string>;

constexpr char kOne[] = "http://a.test/1";
constexpr char kTwo[] = "http://a.test/2";
constexpr char kOther[] = "http://b.test/";

class SeedWatchTest : public testing::Test {
 protected:
  SeedWatchTest() {
    for (const char* url : {kOne, kTwo, kOther}) seeds_.add(collection::page_key(url), url);
  }
  static store::SiteId site_of(const char* url) { return collection::page_key(url).site; }

  SeedWatch seeds_;
};

TEST_F(SeedWatchTest, ReportsEachCauseOnceForEachSeed) {
  EXPECT_EQ(seeds_.site_fails(site_of(kOne), "no_address"), (Urls{kOne, kTwo}));
  EXPECT_EQ(seeds_.site_fails(site_of(kOne), "no_address"), Urls());
  EXPECT_EQ(seeds_.page_fails(collection::page_key(kOne), "timed_out"), Urls{kOne});
  EXPECT_EQ(seeds_.site_fails(site_of(kOne), "timed_out"), Urls{kTwo});
}

TEST_F(SeedWatchTest, ReportsNothingOfOtherPages) {
  EXPECT_EQ(seeds_.page_fails(collection::page_key("http://a.test/3"), "status"), Urls());
  EXPECT_EQ(seeds_.site_fails(site_of("http://c.test/"), "no_address"), Urls());
}

TEST_F(SeedWatchTest, WatchesARedirectedSeedAtItsTarget) {
  seeds_.redirected(collection::page_key(kOther), collection::page_key("https://b.test/"));
  EXPECT_EQ(seeds_.site_fails(site_of("https://b.test/"), "tls_failed"), Urls{kOther});
  EXPECT_EQ(seeds_.site_fails(site_of(kOther), "tls_failed"), Urls());
}

TEST_F(SeedWatchTest, KnowsWhenNoSeedHasAnAddress) {
  EXPECT_FALSE(seeds_.none_resolves());
  seeds_.set_resolves(site_of(kOne), false);
  seeds_.set_resolves(site_of(kOne), false);
  EXPECT_FALSE(seeds_.none_resolves());
  seeds_.set_resolves(site_of(kOther), false);
  EXPECT_TRUE(seeds_.none_resolves());
  seeds_.set_resolves(site_of(kOther), true);
  EXPECT_FALSE(seeds_.none_resolves());
  EXPECT_FALSE(SeedWatch().none_resolves());
}

TEST_F(SeedWatchTest, ListsASeedThatIsGivenTwiceOnce) {
  seeds_.add(collection::page_key(kOne), kOne);
  EXPECT_EQ(seeds_.urls(), (Urls{kOne, kTwo, kOther}));
}

}  // namespace
}  // namespace freshet::crawl
