// What is new and what is known share a run: neither may starve the other.
#include <set>
#include <thread>

#include "aquarium/aquarium.h"
#include "integration/crawling.h"

namespace freshet::test {
namespace {

class RunDiscovery : public Crawling {
 protected:
  void start(uint32_t hosts, uint32_t pages) {
    aquarium::AquariumOptions options;
    options.world.hosts = hosts;
    options.world.pages_per_host = pages;
    options.world.page_bytes = 2'000;
    options.world.latency = Duration::milliseconds(2);
    const auto port = aquarium_.start(options);
    ASSERT_TRUE(port) << port.error().message;
    address_ = "127.0.0.1:" + std::to_string(*port);
  }

  // More requests than the hosts can be asked.
  crawl::CrawlOptions options() const {
    crawl::CrawlOptions o = hasty(address_);
    o.seeds = {aquarium_.world().url({0, 0})};
    o.scope.kind = crawl::ScopeKind::kAny;
    o.run.emplace();
    o.run->refresh.floor.min_gain = 0;  // pages hardly change, and are visited all the same
    o.run->requests_per_second = 100'000;
    o.limits.max_time = Duration::seconds(20);
    return o;
  }

  struct Spent {
    size_t pages = 0;    // different ones that were asked for
    size_t until = 0;    // requests when the last of these was first asked for
    size_t repeats = 0;  // of which were for pages that were known
  };
  Spent spent() const {
    Spent spent;
    std::set<std::string> met;
    size_t repeats = 0;
    size_t requests = 0;
    for (const aquarium::LoggedRequest& request : aquarium_.requests()) {
      ++requests;
      if (!met.insert(request.host + request.target).second) {
        ++repeats;
        continue;
      }
      spent = {.pages = met.size(), .until = requests, .repeats = repeats};
    }
    return spent;
  }

  // Until all pages are there, and a little longer.
  void run_until_collected(const crawl::CrawlOptions& options, size_t pages) {
    auto crawl = crawl::Crawl::open(options, system_clock_, log_);
    ASSERT_TRUE(crawl) << crawl.error().message;
    std::thread watcher([&] {
      while ((*crawl)->progress().ended.empty() && (*crawl)->progress().pages < pages) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      (*crawl)->stop();
    });
    EXPECT_TRUE((*crawl)->run());
    watcher.join();
    EXPECT_GE((*crawl)->progress().pages, pages) << "some were never asked for";
  }

  aquarium::Aquarium aquarium_;
  std::string address_;
};

// What is known gets one in six where there is anything new. Hosts that have nothing new at the
// time are asked for what is known as well, which comes on top: how much depends on the machine.
constexpr double kMostRepeats = 0.75;

TEST_F(RunDiscovery, WhatIsNewIsCollectedThoughTheBudgetLeavesHostsNoRest) {
  start(8, 100);
  run_until_collected(options(), 800);
  const Spent all = spent();
  EXPECT_LT(static_cast<double>(all.repeats), kMostRepeats * static_cast<double>(all.until));
  EXPECT_GT(static_cast<double>(all.repeats), 0.05 * static_cast<double>(all.until));
}

TEST_F(RunDiscovery, AndThoughTheyMustBeAskedSlowly) {
  start(8, 40);
  crawl::CrawlOptions o = options();
  o.politeness.delay = Duration::milliseconds(10);
  run_until_collected(o, 320);
  EXPECT_LT(static_cast<double>(spent().repeats),
            kMostRepeats * static_cast<double>(spent().until));
}

}  // namespace
}  // namespace freshet::test
