// What is found out about hosts: their addresses and their robots.txt.
#include <algorithm>

#include "crawl/failure_words.h"
#include "crawl/keeper.h"
#include "crawl/keys.h"
#include "http/retry_after.h"

namespace freshet::crawl {
namespace {

using store::VisitResult;

// Doubles with each failure; bounded.
Duration backoff(Duration first, int failures, Duration longest) {
  Duration delay = first;
  for (int i = 1; i < failures && delay < longest; ++i) delay = delay * 2;
  return std::min(delay, longest);
}

uint64_t address_key(const fetch::Address& address) {
  const auto& bytes = address.bytes();
  const std::string_view view(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return std::max<uint64_t>(digest::fingerprint(view).value, 1);
}

}  // namespace

void Keeper::on_resolved(Outstanding outstanding, Completed completed, Instant now) {
  SiteEntry& entry = sites_.at(outstanding.site.value);
  if (std::holds_alternative<fetch::Reply>(completed.outcome)) {
    entry.resolve_failures = 0;
    seeds_.set_resolves(outstanding.site, true);
    recall_rules(entry, now);
    frontier_.set_address(outstanding.site,
                          completed.address ? address_key(*completed.address) : 0);
    return;
  }
  if (std::holds_alternative<fetch::AddressRefused>(completed.outcome)) {
    log_.warning("a private address is refused; see net.allow_private",
                 {{"site", entry.state.text}});
    give_up(outstanding.site, VisitResult::kExcluded, "address_refused", now);
    frontier_.hold_back(outstanding.site, Instant::never());
    return;
  }
  ++entry.resolve_failures;
  const Duration delay =
      backoff(options_.retry.first, entry.resolve_failures, options_.politeness.longest_rest);
  frontier_.hold_back(outstanding.site, now + delay);
  // Where nobody can tell, the network may be at fault, and the pages wait for another time.
  const bool is_known_to_be_none = std::holds_alternative<fetch::NoAddress>(completed.outcome);
  if (is_known_to_be_none && entry.resolve_failures >= options_.retry.attempts) {
    give_up(outstanding.site, VisitResult::kUnreachable, fetch::name(completed.outcome), now);
  } else if (is_known_to_be_none) {
    seeds_.set_resolves(outstanding.site, false);
    give_up_unresolved_seeds(now);
  }
}

bool Keeper::is_held_back(const store::SiteState& site) {
  if (site.robots_fetched == Instant()) return false;
  // Redirects were followed when it was fetched: one that is left led nowhere.
  return robots::robots_meaning(site.robots_status, robots::kMostRobotsRedirects) ==
         robots::RobotsStatus::kHoldBack;
}

// The rules that an earlier run was given, while they are good: a restart is no reason to ask, and
// with a long Crawl-delay asking would cost the page its turn.
void Keeper::recall_rules(SiteEntry& entry, Instant now) {
  store::SiteState& site = entry.state;
  const Instant good_until = site.robots_fetched + options_.robots_lifetime;
  const bool is_good = site.robots_fetched != Instant() && site.robots_fetched <= now &&
                       now < good_until && !is_held_back(site);
  if (!is_good) return;
  entry.rules = robots::parse_robots(site.robots_body, options_.robots).for_agent(options_.agent);
  site.crawl_delay = entry.rules.crawl_delay().value_or(Duration());
  frontier_.set_rules(site.id, site.crawl_delay, good_until);
}

std::optional<Duration> Keeper::retry_after(const fetch::Outcome& outcome, Instant now) const {
  const auto* reply = std::get_if<fetch::Reply>(&outcome);
  const auto header = reply != nullptr ? reply->headers.get("retry-after") : std::nullopt;
  if (!header) return std::nullopt;
  return http::parse_retry_after(*header, now, options_.politeness.longest_rest);
}

void Keeper::on_robots(Outstanding outstanding, Completed completed, Instant now) {
  SiteEntry& entry = sites_.at(outstanding.site.value);
  const RobotsAnswer& answer = *completed.robots;
  touch(entry);
  if (std::holds_alternative<fetch::Cancelled>(completed.outcome)) {
    settle(std::move(*outstanding.lease), {.asked = false}, now);
    return;
  }
  entry.state.robots_fetched = now;
  entry.state.robots_status = static_cast<uint16_t>(answer.http_status);
  entry.state.robots_body = answer.body.substr(0, options_.robots.max_bytes);
  if (answer.meaning == robots::RobotsStatus::kHoldBack) {
    ++entry.robots_failures;
    count("robots_unavailable");
    log_.info("robots.txt cannot be had: the host is held back",
              {{"site", entry.state.text}, {"reason", robots_failure_words(completed.outcome)}});
    Duration rest = backoff(options_.politeness.first_backoff, entry.robots_failures,
                            options_.politeness.longest_rest);
    if (const auto asked_for = retry_after(completed.outcome, now))
      rest = std::max(rest, *asked_for);
    // A rest is kept through a restart; being held back is not.
    settle(std::move(*outstanding.lease),
           {.took = completed.took, .host_failed = true, .host_rests = rest}, now);
    frontier_.hold_back(outstanding.site, now + rest);
    return;
  }
  entry.robots_failures = 0;
  const robots::RobotsRules rules = robots::parse_robots(answer.body, options_.robots);
  entry.rules = rules.for_agent(options_.agent);
  entry.state.crawl_delay = entry.rules.crawl_delay().value_or(Duration());
  frontier_.set_rules(outstanding.site, entry.state.crawl_delay, now + options_.robots_lifetime);
  settle(std::move(*outstanding.lease), {.took = completed.took}, now);
  if (!options_.sitemaps) return;
  const auto base = url::parse(entry.state.text + "/robots.txt");
  for (const std::string& sitemap : rules.sitemaps()) {
    const auto url = url::resolve(sitemap, *base);
    if (!url || !url->is_web()) continue;
    const std::string text(url->without_fragment());
    admit({.key = page_key(text), .url = text, .sitemap = true}, {}, now);
  }
}

// None of the pages in memory of a site will be had; those in the store stay for another run.
void Keeper::give_up(store::SiteId site, VisitResult result, std::string_view why, Instant now) {
  for (const frontier::Queued& page : frontier_.drop_pages(site)) {
    if (page.made_up) {
      sites_.at(site.value).asking_made_up = false;
      continue;
    }
    count(why);
    if (page.revisit) {
      revisits_.left_queue();
      forgo_revisit(page, result, now);
    } else {
      record_end(page, result, now);
    }
  }
}

}  // namespace freshet::crawl
