#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "aquarium/mix.h"
#include "clock/instant.h"
#include "result/result.h"

namespace freshet::aquarium {

// The life of the items of a shop (shop.h).
struct ShopOptions {
  double share_at_start = 0.7;         // of the items that are ever on offer
  double arrivals_per_day = 0.005;     // as a share of these; on working days
  double deleted_share = 0.35;         // of the items
  double price_changes_per_day = 0.1;  // the median of the items
};

// The parameters of a world. The defaults are the profile `static`: plain pages of about 9.5 kB
// with 40 links, which never change, on hosts without faults.
//
// Shares of hosts are exact (of 10 hosts, a share of 0.2 is 2 hosts). Shares of pages are
// independent draws. Host 0 links to all others. So it has no fault, and rules in robots.txt, if
// the shares of these are not 0.
struct WorldOptions {
  uint64_t seed = 1;
  std::string domain = "aquarium.test";  // hosts are h0.DOMAIN, h1.DOMAIN, ...
  uint16_t url_port = 80;                // the port in URLs; 80 is not written

  uint32_t hosts = 10;
  // Lognormal with this median, and at least 1; if sigma is 0, all hosts have the same number.
  uint32_t pages_per_host = 1'000;
  double pages_sigma = 0;
  uint32_t max_pages_per_host = 10'000'000;

  uint32_t page_bytes = 9'500;  // median
  double page_bytes_sigma = 0;
  uint32_t links_within = 36;  // links on each page to pages of its host
  uint32_t links_across = 4;   // links on each page to any hosts
  // Write links in many forms: relative, absolute, with a fragment, nofollow. Otherwise only as
  // /path.
  bool varied_links = false;

  Mix<ChangeKind> changes = Mix<ChangeKind>::only(ChangeKind::kNever);
  // ln(rate) = ln(changes_per_day) + N(0, rate_sigma_host) + N(0, rate_sigma_page)
  double changes_per_day = 0.05;
  double rate_sigma_host = 1.4;
  double rate_sigma_page = 1.4;
  double max_changes_per_day = 96;
  // How long before the world's start the counting of versions begins.
  Duration history = Duration::days(30);

  // A redesign: at this virtual time after the world's start, every page of the affected hosts gets
  // a new template permanently. The truth counts that as one change of each page. If not set, there
  // is none.
  std::optional<Duration> redesign_at;
  double redesign_share = 1;  // of hosts

  Mix<ValidatorKind> validators = Mix<ValidatorKind>::only(ValidatorKind::kHonest);
  Mix<RobotsKind> robots = Mix<RobotsKind>::only(RobotsKind::kMissing);
  Mix<SitemapKind> sitemaps = Mix<SitemapKind>::only(SitemapKind::kNone);
  Mix<LastmodKind> lastmods = Mix<LastmodKind>::only(LastmodKind::kHonest);
  Mix<HostFault> faults = Mix<HostFault>::only(HostFault::kNone);
  Mix<Writing> writings = Mix<Writing>::only(Writing::kEnglish);
  Mix<PageKind> pages = Mix<PageKind>::only(PageKind::kOrdinary);  // of leaves

  double place_share = 0;        // of hosts, for each Place separately
  double crawl_delay_share = 0;  // of the hosts that have rules
  Duration crawl_delay = Duration::seconds(1);
  double feed_share = 0;
  double gzip_share = 0;  // for clients that accept it
  double chunked_share = 0;
  double volatile_share = 0;  // of pages with parts that change with every request

  // Real time before the first byte: for each host lognormal with this median. At the host's
  // busiest hour it is (1 + latency_swing) times that value, twelve hours later the value itself.
  Duration latency;
  double latency_sigma = 0;
  double latency_swing = 0;

  Duration slow = Duration::seconds(
      3);  // real time; of slow pages, slow robots.txt, and hosts that are slow by day
  double slow_by_day_share = 0;  // of hosts (except host 0) that are slow from 9 to 17 h UTC
  // kBusy429 and kBusy503: busy for this long in every period (virtual time); each host has its own
  // phase.
  Duration busy_length = Duration::seconds(2);
  Duration busy_period = Duration::seconds(20);
  // kOutage: one outage of this length, which begins at a random time within outage_within after
  // the start (virtual time).
  Duration outage_length = Duration::minutes(1);
  Duration outage_within = Duration::minutes(5);

  size_t huge_page_bytes = 3'000'000;
  size_t huge_robots_bytes = 2'000'000;
  uint32_t near_duplicates = 50;  // on a host with Place::kNearDuplicates

  // If set, every host is a shop. Then pages_per_host is the number of items that it ever offers,
  // and of the options above only those about robots.txt, faults, replies, latency, the dates of
  // sitemaps and the redesign have an effect.
  std::optional<ShopOptions> shop;
};

// Returns the options of a profile. "static": the defaults. "changing": no faults and changes of
// every kind, to measure freshness. "mixed": some of everything. "hostile": mostly faults. "shop":
// one host that sells 2,000 items, which is mostly pages that are no items.
std::optional<WorldOptions> profile(std::string_view name);
inline constexpr std::string_view kProfiles = "static, changing, mixed, hostile, shop";

// Returns an error for options that are not valid, such as a share outside 0..1 or a world without
// hosts.
Status check(const WorldOptions& options);

}  // namespace freshet::aquarium
