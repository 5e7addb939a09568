#include "crawl/site_rules.h"

#include <algorithm>

#include "collection/admission_rules.h"
#include "collection/keys.h"
#include "crawl/backoff.h"
#include "crawl/failure_words.h"
#include "http/retry_after.h"
#include "url/bad_port.h"

namespace freshet::crawl {

SiteRules::SiteRules(const CrawlOptions& options, const Admission::Tables& tables,
                     Admission& admission, SiteFailures& failures, VisitSource& source,
                     telemetry::Log& log)
    : options_(options),
      tables_(tables),
      admission_(admission),
      failures_(failures),
      source_(source),
      log_(log) {}

bool SiteRules::is_held_back(const store::SiteState& site) {
  if (!site.robots_fetched) return false;
  // Redirects were followed when it was fetched: a remaining one has no usable target.
  return robots::robots_meaning(site.robots_status, robots::kMostRobotsRedirects) ==
         robots::RobotsStatus::kHoldBack;
}

// If the Crawl-delay or the budget allows less than one request in the normal lifetime, the rules
// would expire before every page. They are then valid for one more request.
Duration SiteRules::lifetime(const store::SiteState& site) const {
  Duration between_requests = site.crawl_delay;
  if (const auto rate = source_.rate(); rate && *rate > 0) {
    constexpr double kLongest = 366 * 86'400.0;
    between_requests =
        std::max(between_requests, Duration::from_seconds(std::min(1 / *rate, kLongest)));
  }
  return std::max(options_.robots_lifetime, between_requests + between_requests / 2);
}

bool SiteRules::are_good(const store::SiteState& site, Instant now) const {
  return site.robots_fetched && *site.robots_fetched <= now &&
         now < *site.robots_fetched + lifetime(site) && !is_held_back(site);
}

void SiteRules::restore(SiteEntry& entry, Instant now) {
  store::SiteState& site = entry.state;
  if (!are_good(site, now)) return;
  entry.rules = robots::parse_robots(site.robots_body, options_.collection.robots)
                    .for_agent(options_.collection.agent);
  site.crawl_delay = entry.rules.crawl_delay().value_or(Duration());
  tables_.frontier.set_rules(site.id, site.crawl_delay, *site.robots_fetched + lifetime(site));
}

std::optional<Duration> SiteRules::retry_after(const fetch::Outcome& outcome, Instant now) const {
  const auto* reply = std::get_if<fetch::Reply>(&outcome);
  const auto header = reply != nullptr ? reply->headers.get("retry-after") : std::nullopt;
  if (!header) return std::nullopt;
  return http::parse_retry_after(*header, now, options_.politeness.longest_rest);
}

void SiteRules::on_answer(PendingRequest request, const Completed& completed, Instant now) {
  const bool is_hop = request.lease->kind() == frontier::Lease::Kind::kPage;
  SiteEntry& requested = tables_.sites.at(request.site);
  tables_.sites.touch(requested);
  if (std::holds_alternative<fetch::Cancelled>(completed.outcome)) {
    source_.settle(std::move(*request.lease),
                   {.page = frontier::Settlement::Page::kRequeue, .sent = false}, now);
    return;
  }
  // If the record cannot be written, the rules are obeyed nevertheless.
  if (completed.packed && tables_.journal.has_room()) tables_.journal.archive_apart(completed, "");
  RobotsRedirects::Hop hop{.site = request.site};
  std::string url = requested.state.text + "/robots.txt";
  if (is_hop) {
    url = request.lease->page().url;
    hop = redirects_.take(request.lease->page().key.page).value_or(hop);
  }
  SiteEntry& entry = tables_.sites.at(hop.site);
  const RobotsAnswer& answer = *completed.robots;
  if (answer.meaning == robots::RobotsStatus::kHoldBack) {
    const Unavailable why{.http_status = answer.http_status,
                          .words = robots_failure_words(completed.outcome),
                          .asked_for = retry_after(completed.outcome, now),
                          .is_own = !is_hop};
    frontier::Settlement settlement{
        .took = completed.took, .host_failed = true, .host_rests = why.asked_for};
    // A site's delay is stored, being held back is not. Other ports of the host may have usable
    // rules.
    if (!is_hop) settlement.site_rests = backoff(entry.robots_failures + 1);
    source_.settle(std::move(*request.lease), settlement, now);
    hold_back(entry, why, now);
    return;
  }
  if (answer.redirect && hop.redirects < robots::kMostRobotsRedirects) {
    source_.settle(std::move(*request.lease), {.took = completed.took}, now);
    follow(hop, *answer.redirect, now);
    return;
  }
  const Fetched fetched{.status = answer.http_status, .body = answer.body, .at = now};
  learn(entry, fetched, now);
  // Sites that are redirected here later then need no request.
  if (is_hop && &requested != &entry && !answer.redirect &&
      url == requested.state.text + "/robots.txt") {
    learn(requested, fetched, now);
  }
  // A Crawl-delay counts from the end of this request.
  source_.settle(std::move(*request.lease), {.took = completed.took}, now);
}

Duration SiteRules::backoff(int failures) const {
  return backoff_delay(options_.politeness.first_backoff, failures,
                       options_.politeness.longest_rest);
}

void SiteRules::hold_back(SiteEntry& entry, const Unavailable& why, Instant now) {
  tables_.sites.touch(entry);
  ++entry.robots_failures;
  entry.state.robots_fetched = now;
  entry.state.robots_status = static_cast<uint16_t>(why.http_status);
  entry.state.robots_body.clear();
  tables_.stats.count(collection::Event::kRobotsUnavailable);
  if (!why.is_own) {  // otherwise SiteFailures counts the request
    failures_.lacks_rules(entry, why.words, now);
  }
  log_.info("robots.txt cannot be fetched: the site gets no requests until it can",
            {{"site", entry.state.text}, {"reason", why.words}});
  const Duration rest = backoff(entry.robots_failures);
  tables_.frontier.hold_back(entry.state.id,
                             now + std::max(rest, why.asked_for.value_or(Duration())));
}

void SiteRules::learn(SiteEntry& entry, const Fetched& fetched, Instant now) {
  tables_.sites.touch(entry);
  store::SiteState& site = entry.state;
  site.robots_fetched = fetched.at;
  site.robots_status = static_cast<uint16_t>(fetched.status);
  site.robots_body = fetched.body.substr(0, options_.collection.robots.max_bytes);
  entry.robots_failures = 0;
  const robots::RobotsRules rules = robots::parse_robots(fetched.body, options_.collection.robots);
  entry.rules = rules.for_agent(options_.collection.agent);
  site.crawl_delay = entry.rules.crawl_delay().value_or(Duration());
  tables_.frontier.set_rules(site.id, site.crawl_delay, fetched.at + lifetime(site));
  // Sitemaps of a site that is not in the scope are ignored.
  if (!options_.sitemaps || !site.in_scope || !collection::reaches(admission_.scope(), site.text))
    return;
  const auto base = url::parse(site.text + "/robots.txt");
  const store::SiteId named_by = site.id;
  for (const std::string& sitemap : rules.sitemaps()) {
    const auto url = url::resolve(sitemap, *base);
    if (!url || !url->is_web()) continue;
    const std::string text(url->without_fragment());
    admission_.admit({.key = collection::page_key(text), .url = text, .sitemap = true},
                     {.named_by = named_by}, now);
  }
}

// The site waits for its rules until the target has answered; see RobotsRedirects.
void SiteRules::follow(RobotsRedirects::Hop hop, const url::Url& to, Instant now) {
  SiteEntry& entry = tables_.sites.at(hop.site);
  const auto canonical = url::Canonicalizer(options_.collection.canonical).canonical(to);
  const auto target = canonical ? url::parse(canonical->text()) : url::parse("");
  if (!target || url::is_bad_port(target->effective_port())) {
    hold_back(entry, {.words = "robots.txt redirects to an address that may not be requested"},
              now);
    return;
  }
  const store::SiteId site = collection::page_key(target->href()).site;
  const bool needs_rules = RobotsRedirects::needs_rules(hop.site, *target);
  SiteEntry& other = admission_.site_of(*target, site, false, now);
  tables_.frontier.add_site(other.state);
  const frontier::Frontier::SiteView view = tables_.frontier.view(site);
  const bool is_closed =
      view.standing == frontier::Standing::kHeld && view.until == Instant::never();
  // Two sites that wait for each other's rules would wait for ever.
  if (is_closed || (needs_rules && redirects_.is_awaited_by(site))) {
    hold_back(tables_.sites.at(hop.site),
              {.words = "robots.txt redirects to a site whose rules are not available"}, now);
    return;
  }
  tables_.frontier.await_rules(hop.site);
  ++hop.redirects;
  const store::PageKey key = redirects_.add(hop, *target);
  tables_.frontier.queue_first({.key = key,
                                .url = std::string(target->href()),
                                .needs_rules = needs_rules,
                                .first_seen = now});
  // If the crawl ended during this delay, the next one would begin with the first robots.txt again.
  patience_from_ = now + options_.politeness.delay;
}

std::optional<frontier::Lease> SiteRules::allow_redirect(frontier::Lease lease, const url::Url& url,
                                                         Instant now) {
  const SiteEntry& other = tables_.sites.at(lease.site());
  const bool is_known =
      url.href() == other.state.text + "/robots.txt" && are_good(other.state, now);
  const bool is_allowed =
      !lease.page().needs_rules || other.rules.check(url.request_target()).allowed;
  if (is_allowed && !is_known) return lease;
  const auto hop = redirects_.take(lease.page().key.page);
  source_.not_sent();
  source_.settle(std::move(lease), {.sent = false}, now);
  SiteEntry& entry = tables_.sites.at(hop->site);
  if (is_known) {
    const store::SiteState known = other.state;
    learn(entry,
          {.status = known.robots_status, .body = known.robots_body, .at = *known.robots_fetched},
          now);
  } else {
    tables_.stats.count(collection::Event::kDisallowed);
    hold_back(entry,
              {.words = "robots.txt redirects to a URL that the robots.txt of its site disallows"},
              now);
  }
  return std::nullopt;
}

bool SiteRules::give_up_redirect(store::PageId page, std::string words, Instant now) {
  const auto hop = redirects_.take(page);
  if (!hop) return false;
  hold_back(tables_.sites.at(hop->site), {.words = std::move(words)}, now);
  return true;
}

}  // namespace freshet::crawl
