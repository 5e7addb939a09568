#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "digest/sha.h"
#include "store/store.h"

namespace freshet::store {

// Returns why the tests of a maker's store must be skipped; empty: they can run.
template <typename Maker>
std::string what_is_missing() {
  if constexpr (requires { Maker::missing(); })
    return Maker::missing();
  else
    return "";
}

inline Instant at(int64_t seconds) {
  return Instant::from_unix_seconds(seconds);
}

inline constexpr Instant kFirstInstant =
    Instant::from_unix_microseconds(std::numeric_limits<int64_t>::min());

inline PageKey key_of(uint64_t site, uint64_t page) {
  return {.site = {site}, .page = {page}};
}

// A page of the site `site` in the shard `shard`.
inline PageKey key_in(ShardId shard, uint64_t site, uint64_t page) {
  return key_of((uint64_t{shard} << 56) | site, page);
}

inline Item sample_item(const PageKey& page) {
  return {.page = page,
          .recipe = "shop",
          .rules = ~uint64_t{5},
          .key = "k" + std::to_string(page.page.value),
          .fields = R"({"title":"a"})",
          .records = R"({"review":[{"stars":4}]})",
          .first_seen = at(1'700'000'000),
          .last_change = at(1'700'000'100)};
}

// Every value of a stored enumeration.
template <typename Enum>
std::vector<Enum> all_values() {
  std::vector<Enum> values;
  for (int number = 0; number <= 255; ++number) {
    if (is_known(static_cast<Enum>(number))) values.push_back(static_cast<Enum>(number));
  }
  return values;
}

// A page that was admitted and not visited yet.
inline PageState waiting_page(const PageKey& key, Instant next_visit) {
  PageState page;
  page.key = key;
  page.url = "https://example.com/" + std::to_string(key.page.value);
  page.first_seen = at(1'700'000'000);
  page.next_visit = next_visit;
  return page;
}

// A visited page, with distinct values in its fields where their types allow it.
inline PageState visited_page(const PageKey& key, Instant next_visit) {
  PageState page = waiting_page(key, next_visit);
  page.depth = 3;
  page.last_visit = at(1'700'000'100);
  page.last_success = at(1'700'000'200);
  page.last_change = at(1'700'000'300);
  page.gone_since = at(1'700'000'400);
  page.left = at(1'700'000'500);
  page.result = VisitResult::kChanged;
  page.http_status = 200;
  page.failures = 2;
  page.size = 12'345;
  page.etag = "W/\"abc\"";
  page.last_modified = "Sun, 15 Nov 2026 07:09:34 GMT";
  page.content = digest::sha256("body");
  page.simhash = {0x0123456789ABCDEF};
  page.duplicate_of = key_of(7, 8);
  page.redirect_to = "https://example.com/elsewhere";
  page.archived = {.file = 12, .offset = 3'456'789'012};
  page.title = "A title: \xED\x95\x9C";
  page.history = std::string("\0\x01\xFF", 3);
  page.importance = 0.25F;
  page.redirects = 1;
  page.sitemap = page.noindex = page.truncated = true;
  page.own_modified = at(1'600'000'000);
  page.own_published = at(1'500'000'000);
  return page;
}

// The times of a page that may be missing.
inline constexpr std::optional<Instant> PageState::*kOptionalTimes[] = {
    &PageState::last_visit,   &PageState::last_success, &PageState::last_change,
    &PageState::gone_since,   &PageState::left,         &PageState::own_modified,
    &PageState::own_published};

// A page with every field at an end of its range.
inline PageState extreme_page(const PageKey& key) {
  PageState page;
  page.key = key;
  page.url = std::string(2'000'000, 'u');
  page.depth = std::numeric_limits<uint16_t>::max();
  page.first_seen = kFirstInstant;
  page.last_visit = Instant::never();
  page.last_success = Instant::from_unix_microseconds(-1);
  page.last_change = Instant::from_unix_microseconds(1);
  page.next_visit = Instant::from_unix_microseconds(std::numeric_limits<int64_t>::max() - 1);
  page.result = all_values<VisitResult>().back();
  page.http_status = std::numeric_limits<uint16_t>::max();
  page.failures = std::numeric_limits<uint8_t>::max();
  page.size = std::numeric_limits<uint64_t>::max();
  page.etag = std::string(1, '\0');
  page.last_modified = std::string(70'000, '\xFF');
  page.content.bytes.fill(0xFF);
  page.simhash = {std::numeric_limits<uint64_t>::max()};
  page.duplicate_of = PageKey();
  page.redirect_to = "\n";
  page.archived = {.writer = std::numeric_limits<uint16_t>::max(),
                   .file = std::numeric_limits<uint32_t>::max(),
                   .offset = std::numeric_limits<uint64_t>::max()};
  page.title = std::string(300, 't');
  page.history = std::string(4'096, '\x80');
  page.importance = -std::numeric_limits<float>::denorm_min();
  page.redirects = std::numeric_limits<uint8_t>::max();
  page.truncated = true;
  page.listed_on = key_of(7, 8);
  return page;
}

inline SiteState sample_site(uint64_t id) {
  SiteState site;
  site.id = {id};
  site.text = "https://host" + std::to_string(id) + ".example";
  site.in_scope = id % 2 == 0;
  site.discovered = at(1);
  site.next_allowed = at(2);
  site.resting_until = at(3);
  site.failures = 4;
  site.crawl_delay = Duration::milliseconds(5'500);
  site.robots_fetched = at(6);
  site.robots_status = 404;
  site.robots_body = "User-agent: *\nDisallow: /\n";
  site.pages = 7;
  site.waiting = 8;
  site.learned = std::string("\0learned", 8);
  return site;
}

inline SiteState extreme_site(uint64_t id) {
  SiteState site;
  site.id = {id};
  site.text = std::string(5'000, 's');
  site.in_scope = false;
  site.discovered = kFirstInstant;
  site.next_allowed = Instant::never();
  site.resting_until = Instant::never();
  site.failures = std::numeric_limits<uint16_t>::max();
  site.crawl_delay = Duration::microseconds(std::numeric_limits<int64_t>::min());
  site.robots_fetched = Instant::from_unix_microseconds(-1);
  site.robots_status = std::numeric_limits<uint16_t>::max();
  site.robots_body = std::string(512'000, '\0');
  site.pages = std::numeric_limits<uint64_t>::max();
  site.waiting = std::numeric_limits<uint64_t>::max();
  site.learned = std::string("\0learned", 8);
  return site;
}

inline UnadmittedUrl sample_unadmitted(const PageKey& key, UnadmittedReason reason,
                                       uint16_t depth) {
  return {.key = key,
          .url = "https://example.com/" + std::to_string(key.page.value),
          .reason = reason,
          .depth = depth,
          .redirects = 2,
          .sitemap = true,
          .found_on = key_of(7, 8),
          .found_at = at(1'700'000'000)};
}

// A discovery with every field set.
inline Discovery sample_discovery(const PageKey& key, Instant found_at) {
  return {.key = key,
          .url = "https://example.com/" + std::to_string(key.page.value),
          .depth = 3,
          .redirects = 2,
          .sitemap = true,
          .may_lie_elsewhere = true,
          .records_refusal = false,
          .refused = UnadmittedReason::kNofollow,
          .found_on = key_of(7, 8),
          .listed_on = key_of(9, 10),
          .listed_date = at(1'600'000'000),
          .found_at = found_at};
}

// Links of every kind: to the page's own site and to others, with and without nofollow, and to the
// page itself.
inline PageLinks sample_links(const PageKey& from, size_t count) {
  PageLinks links{.from = from, .to = {}};
  for (size_t i = 0; i < count; ++i) {
    const uint64_t site = i % 3 == 0 ? from.site.value + i : from.site.value;
    links.to.push_back({.key = key_of(site, ~uint64_t{i}), .nofollow = i % 5 == 1});
  }
  if (count > 0) links.to.back().key = from;
  return links;
}

}  // namespace freshet::store
