#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "aquarium/kinds.h"
#include "clock/instant.h"
#include "result/result.h"

namespace freshet::aquarium {

// What a world is made from. The defaults are the `static` profile: plain, healthy, unchanging
// pages of about 9.5 kB with 40 links.
//
// A mix over hosts is dealt out in exact proportion (10 hosts and a share of 0.2 are 2 hosts), one
// over pages by independent draws. Host 0 leads to all others, so it is healthy wherever the mixes
// have hosts without faults and with rules in robots.txt.
struct WorldOptions {
  uint64_t seed = 1;
  std::string domain = "aquarium.test";  // hosts are h0.DOMAIN, h1.DOMAIN, ...
  uint16_t url_port = 80;                // as it stands in the world's URLs; 80 is not written

  uint32_t hosts = 10;
  // Lognormal around this median, at least 1; the same for all where sigma is 0.
  uint32_t pages_per_host = 1'000;
  double pages_sigma = 0;
  uint32_t max_pages_per_host = 10'000'000;

  uint32_t page_bytes = 9'500;  // median
  double page_bytes_sigma = 0;
  uint32_t links_within = 36;  // on each page, to pages of its host
  uint32_t links_across = 4;   // to pages of others
  // Links in all their forms: relative, absolute, with a fragment, nofollow. Else /path only.
  bool varied_links = false;

  Mix<ChangeKind> changes = Mix<ChangeKind>::only(ChangeKind::kNever);
  // ln(rate) = ln(changes_per_day) + N(0, rate_sigma_host) + N(0, rate_sigma_page)
  double changes_per_day = 0.05;
  double rate_sigma_host = 1.4;
  double rate_sigma_page = 1.4;
  double max_changes_per_day = 96;
  // Versions are counted from this long before the world's start.
  Duration history = Duration::days(30);

  // A redesign: this long after the world's start (virtual time) every page of the hosts that it
  // hits gets a new template for good, and the truth counts that as a change of each. No redesign
  // if it is not set.
  std::optional<Duration> redesign_at;
  double redesign_share = 1;  // of hosts

  Mix<ValidatorKind> validators = Mix<ValidatorKind>::only(ValidatorKind::kHonest);
  Mix<RobotsKind> robots = Mix<RobotsKind>::only(RobotsKind::kMissing);
  Mix<SitemapKind> sitemaps = Mix<SitemapKind>::only(SitemapKind::kNone);
  Mix<LastmodKind> lastmods = Mix<LastmodKind>::only(LastmodKind::kHonest);
  Mix<HostFault> faults = Mix<HostFault>::only(HostFault::kNone);
  Mix<Writing> writings = Mix<Writing>::only(Writing::kEnglish);
  Mix<PageKind> pages = Mix<PageKind>::only(PageKind::kOrdinary);  // of pages without children

  double place_share = 0;        // of hosts, for each Place by itself
  double crawl_delay_share = 0;  // of the hosts that have rules
  Duration crawl_delay = Duration::seconds(1);
  double feed_share = 0;
  double gzip_share = 0;  // for clients that accept it
  double chunked_share = 0;
  double volatile_share = 0;  // of pages: parts that are new with every request

  // Real time before the first byte: lognormal per host around the median; at the host's busiest
  // hour (1 + latency_swing) times that, twelve hours later the bare value.
  Duration latency;
  double latency_sigma = 0;
  double latency_swing = 0;

  Duration slow = Duration::seconds(3);  // real time; slow pages, robots.txt and office hours
  double slow_by_day_share = 0;          // of hosts, not of host 0: from 9 to 17 h UTC
  // kBusy429 and kBusy503: this long out of every period (virtual time; the phase is the host's).
  Duration busy_length = Duration::seconds(2);
  Duration busy_period = Duration::seconds(20);
  // kOutage: once, for this long, beginning at a time of the host's own within outage_within of the
  // start (virtual time).
  Duration outage_length = Duration::minutes(1);
  Duration outage_within = Duration::minutes(5);

  size_t huge_page_bytes = 3'000'000;
  size_t huge_robots_bytes = 2'000'000;
  uint32_t near_duplicates = 50;  // on a host that has the place
};

// "static": the defaults. "changing": healthy, changes of every kind, for measuring freshness.
// "mixed": a bit of everything, for rehearsal. "hostile": mostly trouble.
std::optional<WorldOptions> profile(std::string_view name);
inline constexpr std::string_view kProfiles = "static, changing, mixed, hostile";

// What a person may have got wrong: shares outside 0..1, no hosts, a burst longer than its period.
Status check(const WorldOptions& options);

}  // namespace freshet::aquarium
