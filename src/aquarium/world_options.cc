#include "aquarium/world_options.h"

#include <utility>

#include "url/url.h"

namespace freshet::aquarium {
namespace {

constexpr uint32_t kMaxHosts = 5'000'000;
constexpr uint32_t kMaxShopItems = 50'000;  // they fit into one sitemap
constexpr Duration kLatestRedesign = Duration::days(36'500);

void make_changing(WorldOptions& options) {
  options.changes = Mix<ChangeKind>()
                        .with(ChangeKind::kPoisson, 0.5)
                        .with(ChangeKind::kOfficeHours, 0.2)
                        .with(ChangeKind::kNightly, 0.1)
                        .with(ChangeKind::kBursts, 0.1)
                        .with(ChangeKind::kNever, 0.1);
  options.pages_per_host = 200;
  options.pages_sigma = 1;
  options.page_bytes_sigma = 0.5;
  options.volatile_share = 0.2;
}

void make_mixed(WorldOptions& options) {
  make_changing(options);
  options.hosts = 40;
  options.varied_links = true;
  options.validators = Mix<ValidatorKind>()
                           .with(ValidatorKind::kHonest, 0.5)
                           .with(ValidatorKind::kAbsent, 0.2)
                           .with(ValidatorKind::kWeak, 0.1)
                           .with(ValidatorKind::kFrozen, 0.1)
                           .with(ValidatorKind::kRestless, 0.1);
  options.robots = Mix<RobotsKind>()
                       .with(RobotsKind::kRules, 0.5)
                       .with(RobotsKind::kMissing, 0.2)
                       .with(RobotsKind::kForbidden, 0.05)
                       .with(RobotsKind::kSlow, 0.05)
                       .with(RobotsKind::kHuge, 0.05)
                       .with(RobotsKind::kRedirect, 0.05)
                       .with(RobotsKind::kHtml, 0.05)
                       .with(RobotsKind::kServerError, 0.05);
  options.sitemaps = Mix<SitemapKind>()
                         .with(SitemapKind::kNone, 0.4)
                         .with(SitemapKind::kPlain, 0.3)
                         .with(SitemapKind::kIndex, 0.15)
                         .with(SitemapKind::kGzip, 0.15);
  options.lastmods = Mix<LastmodKind>()
                         .with(LastmodKind::kHonest, 0.6)
                         .with(LastmodKind::kLying, 0.2)
                         .with(LastmodKind::kAbsent, 0.2);
  options.faults = Mix<HostFault>()
                       .with(HostFault::kNone, 0.85)
                       .with(HostFault::kBusy429, 0.05)
                       .with(HostFault::kBusy503, 0.05)
                       .with(HostFault::kOutage, 0.05);
  options.writings = Mix<Writing>()
                         .with(Writing::kEnglish, 0.4)
                         .with(Writing::kKorean, 0.25)
                         .with(Writing::kKoreanEucKr, 0.15)
                         .with(Writing::kFrenchWindows1252, 0.1)
                         .with(Writing::kJapaneseShiftJis, 0.1);
  options.pages = Mix<PageKind>::only(PageKind::kOrdinary)
                      .with(PageKind::kPrivate, 0.05)
                      .with(PageKind::kNoindex, 0.01)
                      .with(PageKind::kNofollow, 0.01)
                      .with(PageKind::kNoindexHeader, 0.01)
                      .with(PageKind::kHuge, 0.001)
                      .with(PageKind::kBroken, 0.02)
                      .with(PageKind::kWrongCharset, 0.01)
                      .with(PageKind::kMissing, 0.02)
                      .with(PageKind::kGone, 0.01)
                      .with(PageKind::kSoft404, 0.005)
                      .with(PageKind::kMoved301, 0.01)
                      .with(PageKind::kFound302, 0.01)
                      .with(PageKind::kTemporary307, 0.005)
                      .with(PageKind::kPermanent308, 0.005)
                      .with(PageKind::kRedirectChain, 0.005)
                      .with(PageKind::kRedirectLoop, 0.002)
                      .with(PageKind::kRedirectPrivate, 0.002)
                      .with(PageKind::kTruncated, 0.002)
                      .with(PageKind::kEndless, 0.001)
                      .with(PageKind::kReset, 0.002)
                      .with(PageKind::kEmpty, 0.002)
                      .with(PageKind::kSlow, 0.002);
  options.place_share = 0.1;
  options.crawl_delay_share = 0.1;
  options.feed_share = 0.3;
  options.gzip_share = 0.5;
  options.chunked_share = 0.3;
  options.latency = Duration::milliseconds(20);
  options.latency_sigma = 0.7;
  options.latency_swing = 1;
}

void make_hostile(WorldOptions& options) {
  make_mixed(options);
  for (double& weight : options.robots.weight) weight = 1;
  for (double& weight : options.faults.weight) weight = 1;
  for (double& weight : options.validators.weight) weight = 1;
  for (double& weight : options.pages.weight) weight = 1;
  options.place_share = 0.5;
}

void make_shop(WorldOptions& options) {
  options.hosts = 1;
  options.pages_per_host = 2'000;
  options.robots = Mix<RobotsKind>::only(RobotsKind::kRules);
  options.sitemaps = Mix<SitemapKind>::only(SitemapKind::kPlain);
  options.lastmods = Mix<LastmodKind>().with(LastmodKind::kHonest, 2).with(LastmodKind::kAbsent, 1);
  options.validators = Mix<ValidatorKind>::only(ValidatorKind::kAbsent);
  options.shop.emplace();
}

Status check_shop(const WorldOptions& options) {
  const ShopOptions& shop = *options.shop;
  if (options.pages_per_host > kMaxShopItems) {
    return fail("a shop must have at most " + std::to_string(kMaxShopItems) + " items");
  }
  const double shares[] = {shop.share_at_start, shop.arrivals_per_day, shop.deleted_share};
  for (const double share : shares) {
    if (!(share >= 0 && share <= 1)) return fail("the shares of a shop must be between 0 and 1");
  }
  if (!(shop.price_changes_per_day >= 0 && shop.price_changes_per_day <= 1'000)) {
    return fail("the prices of a shop must change between 0 and 1000 times a day");
  }
  return Done();
}

}  // namespace

std::optional<WorldOptions> profile(std::string_view name) {
  WorldOptions options;
  if (name == "static") return options;
  if (name == "changing") {
    make_changing(options);
  } else if (name == "mixed") {
    make_mixed(options);
  } else if (name == "hostile") {
    make_hostile(options);
  } else if (name == "shop") {
    make_shop(options);
  } else {
    return std::nullopt;
  }
  return options;
}

Status check(const WorldOptions& options) {
  if (options.hosts == 0 || options.hosts > kMaxHosts) {
    return fail("the number of hosts must be between 1 and " + std::to_string(kMaxHosts));
  }
  if (options.pages_per_host == 0 || options.max_pages_per_host == 0) {
    return fail("a host must have at least one page");
  }
  if (options.links_within > 1'000 || options.links_across > 1'000) {
    return fail("a page can have at most 1000 links within its host, and 1000 to other hosts");
  }
  const std::pair<double, const char*> shares[] = {
      {options.place_share, "places"},
      {options.crawl_delay_share, "crawl delays"},
      {options.feed_share, "feeds"},
      {options.gzip_share, "hosts with gzip"},
      {options.chunked_share, "hosts with chunked replies"},
      {options.volatile_share, "volatile pages"},
      {options.slow_by_day_share, "hosts that are slow by day"},
      {options.redesign_share, "hosts with a redesign"}};
  for (const auto& [share, what] : shares) {
    if (!(share >= 0 && share <= 1))
      return fail(std::string("the share of ") + what + " must be between 0 and 1");
  }
  const double sigmas[] = {options.pages_sigma, options.page_bytes_sigma, options.rate_sigma_host,
                           options.rate_sigma_page, options.latency_sigma};
  for (const double sigma : sigmas) {
    if (!(sigma >= 0 && sigma <= 10)) return fail("a sigma must be between 0 and 10");
  }
  constexpr double kMaxChanges = 1'000;
  if (!(options.changes_per_day >= 0 && options.max_changes_per_day <= kMaxChanges)) {
    return fail("the changes of a page must be between 0 and 1000 a day");
  }
  if (options.redesign_at.value_or(Duration()) < Duration() ||
      options.redesign_at.value_or(Duration()) > kLatestRedesign) {
    return fail("a redesign must be between 0 and 100 years after the start");
  }
  if (options.busy_period <= Duration() || options.busy_length > options.busy_period) {
    return fail("the busy time of a host must not be longer than its period");
  }
  if (options.shop) {
    if (Status sound = check_shop(options); !sound) return sound;
  }
  if (!url::parse("http://h0." + options.domain + "/")) {
    return fail("not a domain: " + options.domain);
  }
  return Done();
}

}  // namespace freshet::aquarium
