#include "crawl/continuous_source.h"

#include <algorithm>

#include "collection/page_report.h"
#include "collection/page_status.h"
#include "collection/replay.h"

namespace freshet::crawl {
namespace {

// Longer than any visit; settle() sets the time when the site may really be requested again.
constexpr Duration kWhileInFlight = Duration::hours(1);
// The most pages, each of a different site, that wait in the queue for their sites.
constexpr size_t kMostChosen = 1000;
// Delay until a page whose site cannot be requested now is tried again.
constexpr Duration kRetryDelay = Duration::minutes(10);
// Delay until the state is read again after an error.
constexpr Duration kAfterReadError = Duration::seconds(10);
constexpr int kMaxSkipped = 32;  // absent pages that one call may skip

}  // namespace

ContinuousSource::ContinuousSource(const RunOptions& options, frontier::Frontier& frontier,
                                   const SiteTable& sites, KnownPages& known, Callbacks callbacks)
    : frontier_(frontier),
      sites_(sites),
      known_(known),
      callbacks_(std::move(callbacks)),
      budget_(options.requests_per_second.value_or(1), options.saved_up_for),
      division_(options.division) {}

// New and known pages get their shares of the budget, and each gets what the other cannot use.
std::optional<frontier::Lease> ContinuousSource::next(Instant now) {
  if (!budget_.allows_one(now)) return std::nullopt;
  Revisits& revisits = known_.revisits();
  const bool known_first = known_come_first();
  const auto has_chosen = [&] { return revisits.queued() > 0 || choose_known(now); };
  if (known_first) has_chosen();
  auto lease = frontier_.next(now);
  if (!lease && !known_first && has_chosen()) lease = frontier_.next(now);
  // A chosen page may wait for its host's address or rules, perhaps for long.
  while (!lease && revisits.queued() < kMostChosen && choose_known(now)) {
    lease = frontier_.next(now);
  }
  if (!lease) return std::nullopt;
  budget_.spend();
  // No page of the site is chosen during the request: it would be visited before new pages.
  known_.rest(lease->site(), now + kWhileInFlight);
  if (lease->kind() != frontier::Lease::Kind::kPage) return lease;
  const frontier::Queued& page = lease->page();
  if (callbacks_.is_for_rules(page.key.page)) return lease;
  if (page.revisit) {
    revisits.left_queue();
    division_.spent_on_known();
  } else {
    const double weight = known_.weight_of({.key = page.key, .depth = page.depth});
    division_.add_new_worth(known_.refresher().worth_of_new(weight, round_robin_interval()));
    division_.spent_on_new();
  }
  return lease;
}

bool ContinuousSource::known_come_first() const {
  return division_.known_is_next() || !callbacks_.has_new_pages();
}

// Returns whether the site has a new page that can be requested now, or after the request in
// flight.
bool ContinuousSource::has_new_page_ready(store::SiteId site) const {
  if (!frontier_.knows(site)) return false;
  const frontier::Frontier::SiteView view = frontier_.view(site);
  return view.queued > 0 && (view.standing == frontier::Standing::kReady ||
                             view.standing == frontier::Standing::kBusy);
}

// The interval between visits to a page if all pages were visited in turn.
Duration ContinuousSource::round_robin_interval() const {
  constexpr double kLongest = 366 * 86'400.0;
  const double requests = std::max(budget_.rate(), 1e-9);
  const auto pages = static_cast<double>(known_.refresher().pages() + 1);
  return Duration::from_seconds(std::min(pages / requests, kLongest));
}

size_t ContinuousSource::most_at_once() const {
  if (!callbacks_.is_store_remote) return 1;
  constexpr double kSecondsAhead = 0.1;
  constexpr double kMost = 32;
  return static_cast<size_t>(std::clamp(budget_.rate() * kSecondsAhead, 1.0, kMost));
}

// Returns known pages of different sites to visit next.
ContinuousSource::Callbacks::Choices ContinuousSource::choose_some(Instant now) {
  refresh::Refresher& refresher = known_.refresher();
  Callbacks::Choices choices;
  const size_t most = most_at_once();
  while (choices.size() < most) {
    const auto choice = refresher.next(now);
    if (!choice) break;
    // If the budget is so high that hosts are always busy, known pages would always precede new
    // ones.
    const bool waits = !known_come_first() && has_new_page_ready(choice->key.site);
    if (waits) refresher.requeue(*choice, now);
    if (waits || most > 1) refresher.rest(choice->key.site, now + kWhileInFlight);
    if (!waits) choices.push_back(*choice);
  }
  return choices;
}

// Queues one more known page, or some; returns false if none can be visited now.
bool ContinuousSource::choose_known(Instant now) {
  refresh::Refresher& refresher = known_.refresher();
  nothing_until_ = Instant();
  known_.take_news();
  if (known_.absent().has_turn() && choose_absent(now)) return true;
  while (true) {
    const Callbacks::Choices choices = choose_some(now);
    if (choices.empty()) break;
    auto revisits = callbacks_.look_up(choices);
    if (!revisits) {
      for (const auto& choice : choices) refresher.requeue(choice, now);
      nothing_until_ = now + kAfterReadError;
      return false;
    }
    bool is_queued = false;
    for (size_t i = 0; i < choices.size(); ++i) {
      std::optional<Revisit>& revisit = (*revisits)[i];
      if (!revisit || callbacks_.is_outside(revisit->before)) {
        refresher.set_aside(choices[i]);
        if (choices.size() > 1) known_.rest(choices[i].key.site, now);
        continue;
      }
      if (choices[i].worth > 0) division_.set_known_worth(choices[i].worth);
      queue(*std::move(revisit), now);
      known_.absent().count_other_visit();
      is_queued = true;
    }
    if (is_queued) return true;
  }
  if (choose_absent(now)) return true;
  nothing_until_ = std::min(refresher.wake(now), known_.absent().wake());
  return false;
}

// Does the same for absent pages.
bool ContinuousSource::choose_absent(Instant now) {
  refresh::AbsentPages& absent_pages = known_.absent();
  for (int i = 0; i < kMaxSkipped; ++i) {
    const auto absent = absent_pages.take(now);
    if (!absent) return false;
    if (absent_pages.waits_for_another(*absent)) continue;
    if (!may_visit_absent(absent->key.site, now)) {
      absent_pages.postpone(*absent, now + kRetryDelay);
      continue;
    }
    auto revisits = callbacks_.look_up({{.key = absent->key}});
    if (!revisits) {
      absent_pages.postpone(*absent, now + kRetryDelay);
      return false;
    }
    std::optional<Revisit>& revisit = revisits->front();
    const bool is_still_absent = revisit && collection::is_absent(revisit->before);
    if (!is_still_absent) continue;  // it was added as a seed meanwhile
    if (callbacks_.is_outside(revisit->before)) {
      absent_pages.postpone(*absent, now + refresh::AbsentPages::kShortest);
      continue;
    }
    absent_pages.begin_visit(*absent);
    revisit->absent = true;
    queue(*std::move(revisit), now);
    return true;
  }
  return false;
}

bool ContinuousSource::may_visit_absent(store::SiteId site, Instant now) const {
  return sites_.is_in_scope(site) && frontier_.knows(site) && frontier_.free_at(site) <= now;
}

void ContinuousSource::queue(Revisit revisit, Instant now) {
  const store::PageState& page = revisit.before;
  known_.rest(page.key.site, now + kWhileInFlight);
  frontier_.queue_first({.key = page.key,
                         .url = page.url,
                         .depth = page.depth,
                         .redirects = page.redirects,
                         .sitemap = page.sitemap,
                         .revisit = true,
                         .first_seen = page.first_seen});
  known_.revisits().add(std::move(revisit));
}

void ContinuousSource::visit_soon(const store::PageState& page, const std::string& version,
                                  Instant now) {
  const auto choice = known_.refresher().choose(page.key.page, now);
  if (!choice) return;
  queue({.choice = *choice, .before = page, .version = version, .quick = true}, now);
}

Instant ContinuousSource::wake_at(Instant now) const {
  const Instant known_at = known_.has_news() ? now : nothing_until_;
  const Instant has_something = std::min(frontier_.wake_at(now), known_at);
  return std::max({has_something, budget_.next(now), now});
}

// The next choice must know when the site may be requested again.
void ContinuousSource::settle(frontier::Lease lease, const frontier::Settlement& settlement,
                              Instant now) {
  const store::SiteId site = lease.site();
  const bool is_put_back = lease.kind() == frontier::Lease::Kind::kPage && lease.page().revisit &&
                           settlement.page != frontier::Settlement::Page::kDone;
  frontier_.settle(std::move(lease), settlement, now);
  if (is_put_back)
    known_.revisits().back_in_queue();
  else
    known_.rest(site, frontier_.free_at(site));
  nothing_until_ = Instant();
}

void ContinuousSource::left_queue(const frontier::Queued& page) {
  if (page.revisit) known_.revisits().left_queue();
}

Status ContinuousSource::set_rate(double requests_per_second, Instant now) {
  budget_.set_rate(requests_per_second, now);
  return Done{};
}

std::optional<collection::Obstacle> ContinuousSource::obstacle_of(store::PageId page,
                                                                  Instant now) const {
  if (const auto below = known_.refresher().below_floor(page, now)) {
    return collection::Obstacle{collection::Obstacle::Kind::kGain, below->words, below->until};
  }
  const Instant next = budget_.next(now);
  if (next > now)
    return collection::Obstacle{collection::Obstacle::Kind::kBudget,
                                "the budget allows the next request at that time", next};
  return std::nullopt;
}

void ContinuousSource::describe(collection::StatusReport& report, Instant now) const {
  report.requests_per_second = budget_.rate();
  report.known_share = callbacks_.has_new_pages() ? division_.share() : 1;
  const Instant next = budget_.next(now);
  if (next != Instant::never()) report.next_request = std::max(next, now);
  report.below_floor = known_.refresher().held_below_floor();
  const bool is_idle =
      report.below_floor > 0 && !callbacks_.has_new_pages() && nothing_until_ > now;
  if (is_idle) report.idle_until = nothing_until_;
}

}  // namespace freshet::crawl
