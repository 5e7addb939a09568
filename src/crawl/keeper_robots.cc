// The rules of sites: robots.txt, and where it leads.
#include <algorithm>

#include "crawl/admission.h"
#include "crawl/doubled.h"
#include "crawl/failure_words.h"
#include "crawl/keeper.h"
#include "crawl/keys.h"
#include "http/retry_after.h"
#include "url/bad_port.h"

namespace freshet::crawl {

bool Keeper::is_held_back(const store::SiteState& site) {
  if (site.robots_fetched == Instant()) return false;
  // Redirects were followed when it was fetched: one that is left led nowhere.
  return robots::robots_meaning(site.robots_status, robots::kMostRobotsRedirects) ==
         robots::RobotsStatus::kHoldBack;
}

bool Keeper::has_good_rules(const store::SiteState& site, Instant now) const {
  return site.robots_fetched != Instant() && site.robots_fetched <= now &&
         now < site.robots_fetched + options_.robots_lifetime && !is_held_back(site);
}

// The rules that an earlier run was given, while they are good: a restart is no reason to ask, and
// with a long Crawl-delay asking would cost the page its turn.
void Keeper::recall_rules(SiteEntry& entry, Instant now) {
  store::SiteState& site = entry.state;
  if (!has_good_rules(site, now)) return;
  entry.rules = robots::parse_robots(site.robots_body, options_.robots).for_agent(options_.agent);
  site.crawl_delay = entry.rules.crawl_delay().value_or(Duration());
  frontier_.set_rules(site.id, site.crawl_delay, site.robots_fetched + options_.robots_lifetime);
}

std::optional<Duration> Keeper::retry_after(const fetch::Outcome& outcome, Instant now) const {
  const auto* reply = std::get_if<fetch::Reply>(&outcome);
  const auto header = reply != nullptr ? reply->headers.get("retry-after") : std::nullopt;
  if (!header) return std::nullopt;
  return http::parse_retry_after(*header, now, options_.politeness.longest_rest);
}

// The answer of the site itself, or of one that its robots.txt has led to.
void Keeper::on_robots(Outstanding outstanding, Completed completed, Instant now) {
  const bool is_hop = outstanding.lease->kind() == frontier::Lease::Kind::kPage;
  SiteEntry& asked = sites_.at(outstanding.site.value);
  touch(asked);
  if (std::holds_alternative<fetch::Cancelled>(completed.outcome)) {
    settle(std::move(*outstanding.lease),
           {.page = frontier::Settlement::Page::kPutBack, .asked = false}, now);
    return;
  }
  // Without room for the record the rules are heeded all the same.
  if (completed.packed && has_room()) archive_apart(completed, "");
  RobotsRedirects::Hop hop{.site = outstanding.site};
  std::string url = asked.state.text + "/robots.txt";
  if (is_hop) {
    url = outstanding.lease->page().url;
    hop = robots_redirects_.take(outstanding.lease->page().key.page).value_or(hop);
  }
  SiteEntry& entry = sites_.at(hop.site.value);
  const RobotsAnswer& answer = *completed.robots;
  if (answer.meaning == robots::RobotsStatus::kHoldBack) {
    RulesLack lack{.http_status = answer.http_status,
                   .words = robots_failure_words(completed.outcome),
                   .asked_for = retry_after(completed.outcome, now),
                   .is_own = !is_hop};
    frontier::Settlement settlement{
        .took = completed.took, .host_failed = true, .host_rests = lack.asked_for};
    // A rest is kept through a restart; being held back is not. Other ports of the host may have
    // rules that can be had.
    if (!is_hop) settlement.site_rests = backoff_of_rules(entry.robots_failures + 1);
    settle(std::move(*outstanding.lease), settlement, now);
    lack_rules(entry, lack, now);
    return;
  }
  if (answer.redirect && hop.redirects < robots::kMostRobotsRedirects) {
    settle(std::move(*outstanding.lease), {.took = completed.took}, now);
    follow_robots_redirect(hop, *answer.redirect, now);
    return;
  }
  const FetchedRules fetched{.status = answer.http_status, .body = answer.body, .at = now};
  learn_rules(entry, fetched, now);
  // Those whom it leads here later need not ask again.
  if (is_hop && &asked != &entry && !answer.redirect && url == asked.state.text + "/robots.txt") {
    learn_rules(asked, fetched, now);
  }
  // A Crawl-delay counts from the end of this request.
  settle(std::move(*outstanding.lease), {.took = completed.took}, now);
}

Duration Keeper::backoff_of_rules(int failures) const {
  return doubled(options_.politeness.first_backoff, failures, options_.politeness.longest_rest);
}

void Keeper::lack_rules(SiteEntry& entry, const RulesLack& lack, Instant now) {
  touch(entry);
  ++entry.robots_failures;
  entry.state.robots_fetched = now;
  entry.state.robots_status = static_cast<uint16_t>(lack.http_status);
  entry.state.robots_body.clear();
  count("robots_unavailable");
  if (!lack.is_own) {  // else learn_of_failure() did so
    entry.remembered().failure = SiteFailure{.at = now, .words = lack.words};
    warn_of_failing(seeds_.site_fails(entry.state.id, "robots_unavailable"), lack.words);
  }
  log_.info("robots.txt cannot be had: the host is held back",
            {{"site", entry.state.text}, {"reason", lack.words}});
  const Duration rest = backoff_of_rules(entry.robots_failures);
  frontier_.hold_back(entry.state.id, now + std::max(rest, lack.asked_for.value_or(Duration())));
}

void Keeper::learn_rules(SiteEntry& entry, const FetchedRules& fetched, Instant now) {
  touch(entry);
  store::SiteState& site = entry.state;
  site.robots_fetched = fetched.at;
  site.robots_status = static_cast<uint16_t>(fetched.status);
  site.robots_body = fetched.body.substr(0, options_.robots.max_bytes);
  entry.robots_failures = 0;
  const robots::RobotsRules rules = robots::parse_robots(fetched.body, options_.robots);
  entry.rules = rules.for_agent(options_.agent);
  site.crawl_delay = entry.rules.crawl_delay().value_or(Duration());
  frontier_.set_rules(site.id, site.crawl_delay, fetched.at + options_.robots_lifetime);
  // A site that was only asked for the sitemap or the rules of another has no say here.
  if (!options_.sitemaps || !site.in_scope || !reaches(scope_, site.text)) return;
  const auto base = url::parse(site.text + "/robots.txt");
  const store::SiteId named_by = site.id;
  for (const std::string& sitemap : rules.sitemaps()) {
    const auto url = url::resolve(sitemap, *base);
    if (!url || !url->is_web()) continue;
    const std::string text(url->without_fragment());
    admit({.key = page_key(text), .url = text, .sitemap = true}, {.named_by = named_by}, now);
  }
}

// The site waits for its rules until the target has answered, in its turn: see RobotsRedirects.
void Keeper::follow_robots_redirect(RobotsRedirects::Hop hop, const url::Url& to, Instant now) {
  SiteEntry& entry = sites_.at(hop.site.value);
  const auto canonical = url::Canonicalizer(options_.canonical).canonical(to);
  const auto target = canonical ? url::parse(canonical->text()) : url::parse("");
  if (!target || url::is_bad_port(target->effective_port())) {
    lack_rules(entry, {.words = "robots.txt leads to an address that is never asked"}, now);
    return;
  }
  const store::SiteId site = page_key(target->href()).site;
  const bool needs_rules = RobotsRedirects::needs_rules(hop.site, *target);
  SiteEntry& other = site_of(*target, site, false, now);
  frontier_.add_site(other.state);
  const frontier::Frontier::SiteView view = frontier_.view(site);
  const bool is_closed =
      view.standing == frontier::Standing::kHeld && view.until == Instant::never();
  // Two sites that wait for each other's rules would wait for ever.
  if (is_closed || (needs_rules && robots_redirects_.is_awaited_by(site))) {
    lack_rules(sites_.at(hop.site.value), {.words = "robots.txt leads to a site without rules"},
               now);
    return;
  }
  frontier_.await_rules(hop.site);
  ++hop.redirects;
  const store::PageKey key = robots_redirects_.add(hop, *target);
  frontier_.queue_first({.key = key,
                         .url = std::string(target->href()),
                         .needs_rules = needs_rules,
                         .first_seen = now});
  // The delay before it is our own, and no reason to lose patience: a crawl that ended now would
  // begin with the first robots.txt again.
  last_page_ = std::max(last_page_, now + options_.politeness.delay);
}

// Asks for what a robots.txt has led to, unless the answer is known or it may not be asked.
void Keeper::hand_out_hop(frontier::Lease lease, url::Url url, Instant now) {
  const store::SiteId site = lease.site();
  SiteEntry& other = sites_.at(site.value);
  const bool is_known =
      url.href() == other.state.text + "/robots.txt" && has_good_rules(other.state, now);
  const bool is_allowed =
      !lease.page().needs_rules || other.rules.ask(url.request_target()).allowed;
  if (is_allowed && !is_known) {
    assign(Assignment::Kind::kRobots, site, std::move(url), std::move(lease));
    return;
  }
  const auto hop = robots_redirects_.take(lease.page().key.page);
  if (refresher_) budget_.give_back();
  settle(std::move(lease), {.asked = false}, now);
  SiteEntry& entry = sites_.at(hop->site.value);
  if (is_known) {
    const store::SiteState known = other.state;
    learn_rules(
        entry,
        {.status = known.robots_status, .body = known.robots_body, .at = known.robots_fetched},
        now);
  } else {
    count("disallowed");
    lack_rules(entry, {.words = "robots.txt leads to what another robots.txt disallows"}, now);
  }
}

}  // namespace freshet::crawl
