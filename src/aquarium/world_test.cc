#include "aquarium/world.h"

#include <algorithm>
#include <map>
#include <set>

#include "aquarium/kind_names.h"
#include "aquarium/route.h"
#include "aquarium/text_pool.h"
#include "aquarium/truth.h"
#include "gtest/gtest.h"

namespace freshet::aquarium {
namespace {

constexpr Instant kStart = Instant::from_unix_seconds(1'768'200'000);

WorldOptions mixed(uint32_t hosts = 40) {
  WorldOptions options = *profile("mixed");
  options.hosts = hosts;
  return options;
}

TEST(World, EveryProfileIsValid) {
  for (const char* name : {"static", "changing", "mixed", "hostile"}) {
    ASSERT_TRUE(profile(name)) << name;
    EXPECT_TRUE(check(*profile(name))) << name;
  }
  EXPECT_FALSE(profile("nosuch"));
}

TEST(World, InvalidOptionsAreRefused) {
  const auto refused = [](auto change) {
    WorldOptions options;
    change(options);
    return !check(options);
  };
  EXPECT_TRUE(refused([](WorldOptions& o) { o.hosts = 0; }));
  EXPECT_TRUE(refused([](WorldOptions& o) { o.pages_per_host = 0; }));
  EXPECT_TRUE(refused([](WorldOptions& o) { o.gzip_share = 1.5; }));
  EXPECT_TRUE(refused([](WorldOptions& o) { o.busy_length = o.busy_period * 2; }));
  EXPECT_TRUE(refused([](WorldOptions& o) { o.domain = "a b"; }));
  EXPECT_TRUE(refused([](WorldOptions& o) { o.rate_sigma_page = -1; }));
  EXPECT_TRUE(refused([](WorldOptions& o) { o.redesign_share = -0.1; }));
  EXPECT_TRUE(refused([](WorldOptions& o) { o.redesign_at = -Duration::seconds(1); }));
  EXPECT_TRUE(refused([](WorldOptions& o) { o.redesign_at = Duration::days(1'000'000); }));
}

TEST(World, HostsAreFoundByName) {
  const World world(mixed(), kStart);
  EXPECT_EQ(world.find_host("h7.aquarium.test"), 7U);
  EXPECT_EQ(world.find_host("H7.Aquarium.TEST:8080"), 7U);
  for (const char* name : {"", "h", "h40.aquarium.test", "h07.aquarium.test", "h7.aquarium.tes",
                           "h7.aquarium.test.", "x7.aquarium.test", "h7aquarium.test", "127.0.0.1",
                           "h99999999999999999999.aquarium.test"}) {
    EXPECT_EQ(world.find_host(name), std::nullopt) << name;
  }
}

TEST(World, EveryPathIsResolvedToItsPage) {
  const World world(mixed(), kStart);
  for (uint32_t host = 0; host < world.host_count(); ++host) {
    for (uint32_t number = 0; number < world.host(host).pages; ++number) {
      const PageId page{host, number};
      ASSERT_EQ(world.find_page(host, world.path(page)), page) << world.path(page);
      ASSERT_EQ(world.find(world.url(page)), page);
    }
  }
  EXPECT_EQ(world.find("http://h0.aquarium.test:81/"), std::nullopt);
  EXPECT_EQ(world.find("https://h0.aquarium.test/"), std::nullopt);
  EXPECT_EQ(world.find("http://h0.aquarium.test/nosuch"), std::nullopt);
  EXPECT_EQ(world.find_page(0, "/s1/p1.html"), std::nullopt);  // not its section
}

TEST(World, UrlsContainAPortOtherThan80) {
  WorldOptions options;
  options.url_port = 8'081;
  const World world(options, kStart);
  EXPECT_EQ(world.url({2, 0}), "http://h2.aquarium.test:8081/");
  EXPECT_EQ(world.find(world.url({2, 5})), (PageId{2, 5}));
}

TEST(World, SharesOfHostKindsAreExact) {
  const World world(mixed(40), kStart);
  std::map<Writing, int> writings;
  for (uint32_t host = 0; host < 40; ++host) ++writings[world.host(host).writing];
  EXPECT_EQ(writings[Writing::kEnglish], 16);
  EXPECT_EQ(writings[Writing::kKorean], 10);
  EXPECT_EQ(writings[Writing::kKoreanEucKr], 6);
  EXPECT_EQ(writings[Writing::kFrenchWindows1252], 4);
  EXPECT_EQ(writings[Writing::kJapaneseShiftJis], 4);
}

TEST(World, EveryPlaceIsOnSomeHost) {
  const World world(mixed(8), kStart);
  for (size_t i = 0; i < count_of<Place>(); ++i) {
    bool found = false;
    for (uint32_t host = 0; host < world.host_count(); ++host) {
      found = found || world.host(host).places.has(static_cast<Place>(i));
    }
    EXPECT_TRUE(found) << name(static_cast<Place>(i));
  }
}

TEST(World, EveryPageIsReachableFromTheHomePage) {
  const World world(mixed(5), kStart);
  for (uint32_t host = 0; host < world.host_count(); ++host) {
    std::set<uint32_t> reached = {0};
    std::vector<uint32_t> todo = {0};
    while (!todo.empty()) {
      const uint32_t number = todo.back();
      todo.pop_back();
      // Only ordinary pages are certain to have links.
      if (world.kind({host, number}) != PageKind::kOrdinary) continue;
      for (uint32_t slot = 0; slot < world.link_count(); ++slot) {
        const WorldLink link = world.link({host, number}, slot);
        ASSERT_LT(link.to.host, world.host_count());
        ASSERT_LT(link.to.number, world.host(link.to.host).pages);
        if (link.is_tree && reached.insert(link.to.number).second) todo.push_back(link.to.number);
      }
    }
    EXPECT_EQ(reached.size(), world.host(host).pages);
  }
}

TEST(World, SharesOfPageKindsAreAsConfigured) {
  WorldOptions options;
  options.hosts = 1;
  options.pages_per_host = 50'000;
  options.pages = Mix<PageKind>().with(PageKind::kOrdinary, 0.9).with(PageKind::kGone, 0.1);
  const World world(options, kStart);
  int gone = 0;
  const uint32_t interior = world.host(0).interior;
  for (uint32_t number = interior; number < 50'000; ++number) {
    gone += world.kind({0, number}) == PageKind::kGone ? 1 : 0;
  }
  // 45,000 draws of 0.1: 4,500 within 4.5 standard deviations (64 each).
  EXPECT_NEAR(gone, 0.1 * (50'000 - interior), 4.5 * 64);
}

TEST(World, PagesOfNightlyHostsChangeTogether) {
  WorldOptions options = *profile("changing");
  options.hosts = 1;
  options.changes = Mix<ChangeKind>::only(ChangeKind::kNightly);
  const World world(options, kStart);
  const auto first = world.process({0, 0}).changes(kStart, kStart + Duration::days(20), 1);
  ASSERT_EQ(first.size(), 1U);
  for (uint32_t number = 0; number < world.host(0).pages; ++number) {
    const Duration apart =
        world.version({0, number}, first[0] + Duration::hours(1)).since - first[0];
    EXPECT_LE(apart, Duration::minutes(15));
    EXPECT_GE(apart, -Duration::minutes(15));
  }
}

TEST(World, BusyHostsAreBusyForTheirShareOfTime) {
  WorldOptions options;
  options.hosts = 2;
  options.faults = Mix<HostFault>::only(HostFault::kBusy429);
  const World world(options, kStart);
  int busy = 0;
  for (int i = 0; i < 2'000; ++i) {
    const Instant now = kStart + Duration::milliseconds(100) * i;
    if (!world.is_troubled(1, now)) continue;
    ++busy;
    EXPECT_FALSE(world.is_troubled(1, now + world.trouble_left(1, now)));
  }
  EXPECT_EQ(busy, 200);  // 2 of every 20 seconds
}

TEST(World, AnOutageHappensOnce) {
  WorldOptions options;
  options.hosts = 3;
  options.faults = Mix<HostFault>::only(HostFault::kOutage);
  const World world(options, kStart);
  int seconds = 0;
  for (int i = 0; i < 3'600; ++i) {
    seconds += world.is_troubled(2, kStart + Duration::seconds(i)) ? 1 : 0;
  }
  EXPECT_EQ(seconds, 60);
}

TEST(World, LatencyDependsOnTheHour) {
  WorldOptions options;
  options.latency = Duration::milliseconds(10);
  options.latency_swing = 3;
  const World world(options, kStart);
  const Instant midnight = Instant::from_unix_seconds(1'768'176'000);
  const Instant busiest = midnight + Duration::hours(world.host(1).busiest_hour);
  EXPECT_EQ(world.latency(1, busiest), Duration::milliseconds(40));
  EXPECT_EQ(world.latency(1, busiest + Duration::hours(12)), Duration::milliseconds(10));
}

TEST(World, EveryWritingFitsItsEncoding) {
  for (size_t i = 0; i < count_of<Writing>(); ++i) {
    const TextPool texts(5, static_cast<Writing>(i));
    EXPECT_GT(texts.mean_paragraph_bytes(), 200U);
    // A character that the encoding lacks would be written as a reference.
    for (uint64_t n = 0; n < 2'000; ++n) {
      ASSERT_EQ(texts.paragraph(n).find("&#"), std::string_view::npos) << name(Writing(i));
    }
  }
}

TEST(Truth, FindsEveryAddressByItsUrl) {
  const World world(mixed(6), kStart);
  for (uint32_t host = 0; host < world.host_count(); ++host) {
    for (uint64_t index = 0; index < address_count(world, host); ++index) {
      const PageTruth truth = truth_at(world, host, index, kStart);
      const auto again = truth_of(world, truth.url, kStart);
      ASSERT_TRUE(again) << truth.url;
      EXPECT_EQ(again->kind, truth.kind);
      EXPECT_EQ(again->version.number, truth.version.number);
    }
  }
  EXPECT_FALSE(truth_of(world, "http://h0.aquarium.test/calendar/", kStart));
  EXPECT_FALSE(truth_of(world, "ftp://h0.aquarium.test/", kStart));
}

TEST(Truth, HeldBackHostsHaveNothingToCollect) {
  WorldOptions options = mixed(10);
  options.robots =
      Mix<RobotsKind>().with(RobotsKind::kRules, 0.5).with(RobotsKind::kServerError, 0.5);
  const World world(options, kStart);
  const auto urls = urls_to_collect(world);
  EXPECT_FALSE(urls.empty());
  for (const std::string& url : urls) {
    const auto page = world.find(url);
    if (!page) continue;
    EXPECT_FALSE(world.host(page->host).is_held_back());
    EXPECT_NE(world.kind(*page), PageKind::kPrivate);
  }
}

}  // namespace
}  // namespace freshet::aquarium
