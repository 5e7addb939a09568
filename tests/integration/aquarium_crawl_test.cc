// Tests that the aquarium works for a very simple crawler, with one connection, one request at a
// time, and our own parsers.
#include <deque>
#include <map>
#include <set>

#include "aquarium/aquarium.h"
#include "aquarium/truth.h"
#include "gtest/gtest.h"
#include "http/content_type.h"
#include "integration/raw_client.h"
#include "parse/page.h"
#include "robots/robots.h"
#include "robots/robots_status.h"
#include "support/manual_clock.h"
#include "url/canonical.h"
#include "url/url.h"

namespace freshet::aquarium {
namespace {

constexpr Instant kStart = Instant::from_unix_seconds(1'768'200'000);

class SimpleCrawler {
 public:
  explicit SimpleCrawler(uint16_t port) : port_(port) {}

  // Collects everything that can be reached, except for traps and hosts outside the aquarium.
  void crawl(const std::string& seed) {
    admit(*url::parse(seed));
    while (!queue_.empty()) {
      const url::Url url = std::move(queue_.front());
      queue_.pop_front();
      visit(url);
    }
  }

  const std::set<std::string>& collected() const { return collected_; }
  const std::set<std::string>& titles() const { return titles_; }

 private:
  void admit(const url::Url& url) {
    const std::string_view path = url.path();
    const bool is_trap = path.starts_with("/calendar/") || path.starts_with("/maze/");
    if (is_trap || !url.host().ends_with(".aquarium.test")) return;
    const auto canonical = canonicalizer_.canonical(url);
    if (canonical && seen_.insert(canonical->text()).second) {
      queue_.push_back(*url::parse(canonical->text()));
    }
  }

  test::RawReply ask(const url::Url& url) {
    test::RawClient client(port_);
    client.send("GET " + std::string(url.request_target()) + " HTTP/1.1\r\nHost: " +
                std::string(url.host_and_port()) + "\r\nConnection: close\r\n\r\n");
    return client.receive();
  }

  bool allowed(const url::Url& url) {
    const std::string host(url.host());
    auto known = rules_.find(host);
    if (known == rules_.end()) known = rules_.emplace(host, fetch_rules(url)).first;
    return known->second && known->second->check(url.request_target()).allowed;
  }

  // Returns nullopt if the host must be held back.
  std::optional<robots::AgentRules> fetch_rules(const url::Url& url) {
    url::Url at = *url::resolve("/robots.txt", url);
    for (int redirects = 0;; ++redirects) {
      const test::RawReply reply = ask(at);
      switch (robots::robots_meaning(reply.status, redirects)) {
        case robots::RobotsStatus::kUseBody:
          return robots::parse_robots(reply.body).for_agent("freshet");
        case robots::RobotsStatus::kAllowAll: return robots::AgentRules();
        case robots::RobotsStatus::kHoldBack: return std::nullopt;
        case robots::RobotsStatus::kFollowRedirect: at = *url::resolve(reply.field("Location"), at);
      }
    }
  }

  void visit(const url::Url& url) {
    if (!allowed(url)) return;
    const test::RawReply reply = ask(url);
    if (const std::string location = reply.field("Location"); !location.empty()) {
      if (const auto target = url::resolve(location, url)) admit(*target);
    }
    if (reply.status != 200 || !reply.complete) return;
    if (!reply.field("Content-Type").starts_with("text/html")) return;
    collected_.insert(std::string(url.href()));
    const parse::ParsedPage page = parse::parse_page(reply.body, {.url = url, .transport = {}});
    if (page.title) titles_.insert(*page.title);
    if (page.robots.nofollow) return;
    for (const parse::Link& link : page.links) {
      if (link.kind == parse::LinkKind::kHyperlink && !link.nofollow) admit(link.url);
    }
  }

  const uint16_t port_;
  url::Canonicalizer canonicalizer_;
  std::deque<url::Url> queue_;
  std::set<std::string> seen_;
  std::set<std::string> collected_;
  std::set<std::string> titles_;
  std::map<std::string, std::optional<robots::AgentRules>> rules_;
};

TEST(AquariumCrawl, SimpleCrawlerFindsAllExpectedPages) {
  test::ManualClock clock(kStart);
  AquariumOptions options;
  options.virtual_clock = &clock;
  options.world = *profile("mixed");
  options.world.hosts = 20;
  options.world.pages_per_host = 60;
  options.world.latency = Duration();
  options.world.slow = Duration::milliseconds(1);
  options.world.faults = Mix<HostFault>::only(HostFault::kNone);
  options.world.huge_page_bytes = 100'000;
  // The crawler would wait for its end.
  options.world.pages = options.world.pages.with(PageKind::kEndless, 0);
  Aquarium aquarium;
  const auto port = aquarium.start(options);
  ASSERT_TRUE(port);

  SimpleCrawler crawler(*port);
  crawler.crawl(aquarium.world().url(0, "/"));

  const auto expected = urls_to_collect(aquarium.world());
  EXPECT_GT(expected.size(), 500U);
  for (const std::string& url : expected) {
    EXPECT_TRUE(crawler.collected().contains(url)) << url;
  }
  // The other pages that it got are soft 404s, and pages that no link of the tree leads to.
  size_t beyond = 0;
  for (const std::string& url : crawler.collected()) {
    const auto truth = truth_of(aquarium.world(), url, kStart);
    if (!truth) continue;
    EXPECT_TRUE(truth->expectation == Expectation::kCollect ||
                truth->expectation == Expectation::kSoft404)
        << url << " " << name(truth->expectation);
    beyond += truth->expectation == Expectation::kSoft404 ? 1 : 0;
  }
  EXPECT_LT(beyond, 50U);
  // Every encoding was read: there are titles in Korean, Japanese and French.
  const auto has = [&](std::string_view word) {
    for (const std::string& title : crawler.titles()) {
      if (title.find(word) != std::string::npos) return true;
    }
    return false;
  };
  EXPECT_TRUE(has("바다"));
  EXPECT_TRUE(has("図書館"));
  EXPECT_TRUE(has("été") || has("rivière") || has("école"));
}

}  // namespace
}  // namespace freshet::aquarium
