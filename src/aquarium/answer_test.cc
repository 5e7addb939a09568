#include "aquarium/answer.h"

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "http/date.h"
#include "http/header_block.h"
#include "http/retry_after.h"
#include "http/validators.h"

namespace freshet::aquarium {
namespace {

constexpr Instant kStart = Instant::from_unix_seconds(1'768'200'000);

// Options for a world of one host, in which every leaf has the same kind.
WorldOptions one_host(PageKind kind = PageKind::kOrdinary) {
  WorldOptions options;
  options.hosts = 1;
  options.pages_per_host = 100;
  options.pages = Mix<PageKind>::only(kind);
  return options;
}

struct TestRequest {
  std::string target = "/";
  std::string if_none_match;
  std::string if_modified_since;
  std::string method = "GET";
};

Reply request_page(const World& world, const TestRequest& sent,
                   const Moment& moment = {kStart, 1}) {
  Request request;
  request.method = sent.method;
  request.target = sent.target;
  request.if_none_match = sent.if_none_match;
  request.if_modified_since = sent.if_modified_since;
  Reply reply;
  answer(world, 0, request, moment, reply);
  return reply;
}

std::string field(const Reply& reply, std::string_view name) {
  return std::string(http::parse_header_block(reply.fields).headers.get(name).value_or(""));
}

// The reply for a leaf of this kind.
Reply leaf(PageKind kind) {
  const World world(one_host(kind), kStart);
  return request_page(world, {.target = world.path({0, 98})});
}

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> all;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    all.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return all;
}

TEST(Answer, TheSameSeedGivesTheSameBytes) {
  WorldOptions options = *profile("mixed");
  options.hosts = 5;
  const World a(options, kStart);
  const World b(options, kStart);
  options.seed = 2;
  const World other(options, kStart);
  size_t differing = 0;
  size_t requests = 0;
  for (uint32_t host = 0; host < 5; ++host) {
    for (uint32_t number = 0; number < a.host(host).pages; number += 3) {
      const std::string path = a.path({host, number});
      Request request;
      request.method = "GET";
      request.target = path;
      Reply first;
      Reply second;
      const Moment moment = {kStart + Duration::days(3), 17};
      answer(a, host, request, moment, first);
      answer(b, host, request, moment, second);
      ASSERT_EQ(first.fields, second.fields);
      ASSERT_EQ(first.body, second.body);
      answer(other, host, request, moment, second);
      differing += first.body != second.body ? 1 : 0;
      ++requests;
    }
  }
  EXPECT_GT(differing, requests * 9 / 10);
}

TEST(Answer, StaticPagesHaveTheSizeAndLinksOfTheProfile) {
  const World world(*profile("static"), kStart);
  double bytes = 0;
  for (uint32_t number = 1; number <= 200; ++number) {
    const Reply reply = request_page(world, {.target = world.path({0, number})});
    bytes += static_cast<double>(reply.body.size());
    size_t links = 0;
    for (size_t at = 0; (at = reply.body.find("<a href", at)) != std::string::npos; ++at) ++links;
    EXPECT_EQ(links, 41U);  // 40, and the link to the home page
  }
  EXPECT_NEAR(bytes / 200, 9'500, 300);
}

TEST(Answer, AVersionChangesOneParagraphAndContainsItsNumber) {
  WorldOptions options = one_host();
  options.changes = Mix<ChangeKind>::only(ChangeKind::kPoisson);
  options.changes_per_day = 10;
  options.rate_sigma_host = options.rate_sigma_page = 0;
  const World world(options, kStart);
  const ChangeProcess process = world.process({0, 5});
  for (uint64_t number = 1; number < 60; ++number) {
    const Instant at = process.change_time(number);
    const auto before =
        lines(request_page(world, {world.path({0, 5})}, {at - Duration::microseconds(1), 1}).body);
    const auto after = lines(request_page(world, {world.path({0, 5})}, {at, 1}).body);
    ASSERT_EQ(before.size(), after.size());
    std::set<std::string> changed;
    for (size_t i = 0; i < before.size(); ++i) {
      if (before[i] != after[i]) changed.insert(after[i].substr(0, 10));
    }
    // The revision in the head, the first paragraph (which names it), and one more; all of them
    // every sixteenth time.
    EXPECT_GE(changed.size(), 2U);
    if (number % 16 != 0) {
      EXPECT_LE(changed.size(), 3U);
    } else {
      EXPECT_GE(changed.size(), 6U);
    }
  }
}

TEST(Answer, VolatilePartsChangeWithEveryRequestButAreNoVersion) {
  WorldOptions options = one_host();
  options.volatile_share = 1;
  const World world(options, kStart);
  const Reply first = request_page(world, {"/"}, {kStart, 1});
  const Reply second = request_page(world, {"/"}, {kStart, 2});
  EXPECT_NE(first.body, second.body);
  EXPECT_EQ(field(first, "ETag"), field(second, "ETag"));
  const auto a = lines(first.body);
  const auto b = lines(second.body);
  ASSERT_EQ(a.size(), b.size());
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i].starts_with("<p>") && a[i].size() > 300) {
      EXPECT_EQ(a[i], b[i]);
    }
  }
}

class Validating : public ::testing::Test {
 protected:
  // Requests a page, then the same version an hour later, then a changed version.
  void run(ValidatorKind kind) {
    WorldOptions options = one_host();
    options.validators = Mix<ValidatorKind>::only(kind);
    options.changes = Mix<ChangeKind>::only(ChangeKind::kNightly);
    const World world(options, kStart);
    const auto changes = world.process({0, 3}).changes(kStart, kStart + Duration::days(30), 2);
    const std::string path = world.path({0, 3});
    const Moment old = {changes[0], 1};
    const Moment same = {changes[0] + Duration::hours(1), 2};
    const Moment changed = {changes[1], 3};
    first = request_page(world, {path}, old);
    const TestRequest by_tag = {path, field(first, "ETag")};
    const TestRequest by_date = {path, "", field(first, "Last-Modified")};
    tag_same = request_page(world, by_tag, same);
    tag_changed = request_page(world, by_tag, changed);
    date_same = request_page(world, by_date, same);
    date_changed = request_page(world, by_date, changed);
  }
  Reply first, tag_same, tag_changed, date_same, date_changed;
};

TEST_F(Validating, HonestHostsAnswer304WhileThePageIsUnchanged) {
  run(ValidatorKind::kHonest);
  EXPECT_EQ(first.status, 200);
  EXPECT_EQ(tag_same.status, 304);
  EXPECT_TRUE(tag_same.body.empty());
  EXPECT_EQ(field(tag_same, "ETag"), field(first, "ETag"));
  EXPECT_EQ(date_same.status, 304);
  EXPECT_EQ(tag_changed.status, 200);
  EXPECT_EQ(date_changed.status, 200);
  EXPECT_NE(field(tag_changed, "ETag"), field(first, "ETag"));
  EXPECT_NE(tag_changed.body, first.body);
}

TEST_F(Validating, WeakTagsWorkWithoutADate) {
  run(ValidatorKind::kWeak);
  EXPECT_TRUE(field(first, "ETag").starts_with("W/\""));
  EXPECT_EQ(field(first, "Last-Modified"), "");
  EXPECT_EQ(tag_same.status, 304);
  EXPECT_EQ(tag_changed.status, 200);
}

TEST_F(Validating, AbsentValidatorsMean200) {
  run(ValidatorKind::kAbsent);
  EXPECT_EQ(field(first, "ETag"), "");
  EXPECT_EQ(field(first, "Last-Modified"), "");
  EXPECT_EQ(tag_same.status, 200);
}

TEST_F(Validating, FrozenHostsAnswer304AlthoughThePageChanged) {
  run(ValidatorKind::kFrozen);
  EXPECT_EQ(tag_changed.status, 304);
  EXPECT_EQ(date_changed.status, 304);
}

TEST_F(Validating, RestlessHostsAnswer200AlthoughThePageIsUnchanged) {
  run(ValidatorKind::kRestless);
  EXPECT_EQ(tag_same.status, 200);
  EXPECT_EQ(date_same.status, 200);
  EXPECT_NE(field(tag_same, "ETag"), field(first, "ETag"));
  EXPECT_EQ(tag_same.body, first.body);
}

TEST(Answer, MissingGoneAndSoft404Pages) {
  EXPECT_EQ(leaf(PageKind::kMissing).status, 404);
  EXPECT_EQ(leaf(PageKind::kGone).status, 410);
  const Reply soft = leaf(PageKind::kSoft404);
  EXPECT_EQ(soft.status, 200);
  EXPECT_NE(soft.body.find("Page not found"), std::string::npos);
}

TEST(Answer, RedirectsEndOnAnOrdinaryPage) {
  const std::pair<PageKind, int> kinds[] = {{PageKind::kMoved301, 301},
                                            {PageKind::kFound302, 302},
                                            {PageKind::kTemporary307, 307},
                                            {PageKind::kPermanent308, 308},
                                            {PageKind::kRedirectChain, 301}};
  for (const auto& [kind, status] : kinds) {
    const World world(one_host(kind), kStart);
    for (const uint32_t number : {97U, 98U}) {
      Reply reply = request_page(world, {world.path({0, number})});
      EXPECT_EQ(reply.status, status);
      int hops = 0;
      while (reply.status >= 300 && hops < 10) {
        std::string location = field(reply, "Location");
        if (location.starts_with("http://")) location = location.substr(location.find('/', 7));
        reply = request_page(world, {location});
        ++hops;
      }
      EXPECT_EQ(reply.status, 200);
      EXPECT_EQ(hops, kind == PageKind::kRedirectChain ? 5 : 1);
    }
  }
}

TEST(Answer, RedirectLoopsNeverEnd) {
  const World world(one_host(PageKind::kRedirectLoop), kStart);
  std::string location = world.path({0, 98});
  std::set<std::string> seen;
  for (int hop = 0; hop < 20; ++hop) {
    const Reply reply = request_page(world, {location});
    ASSERT_EQ(reply.status, 302);
    location = field(reply, "Location");
    seen.insert(location);
  }
  EXPECT_EQ(seen.size(), 2U);
}

TEST(Answer, RobotsDirectivesAreInMetaAndHeader) {
  EXPECT_NE(leaf(PageKind::kNoindex).body.find("content=\"noindex\""), std::string::npos);
  EXPECT_NE(leaf(PageKind::kNofollow).body.find("nofollow"), std::string::npos);
  EXPECT_EQ(field(leaf(PageKind::kNoindexHeader), "X-Robots-Tag"), "noindex");
}

TEST(Answer, HugePagesAreHuge) {
  EXPECT_GT(leaf(PageKind::kHuge).body.size(), 2'500'000U);
}

TEST(Answer, AWrongCharsetIsInTheHeader) {
  const Reply reply = leaf(PageKind::kWrongCharset);
  EXPECT_EQ(field(reply, "Content-Type"), "text/html; charset=ISO-8859-1");
}

Reply robots(RobotsKind kind, const std::function<void(WorldOptions&)>& change = {}) {
  WorldOptions options = one_host();
  options.robots = Mix<RobotsKind>::only(kind);
  if (change) change(options);
  return request_page(World(options, kStart), {"/robots.txt"});
}

TEST(Answer, RobotsTxtOfEveryKind) {
  EXPECT_EQ(robots(RobotsKind::kMissing).status, 404);
  EXPECT_EQ(robots(RobotsKind::kForbidden).status, 403);
  EXPECT_EQ(robots(RobotsKind::kServerError).status, 500);
  EXPECT_EQ(robots(RobotsKind::kTooMany).status, 429);
  EXPECT_EQ(robots(RobotsKind::kRedirect).status, 301);
  EXPECT_EQ(robots(RobotsKind::kRedirectLoop).status, 301);
  EXPECT_GT(robots(RobotsKind::kHuge).body.size(), 1'900'000U);
  EXPECT_EQ(field(robots(RobotsKind::kHtml), "Content-Type"), "text/html");
  const Reply rules = robots(RobotsKind::kRules, [](WorldOptions& options) {
    options.crawl_delay_share = 1;
    options.crawl_delay = Duration::milliseconds(1'050);
    options.sitemaps = Mix<SitemapKind>::only(SitemapKind::kGzip);
  });
  EXPECT_EQ(rules.status, 200);
  EXPECT_NE(rules.body.find("Disallow: /private/\nCrawl-delay: 1.050\n"), std::string::npos);
  EXPECT_NE(rules.body.find("Sitemap: http://h0.aquarium.test/sitemap.xml.gz"), std::string::npos);
}

TEST(Answer, AMovedRobotsTxtIsAtTheRedirectTarget) {
  WorldOptions options = one_host();
  options.robots = Mix<RobotsKind>::only(RobotsKind::kRedirect);
  const World world(options, kStart);
  const Reply moved =
      request_page(world, {field(request_page(world, {"/robots.txt"}), "Location")});
  EXPECT_EQ(moved.status, 200);
  EXPECT_NE(moved.body.find("Disallow"), std::string::npos);
}

TEST(Answer, SitemapsHaveHonestLyingOrNoDates) {
  for (const LastmodKind kind : {LastmodKind::kHonest, LastmodKind::kLying, LastmodKind::kAbsent}) {
    WorldOptions options = one_host();
    options.sitemaps = Mix<SitemapKind>::only(SitemapKind::kPlain);
    options.lastmods = Mix<LastmodKind>::only(kind);
    const World world(options, kStart);
    const Reply reply = request_page(world, {"/sitemap.xml"});
    size_t entries = 0;
    for (size_t at = 0; (at = reply.body.find("<loc>", at)) != std::string::npos; ++at) ++entries;
    EXPECT_EQ(entries, 100U);
    const bool now = reply.body.find("<lastmod>2026-01-12") != std::string::npos;
    EXPECT_EQ(now, kind == LastmodKind::kLying);
    EXPECT_EQ(reply.body.find("<lastmod>") == std::string::npos, kind == LastmodKind::kAbsent);
  }
}

TEST(Answer, ASitemapIndexListsItsParts) {
  WorldOptions options = one_host();
  options.pages_per_host = 25'000;
  options.sitemaps = Mix<SitemapKind>::only(SitemapKind::kIndex);
  const World world(options, kStart);
  EXPECT_NE(request_page(world, {"/sitemap.xml"}).body.find("/sitemap-3.xml</loc>"),
            std::string::npos);
  EXPECT_EQ(request_page(world, {"/sitemap-3.xml"}).status, 200);
  EXPECT_EQ(request_page(world, {"/sitemap-4.xml"}).status, 404);
}

TEST(Answer, FeedsListTheLatestChanges) {
  WorldOptions options = one_host();
  options.feed_share = 1;
  options.changes = Mix<ChangeKind>::only(ChangeKind::kPoisson);
  const World world(options, kStart);
  const std::string feed = request_page(world, {"/feed.xml"}).body;
  Instant before = Instant::never();
  size_t items = 0;
  for (size_t at = 0; (at = feed.find("<pubDate>", at)) != std::string::npos; ++at) {
    const auto date = http::parse_http_date(feed.substr(at + 9, 29));
    ASSERT_TRUE(date);
    EXPECT_LE(*date, before);
    before = *date;
    ++items;
  }
  EXPECT_EQ(items, 20U);
}

TEST(Answer, SessionIdsDoNotChangeThePage) {
  WorldOptions options = one_host();
  options.place_share = 1;
  const World world(options, kStart);
  const std::string path = world.path({0, 4});
  const Reply plain = request_page(world, {path});
  EXPECT_EQ(request_page(world, {path + "?sid=abc"}).body, plain.body);
  EXPECT_EQ(request_page(world, {path + ";jsessionid=17"}).body, plain.body);
  EXPECT_NE(plain.body.find("?sid="), std::string::npos);
  EXPECT_NE(plain.body.find(";jsessionid="), std::string::npos);
}

TEST(Answer, CalendarAndMazeHaveNoEnd) {
  WorldOptions options = one_host();
  options.place_share = 1;
  const World world(options, kStart);
  for (const char* entry : {"/calendar/", "/maze/"}) {
    std::string path = entry;
    std::set<std::string> seen;
    for (int step = 0; step < 100; ++step) {
      const Reply reply = request_page(world, {path});
      ASSERT_EQ(reply.status, 200) << path;
      EXPECT_TRUE(seen.insert(path).second) << path;
      const size_t link = reply.body.rfind("<a href=\"") + 9;
      const std::string next = reply.body.substr(link, reply.body.find('"', link) - link);
      path = next[0] == '/' ? next : path + next;
    }
  }
  EXPECT_EQ(request_page(world, {"/calendar/2026/13/"}).body,
            request_page(world, {"/nosuch"}).body);
}

TEST(Answer, NearDuplicatesDifferInANumber) {
  WorldOptions options = one_host();
  options.place_share = 1;
  const World world(options, kStart);
  const std::string a = request_page(world, {"/catalogue/item-1.html"}).body;
  const std::string b = request_page(world, {"/catalogue/item-2.html"}).body;
  EXPECT_NE(a, b);
  EXPECT_EQ(a.substr(a.size() - 800), b.substr(b.size() - 800));
}

TEST(Answer, HostsWithSoft404AnswerUnknownPathsWith200) {
  WorldOptions options = one_host();
  EXPECT_EQ(request_page(World(options, kStart), {"/nosuch"}).status, 404);
  options.place_share = 1;
  EXPECT_EQ(request_page(World(options, kStart), {"/nosuch"}).status, 200);
}

TEST(Answer, BusyHostsSendRetryAfter) {
  for (const HostFault fault : {HostFault::kBusy429, HostFault::kBusy503}) {
    WorldOptions options = one_host();
    options.faults = Mix<HostFault>::only(fault);
    const World world(options, kStart);
    int busy = 0;
    for (int i = 0; i < 200; ++i) {
      const Instant now = kStart + Duration::milliseconds(100) * i;
      const Reply reply = request_page(world, {"/"}, {now, 1});
      if (reply.status == 200) continue;
      ++busy;
      EXPECT_EQ(reply.status, fault == HostFault::kBusy429 ? 429 : 503);
      const auto wait =
          http::parse_retry_after(field(reply, "Retry-After"), now, Duration::days(1));
      ASSERT_TRUE(wait);
      EXPECT_EQ(request_page(world, {"/"}, {now + *wait, 1}).status, 200);
    }
    EXPECT_EQ(busy, 20);
  }
}

TEST(Answer, OtherMethodsAreNotAllowed) {
  const World world(one_host(), kStart);
  EXPECT_EQ(request_page(world, {.target = "/", .method = "POST"}).status, 405);
  EXPECT_EQ(request_page(world, {.target = "/", .method = "HEAD"}).status, 200);
}

TEST(Answer, AnyTargetGetsAReply) {
  WorldOptions options = *profile("hostile");
  options.hosts = 3;
  const World world(options, kStart);
  for (const std::string target :
       {"*", "/", "//", "/s0/p", "/s0/p1", "/s99999999999999999999/p1.html", "/hop/", "/hop/1/9",
        "/hop/99999999/1", "/loop/1/x", "/directory/-1.html", "/catalogue/item-.html",
        "/calendar/0/1/", "/calendar/9999/12/", "/sitemap-0.xml", "/private/p1.html", "/%", "?"}) {
    EXPECT_GE(request_page(world, {target}).status, 200) << target;
  }
}

}  // namespace
}  // namespace freshet::aquarium
