// Tests of delays and limits per host and address, exact to the millisecond, also over restarts. A
// request takes 50 ms unless a test says otherwise.
#include "engine/engine_world.h"

namespace freshet::test {
namespace {

class Politeness : public EngineWorld {
 protected:
  // Adds a site with a front page and this number of other pages.
  void set_pages(const std::string& site, int count) {
    std::vector<std::string> hrefs;
    for (int i = 1; i <= count; ++i) {
      hrefs.push_back("/" + std::to_string(i));
      web_.set(site + hrefs.back(), links({}));
    }
    web_.set(site + "/", links(hrefs));
  }
  void expect_gaps(const std::string& site, Duration gap) {
    for (const Duration one : web_.gaps(site)) {
      EXPECT_EQ(one.in_seconds(), gap.in_seconds()) << site;
    }
  }
};

TEST_F(Politeness, DefaultIsOneRequestAtATimeAndASecondBetween) {
  set_pages("http://a.test", 4);
  EXPECT_EQ(run().pages, 5u);
  EXPECT_EQ(web_.most_at_once(), 1);
  EXPECT_EQ(web_.count(), 6u);
  expect_gaps("http://a.test", Duration::milliseconds(1050));  // from the end to the next start
}

TEST_F(Politeness, SlowServerRestsForTheShareOfTheTimeThatItTook) {
  set_pages("http://a.test", 3);
  web_.set_latency(Duration::seconds(4));
  options_.politeness.share = 0.25;
  EXPECT_EQ(run().pages, 4u);
  expect_gaps("http://a.test", Duration::seconds(16));
}

TEST_F(Politeness, SlowServerRestsAlsoOverARestart) {
  set_pages("http://a.test", 3);
  web_.set_latency(Duration::seconds(4));
  for (int i = 0; i < 2; ++i) {
    options_.limits.max_pages = 2;
    run();
  }
  ASSERT_EQ(web_.count(), 5u);
  expect_gaps("http://a.test", Duration::seconds(8));
}

TEST_F(Politeness, CrawlDelayIsObeyedWhateverTheSettings) {
  set_pages("http://a.test", 3);
  web_.set("http://a.test/robots.txt", plain_text("User-agent: *\nCrawl-delay: 7.5\n"));
  options_.politeness.per_host = 4;
  options_.politeness.delay = Duration::milliseconds(10);
  EXPECT_EQ(run().pages, 4u);
  EXPECT_EQ(web_.most_at_once(), 1);
  expect_gaps("http://a.test", Duration::milliseconds(7'550));
}

TEST_F(Politeness, CrawlDelayDoesNotShortenOurDelay) {
  set_pages("http://a.test", 3);
  web_.set("http://a.test/robots.txt", plain_text("User-agent: *\nCrawl-delay: 0.2\n"));
  EXPECT_EQ(run().pages, 4u);
  expect_gaps("http://a.test", Duration::milliseconds(1050));
}

TEST_F(Politeness, CrawlDelayIsNotLimitedAndSurvivesARestart) {
  set_pages("http://a.test", 1);
  web_.set("http://a.test/robots.txt", plain_text("User-agent: *\nCrawl-delay: 3600\n"));
  options_.politeness.longest_rest = Duration::minutes(1);
  EXPECT_EQ(run().requests, 1u);  // robots.txt
  for (const size_t requests : {2, 3}) {
    pass(Duration::minutes(57));  // and two of patience
    EXPECT_EQ(run().requests, 0u);
    pass(Duration::minutes(3));
    EXPECT_EQ(run().requests, 1u);
    EXPECT_EQ(web_.count(), requests);
  }
  EXPECT_EQ(web_.times("http://a.test/robots.txt"), 1u);
  for (const Duration gap : web_.gaps("http://a.test")) EXPECT_GE(gap, Duration::hours(1));
}

TEST_F(Politeness, CrawlWaitsForACrawlDelayOfAnHour) {
  set_pages("http://a.test", 3);
  web_.set("http://a.test/robots.txt", plain_text("User-agent: *\nCrawl-delay: 3600\n"));
  options_.retry.patience = Duration::hours(2);
  EXPECT_EQ(run().pages, 4u);
  expect_gaps("http://a.test", Duration::hours(1) + Duration::milliseconds(50));
}

TEST_F(Politeness, DelaySurvivesARestart) {
  set_pages("http://a.test", 1);
  options_.politeness.delay = Duration::hours(1);
  EXPECT_EQ(run().requests, 1u);
  pass(Duration::minutes(57));
  EXPECT_EQ(run().requests, 0u);
  pass(Duration::minutes(3));
  EXPECT_EQ(run().requests, 1u);
  EXPECT_EQ(web_.times("http://a.test/"), 1u);
}

// A crash before the time of the last request was stored.
TEST_F(Politeness, AfterACrashEveryHostWaitsOneFullDelay) {
  set_pages("http://a.test", 30);
  options_.politeness.delay = Duration::seconds(20);
  options_.commit_interval = Duration::hours(1);  // the crash comes before any commit
  at(Duration::seconds(130), [&] { crash(); });
  run();
  const size_t requests = web_.count();
  ASSERT_GT(requests, 5u);
  const Duration crashed = elapsed();
  run_for(Duration::minutes(2));
  EXPECT_GE(web_.requests()[requests].at - crashed, Duration::seconds(20));
  for (const Duration gap : web_.gaps("http://a.test")) EXPECT_GE(gap, Duration::seconds(20));
}

TEST_F(Politeness, DelayAfterACrashSurvivesAStopRightAfterTheRestart) {
  set_pages("http://a.test", 3);
  web_.set("http://a.test/robots.txt", plain_text("User-agent: *\nCrawl-delay: 3600\n"));
  options_.retry.patience = Duration::hours(2);
  at(Duration::minutes(10), [&] { crash(); });
  run();
  EXPECT_EQ(web_.count(), 1u);
  pass(Duration::hours(2));
  run_for(Duration());
  options_.retry.patience = Duration();
  pass(Duration::minutes(58));
  EXPECT_EQ(run().requests, 0u);
  pass(Duration::minutes(3));
  EXPECT_EQ(run().requests, 1u);
}

TEST_F(Politeness, PortsAndSchemesOfAHostShareItsDelay) {
  std::vector<std::string> sites = {"https://a.test/", "http://a.test:25/"};
  for (int port = 8001; port <= 8004; ++port) {
    sites.push_back("http://a.test:" + std::to_string(port) + "/");
  }
  web_.set("http://a.test/", links(sites));
  for (const std::string& site : sites) web_.set(site, links({}));
  options_.collection.scope.any_port = true;
  EXPECT_EQ(run().pages, 6u);
  EXPECT_EQ(web_.count("http://a.test:25/"), 0u) << "port 25 gets no requests";
  EXPECT_EQ(web_.count(), 12u);
  expect_gaps("http", Duration::milliseconds(1050));
}

TEST_F(Politeness, OtherPortsAreOutsideTheScopeByDefault) {
  web_.set("http://a.test/", links({"http://a.test:8001/"}));
  EXPECT_EQ(run().requests, 2u);
}

TEST_F(Politeness, SeveralAtATimeStartOneDelayApart) {
  set_pages("http://a.test", 9);
  options_.politeness.per_host = 3;
  options_.politeness.delay = Duration::seconds(2);
  web_.set_latency(Duration::seconds(10));
  web_.set_latency("http://a.test/robots.txt", Duration());
  EXPECT_EQ(run().pages, 10u);
  EXPECT_EQ(web_.most_at_once(), 3);
  for (const Duration gap : web_.gaps("http://a.test")) EXPECT_GE(gap, Duration::seconds(2));
  const auto requests = web_.requests("http://a.test");
  EXPECT_EQ(requests[3].at - requests[2].at, Duration::seconds(2));
  EXPECT_EQ(requests[4].at - requests[3].at, Duration::seconds(2));
  EXPECT_EQ(requests[5].at - requests[2].at, Duration::seconds(10))
      << "the fourth waits for the first";
}

class PolitenessToAddresses : public Politeness {
 protected:
  void set_hosts(int count, const std::string& address) {
    options_.seeds.clear();
    for (int i = 0; i < count; ++i) {
      const std::string host = "h" + std::to_string(i) + ".test";
      if (address.empty())
        web_.set_no_address(host);
      else
        web_.set_address(host, address);
      set_pages("http://" + host, 3);
      options_.seeds.push_back("http://" + host + "/");
    }
    web_.set_latency(Duration::seconds(3));
  }
};

TEST_F(PolitenessToAddresses, FourRequestsAtATimeForAnAddressOfManyHosts) {
  set_hosts(12, "11.1.1.1");
  EXPECT_EQ(run().pages, 48u);
  EXPECT_EQ(web_.most_at_once(), 4);
}

TEST_F(PolitenessToAddresses, OneAtATimeWhereThatIsTheSetting) {
  set_hosts(4, "11.1.1.1");
  options_.politeness.per_address = 1;
  EXPECT_EQ(run().pages, 16u);
  EXPECT_EQ(web_.most_at_once(), 1);
}

TEST_F(PolitenessToAddresses, AddressesHaveADelayOfTheirOwn) {
  set_hosts(4, "11.1.1.1");
  options_.politeness.address_delay = Duration::milliseconds(2'500);
  EXPECT_EQ(run().pages, 16u);
  for (const Duration gap : web_.gaps("http")) EXPECT_GE(gap, Duration::milliseconds(2'500));
}

TEST_F(PolitenessToAddresses, HostsOfDifferentAddressesAreRequestedInParallel) {
  set_hosts(12, "11.1.1.1");
  for (int i = 0; i < 12; ++i) {
    web_.set_address("h" + std::to_string(i) + ".test", "11.1.2." + std::to_string(i));
  }
  EXPECT_EQ(run().pages, 48u);
  EXPECT_EQ(web_.most_at_once(), 12);
}

TEST_F(PolitenessToAddresses, LimitOfAddressesDoesNotApplyBehindAProxy) {
  set_hosts(12, "");
  options_.politeness.per_address = 1;
  EXPECT_EQ(run().pages, 48u);
  EXPECT_EQ(web_.most_at_once(), 12);
}

TEST_F(PolitenessToAddresses, HostThatMovesToAnotherAddressSharesItsLimit) {
  set_hosts(2, "11.1.1.1");
  web_.set_address("h1.test", "11.1.1.2");
  options_.politeness.per_address = 1;
  at(Duration::seconds(1), [&] { web_.set_address("h1.test", "11.1.1.1"); });
  run();
  EXPECT_EQ(web_.most_at_once(), 2) << "its address was found before";
  const size_t before = web_.count();
  for (int i = 0; i < 2; ++i) {
    const std::string site = "http://h" + std::to_string(i) + ".test";
    options_.seeds.push_back(site + "/later");
    web_.set(site + "/later", links({"/later/1", "/later/2"}));
    web_.set(site + "/later/1", links({}));
    web_.set(site + "/later/2", links({}));
  }
  run();
  const auto requests = web_.requests();
  ASSERT_EQ(requests.size(), before + 6);
  for (size_t i = before + 1; i < requests.size(); ++i) {
    EXPECT_GE(requests[i].at - requests[i - 1].at, Duration::seconds(3)) << i;
  }
}

TEST_F(Politeness, RequestThatTheStopCancelsCounts) {
  web_.set("http://a.test/", links({}));
  web_.set_latency("http://a.test/", Duration::hours(1));
  options_.politeness.delay = Duration::minutes(10);
  options_.retry.patience = Duration::hours(1);
  EXPECT_EQ(run_for(Duration::minutes(11)).waiting, 1u);
  EXPECT_EQ(web_.times("http://a.test/"), 1u);
  options_.retry.patience = Duration();
  web_.set_latency("http://a.test/", Duration::seconds(1));
  EXPECT_EQ(run().requests, 0u);
  pass(Duration::minutes(10));
  EXPECT_EQ(run().pages, 1u);
}

TEST_F(Politeness, LargeSiteDoesNotStarveASmallOne) {
  set_pages("http://large.test", 1'500);
  set_pages("http://small.test", 5);
  options_.seeds = {"http://large.test/", "http://small.test/"};
  options_.in_flight_per_worker = 1;
  options_.frontier.queue_per_site = 100;
  options_.politeness.delay = Duration();
  run();
  const auto requests = web_.requests();
  EXPECT_EQ(requests.size(), 1'501u + 6u + 2u);
  size_t last_of_small = 0;
  for (size_t i = 0; i < requests.size(); ++i) {
    if (requests[i].url.starts_with("http://small.test")) last_of_small = i;
  }
  EXPECT_LT(last_of_small, 20u);
}

TEST_F(Politeness, SeveralWorkersKeepTheSameDelays) {
  for (const std::string site : {"http://a.test", "http://b.test", "http://c.test"}) {
    set_pages(site, 6);
  }
  options_.seeds = {"http://a.test/", "http://b.test/", "http://c.test/"};
  options_.workers = 3;
  EXPECT_EQ(run().pages, 21u);
  for (const std::string site : {"http://a.test", "http://b.test", "http://c.test"}) {
    EXPECT_EQ(web_.most_at_once(site), 1);
    expect_gaps(site, Duration::milliseconds(1050));
  }
}

}  // namespace
}  // namespace freshet::test
