// Tests what a redesign changes, and what it does not change.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "aquarium/answer.h"
#include "aquarium/change_process.h"
#include "aquarium/kind_names.h"
#include "aquarium/random.h"
#include "aquarium/truth.h"
#include "aquarium/world.h"
#include "clock/civil.h"
#include "gtest/gtest.h"
#include "http/date.h"
#include "http/header_block.h"

namespace freshet::aquarium {
namespace {

constexpr Instant kStart = Instant::from_unix_seconds(1'768'200'000);
constexpr Duration kTick = Duration::microseconds(1);
constexpr Duration kRedesign = Duration::days(10) + Duration::microseconds(123);

constexpr ChangeKind kKinds[] = {ChangeKind::kPoisson, ChangeKind::kOfficeHours,
                                 ChangeKind::kNightly, ChangeKind::kBursts, ChangeKind::kNever};

ChangeProcess process(ChangeKind kind, std::optional<Instant> redesign) {
  ChangeProcess::Parameters parameters;
  parameters.kind = kind;
  parameters.per_day = 3;
  parameters.seed = mix(11);
  parameters.origin = kStart;
  parameters.redesign = redesign;
  return ChangeProcess(parameters);
}

WorldOptions small(ChangeKind changes = ChangeKind::kPoisson) {
  WorldOptions options;
  options.hosts = 4;
  options.pages_per_host = 30;
  options.changes = Mix<ChangeKind>::only(changes);
  options.changes_per_day = 1;
  options.place_share = 1;
  options.sitemaps = Mix<SitemapKind>::only(SitemapKind::kPlain);
  return options;
}
WorldOptions redesigned(WorldOptions options, Duration at = kRedesign) {
  options.redesign_at = at;
  return options;
}

struct TestRequest {
  uint32_t host = 0;
  std::string target;
  std::string if_none_match = {};
  std::string if_modified_since = {};
};
Reply request_page(const World& world, const TestRequest& sent, Instant now) {
  Request request;
  request.method = "GET";
  request.target = sent.target;
  request.if_none_match = sent.if_none_match;
  request.if_modified_since = sent.if_modified_since;
  Reply reply;
  answer(world, sent.host, request, {now, 1}, reply);
  return reply;
}
std::string field(const Reply& reply, std::string_view name) {
  return std::string(http::parse_header_block(reply.fields).headers.get(name).value_or(""));
}

// The text between tags of the body, one line for each piece.
std::vector<std::string> visible(const std::string& html) {
  std::vector<std::string> pieces;
  for (size_t at = html.find("<body>"); at != std::string::npos && at < html.size();) {
    const size_t begin = html.find('>', at) + 1;
    at = std::min(html.find('<', begin), html.size());
    std::string piece = html.substr(begin, at - begin);
    if (piece.find_first_not_of('\n') != std::string::npos) pieces.push_back(std::move(piece));
  }
  return pieces;
}
// The same without the version and date at the beginning of the first paragraph.
std::vector<std::string> undated(std::vector<std::string> pieces) {
  for (std::string& piece : pieces) {
    if (piece[0] == '(') piece.erase(0, piece.find("Z: "));
  }
  return pieces;
}

TEST(Redesign, IsOneMoreChangeAndDoesNotMoveOthers) {
  for (const ChangeKind kind : kKinds) {
    SCOPED_TRACE(name(kind));
    const Instant redesign = kStart + kRedesign;
    const Instant end = kStart + Duration::days(40);
    std::vector<Instant> expected = process(kind, std::nullopt).changes(kStart, end, 1'000);
    expected.insert(std::upper_bound(expected.begin(), expected.end(), redesign), redesign);
    const ChangeProcess changes = process(kind, redesign);
    EXPECT_EQ(changes.changes(kStart, end, 1'000), expected);
    for (size_t i = 0; i < expected.size(); ++i) {
      EXPECT_EQ(changes.version_at(expected[i]), i + 1);
      EXPECT_EQ(changes.version_at(expected[i] - kTick), i);
      EXPECT_EQ(changes.change_time(i + 1), expected[i]);
    }
  }
}

TEST(Redesign, AtTheTimeOfAnotherChangeCountsSeparately) {
  const Instant edit = process(ChangeKind::kPoisson, std::nullopt).change_time(5);
  const ChangeProcess changes = process(ChangeKind::kPoisson, edit);
  EXPECT_EQ(changes.version_at(edit - kTick), 4U);
  EXPECT_EQ(changes.version_at(edit), 6U);
  EXPECT_EQ(changes.change_time(5), edit);
  EXPECT_EQ(changes.change_time(6), edit);
  EXPECT_GT(changes.change_time(7), edit);
}

TEST(Redesign, AddsVisibleTextToEveryPagePermanently) {
  WorldOptions options = redesigned(small());
  options.writings = Mix<Writing>().with(Writing::kEnglish, 1).with(Writing::kKoreanEucKr, 1);
  const World world(options, kStart);
  const Instant redesign = kStart + kRedesign;
  for (uint32_t host = 0; host < world.host_count(); ++host) {
    std::string banner;
    for (uint32_t number = 0; number < world.host(host).pages; ++number) {
      const TestRequest page = {host, world.path({host, number})};
      const auto before = undated(visible(request_page(world, page, redesign - kTick).body));
      const auto after = undated(visible(request_page(world, page, redesign).body));
      ASSERT_EQ(after.size(), before.size() + 2) << page.target;
      // A banner at the top and a line at the bottom, the same on all pages of the host.
      if (banner.empty()) banner = after.front() + after.back();
      EXPECT_EQ(after.front() + after.back(), banner);
      EXPECT_GT(after.front().size(), 20U);
      EXPECT_GT(after.back().size(), 20U);
      EXPECT_EQ(std::vector(after.begin() + 1, after.end() - 1), before);
      const auto later = visible(request_page(world, page, redesign + Duration::days(100)).body);
      EXPECT_EQ(later.front() + later.back(), banner);
    }
  }
}

TEST(Redesign, DoesNotChangeTheTextOfLaterVersions) {
  const World plain(small(), kStart);
  const World world(redesigned(small()), kStart);
  for (uint32_t number = 0; number < 30; ++number) {
    const TestRequest page = {1, plain.path({1, number})};
    for (int day = 0; day < 40; ++day) {
      const Instant now = kStart + Duration::days(day);
      auto expected = undated(visible(request_page(plain, page, now).body));
      auto found = undated(visible(request_page(world, page, now).body));
      if (now >= kStart + kRedesign) {
        found.erase(found.begin());
        found.pop_back();
      }
      ASSERT_EQ(found, expected) << page.target << " on day " << day;
    }
  }
}

TEST(Redesign, IsCountedInTheTruthOfEveryAddress) {
  const World plain(small(), kStart);
  const World world(redesigned(small()), kStart);
  const Instant redesign = kStart + kRedesign;
  uint64_t changed = 0;
  for (uint32_t host = 0; host < world.host_count(); ++host) {
    for (uint64_t index = 0; index < address_count(world, host); ++index) {
      const PageTruth before = truth_at(world, host, index, redesign - kTick);
      const PageTruth after = truth_at(world, host, index, redesign);
      EXPECT_EQ(after.version.number, before.version.number + 1) << after.url;
      EXPECT_EQ(after.version.since, redesign);
      const Instant later = redesign + Duration::days(30);
      EXPECT_EQ(truth_at(world, host, index, later).version.number,
                truth_at(plain, host, index, later).version.number + 1);
      const auto process = process_of(world, after.url);
      ASSERT_TRUE(process) << after.url;
      EXPECT_EQ(process->changes(redesign - kTick, redesign, 10), std::vector<Instant>{redesign});
      EXPECT_NE(
          request_page(world, {host, after.url.substr(after.url.find('/', 7))}, redesign - kTick)
              .body,
          request_page(world, {host, after.url.substr(after.url.find('/', 7))}, redesign).body);
      ++changed;
    }
  }
  // Pages, near-duplicates (the first hosts have all places) and the list of hosts.
  EXPECT_EQ(changed, 4U * (30 + 50) + 1);
}

TEST(Redesign, ChangesValidatorsAndSitemap) {
  const World world(redesigned(small(ChangeKind::kNever)), kStart);
  const Instant redesign = kStart + kRedesign;
  const TestRequest page = {1, world.path({1, 7})};
  const Reply before = request_page(world, page, redesign - kTick);
  const Reply after = request_page(world, page, redesign);
  EXPECT_NE(field(after, "ETag"), field(before, "ETag"));
  EXPECT_EQ(field(after, "Last-Modified"), http::format_http_date(redesign));
  const TestRequest by_tag = {1, page.target, field(before, "ETag")};
  EXPECT_EQ(request_page(world, by_tag, redesign - kTick).status, 304);
  EXPECT_EQ(request_page(world, by_tag, redesign).status, 200);
  const TestRequest by_date = {1, page.target, "", field(before, "Last-Modified")};
  EXPECT_EQ(request_page(world, by_date, redesign).status, 200);
  const TestRequest now_by_tag = {1, page.target, field(after, "ETag")};
  EXPECT_EQ(request_page(world, now_by_tag, redesign + Duration::days(90)).status, 304);

  const std::string lastmod = "<lastmod>" + format_iso8601(redesign) + "</lastmod>";
  const auto count = [&](Instant now) {
    const std::string body = request_page(world, {1, "/sitemap.xml"}, now).body;
    size_t found = 0;
    for (size_t at = 0; (at = body.find(lastmod, at)) != std::string::npos; ++at) ++found;
    return found;
  };
  EXPECT_EQ(count(redesign - Duration::seconds(1)), 0U);
  EXPECT_EQ(count(redesign), 30U);
}

TEST(Redesign, AffectsExactlyItsShareOfHosts) {
  WorldOptions options = redesigned(small());
  options.redesign_share = 0.5;
  const World plain(small(), kStart);
  const World world(options, kStart);
  const Instant now = kStart + Duration::days(20);
  int hit = 0;
  for (uint32_t host = 0; host < world.host_count(); ++host) {
    const bool is_hit = world.is_redesigned(host, now);
    hit += is_hit ? 1 : 0;
    EXPECT_FALSE(world.is_redesigned(host, kStart));
    for (uint32_t number = 0; number < 30; ++number) {
      const TestRequest page = {host, world.path({host, number})};
      const Reply with = request_page(world, page, now);
      const Reply without = request_page(plain, page, now);
      EXPECT_EQ(with.fields == without.fields, !is_hit);
      EXPECT_EQ(with.body == without.body, !is_hit);
    }
  }
  EXPECT_EQ(hit, 2);
}

// No page is created after the world's start, but places without end have addresses that were never
// requested before.
TEST(Redesign, AppliesToAddressesThatAreFirstSeenAfterIt) {
  const World plain(small(), kStart);
  const World world(redesigned(small(), Duration()), kStart);
  const std::string banner = visible(request_page(world, {1, "/"}, kStart).body).front();
  for (const char* target : {"/s0/p3.html", "/calendar/2031/7/", "/maze/x1/x2/",
                             "/catalogue/item-3.html", "/no/such/page"}) {
    EXPECT_EQ(visible(request_page(world, {1, target}, kStart).body).front(), banner) << target;
    EXPECT_NE(visible(request_page(plain, {1, target}, kStart).body).front(), banner) << target;
  }
}

}  // namespace
}  // namespace freshet::aquarium
