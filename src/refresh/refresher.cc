#include "refresh/refresher.h"

#include <algorithm>
#include <cmath>

#include "refresh/found.h"
#include "result/check.h"
#include "schedule/registry.h"

namespace freshet::refresh {
namespace {

using schedule::Page;
using schedule::Site;

// The number of pages that one call of next() examines, so that no call takes long.
constexpr int kMostCandidates = 256;

Known::Last last_of(Found::Kind kind) {
  switch (kind) {
    case Found::Kind::kSame:
    case Found::Kind::kChanged: return Known::Last::kThere;
    case Found::Kind::kFailed: return Known::Last::kFailed;
    case Found::Kind::kGone: return Known::Last::kGone;
  }
  return Known::Last::kFailed;
}

}  // namespace

Refresher::Refresher(const RefreshOptions& options)
    : options_(options),
      policy_(make_policy()),
      throttle_(*policy_, cost_factor()),
      beliefs_(*policy_, options.visits_per_page_day),
      gate_(options_.floor, table_, beliefs_),
      audits_(options.audit_share, options.seed) {}

Refresher::~Refresher() = default;

std::unique_ptr<schedule::Policy> Refresher::make_policy() const {
  const schedule::PolicyEntry* entry = schedule::find_policy(options_.policy);
  FRESHET_CHECK(entry != nullptr && !entry->needs_known_rates,
                "the policy is unknown or only for simulations");
  schedule::PolicyContext context{.visits_per_page_day = options_.visits_per_page_day,
                                  .objective = options_.objective,
                                  .east = options_.east};
  if (options_.load) context.load = [this](Site site) { return options_.load(table_.site(site)); };
  return entry->make(context);
}

// The policy's time may be ahead of the clock, so it is converted back.
schedule::SiteThrottle::CostFactor Refresher::cost_factor() const {
  if (!options_.load) return {};
  return [this](Site site, Instant now) {
    const schedule::LoadProfile* load = options_.load(table_.site(site));
    return load != nullptr ? load->cost_factor(clock_.to_clock(now)) : 1;
  };
}

bool Refresher::knows(store::PageId page) const {
  return table_.find_alive(page).has_value();
}

// Returns the number of a page that must have been chosen and not yet visited.
Page Refresher::chosen(store::PageId page) const {
  const auto known = table_.find(page);
  FRESHET_CHECK(known && table_[*known].chosen, "the page was not chosen");
  return *known;
}

void Refresher::recall(const store::PageState& page, const change::History& history,
                       double weight) {
  if (history.totals().successes == 0) return;
  const Page number = table_.number(page.key, page.url);
  policy_->recall(number, history.summary());
  if (page.last_change) table_[number].unchanged_since = unix_seconds_of(*page.last_change);
  recalled_.add(number,
                {.site = table_[number].site,
                 .section = table_[number].section,
                 .weight = weight,
                 .size = static_cast<uint32_t>(std::min<uint64_t>(page.size, UINT32_MAX)),
                 .is_listing = page.sitemap},
                history);
  if (page.listed_on) recalled_listed_.emplace_back(number, page.listed_on->page);
}

void Refresher::begin_with(Page page, const schedule::PageFacts& facts, Instant now) {
  table_.enter(page, now);
  table_[page].weight = static_cast<float>(facts.weight);
  throttle_.add(page, facts, now);
  beliefs_.add(page, facts, now);
}

void Refresher::begin(Instant now) {
  // The histories do not say which visits were drawn at random. About one in ten was.
  constexpr uint64_t kDrawnOneIn = 10;
  uint64_t visits = 0;
  clock_.start(now);
  recalled_.replay([&](const HistoryReplay::Visit& visit) {
    // A clock that was ahead may have recorded times in the future.
    const Instant at = std::min(visit.at, now);
    if (visit.first != nullptr) {
      begin_with(visit.page, *visit.first, at);
    } else {
      if (++visits % kDrawnOneIn == 0)
        throttle_.take_at_random(visit.page, at);
      else
        throttle_.take(visit.page, at);
      record(visit.page, visit.found, at);
    }
  });
  for (const auto& [page, listing] : std::exchange(recalled_listed_, {})) {
    if (const auto number = table_.find(listing)) throttle_.listed(page, *number, now);
  }
}

schedule::PageFacts Refresher::facts_of(Page number, const NewPage& page) const {
  schedule::PageFacts facts{.site = table_[number].site,
                            .section = table_[number].section,
                            .weight = page.weight,
                            .size = page.size,
                            .is_listing = page.is_listing};
  if (page.listed_on) facts.listed_on = table_.find(*page.listed_on);
  return facts;
}

void Refresher::add(const NewPage& page, Instant now) {
  const Page number = table_.number(page.key, page.url);
  if (table_[number].alive) return;
  table_[number].unchanged_since = 0;
  begin_with(number, facts_of(number, page), clock_.advance(now));
  table_[number].last_success = unix_seconds_of(now);
}

// Removes the page from the policy and adds it again with the right sums.
void Refresher::relearn(const NewPage& page, const change::Summary& past, Instant wall_clock) {
  const auto number = table_.find_alive(page.key.page);
  if (!number || table_[*number].chosen) return;
  const Instant now = clock_.advance(wall_clock);
  schedule::PageFacts facts = facts_of(*number, page);
  facts.past_changes = past.changes;
  facts.past_days = past.days;
  gate_.release(*number);
  throttle_.take(*number, now);
  throttle_.removed(*number, now);
  policy_->recall(*number, past);
  throttle_.add(*number, facts, now);
  beliefs_.add(*number, facts, now);
}

std::optional<Refresher::Choice> Refresher::draw_audit(Instant now) {
  const auto page = audits_.draw(table_.size(), [&](Page its) {
    const Known& known = table_[its];
    return known.alive && !known.chosen && !throttle_.is_resting(known.site, now);
  });
  if (!page) return std::nullopt;
  table_[*page].chosen = true;
  gate_.release(*page);
  throttle_.take_at_random(*page, now);
  return Choice{.key = table_.key(*page), .audit = true};
}

std::optional<Refresher::Choice> Refresher::next(Instant wall_clock) {
  const Instant now = clock_.advance(wall_clock);
  if (audits_.is_due()) {
    if (const auto audit = draw_audit(now)) return audit;
  }
  has_more_candidates_ = false;
  while (const auto page = gate_.take_due(now)) throttle_.put_back(*page, now);
  for (int i = 0; i < kMostCandidates; ++i) {
    const auto page = throttle_.next(now);
    if (!page) return std::nullopt;
    if (gate_.hold_if_below(*page, now)) continue;
    table_[*page].chosen = true;
    audits_.count_visit();
    return Choice{.key = table_.key(*page), .worth = policy_->worth(*page, now)};
  }
  has_more_candidates_ = true;
  return std::nullopt;
}

void Refresher::record(Page page, const Found& found, Instant now) {
  Known& known = table_[page];
  const Known::Last before = std::exchange(known.last, last_of(found.kind));
  known.last_visit = unix_seconds_of(now);
  // Being gone or being back is a change of the page; a failure of its server is not.
  const bool came_or_went =
      known.last != Known::Last::kFailed && before != Known::Last::kFailed && known.last != before;
  if (came_or_went || found.kind == Found::Kind::kChanged) known.unchanged_since = known.last_visit;
  known.announced = false;
  switch (found.kind) {
    case Found::Kind::kSame:
    case Found::Kind::kChanged:
      known.last_success = unix_seconds_of(now);
      throttle_.visited(page,
                        {.changed = found.kind == Found::Kind::kChanged,
                         .size = found.size,
                         .last_modified = found.last_modified},
                        now);
      beliefs_.visited(page, found.kind == Found::Kind::kChanged, now);
      break;
    case Found::Kind::kFailed:
    case Found::Kind::kGone: throttle_.failed(page, now); break;
  }
}

void Refresher::visited(const Choice& choice, const Found& found, Instant wall_clock) {
  const Instant now = clock_.advance(wall_clock);
  const Page page = chosen(choice.key.page);
  table_[page].chosen = false;
  if (choice.audit && found.kind != Found::Kind::kFailed) {
    beliefs_.audited(page, found.kind == Found::Kind::kSame, now);
  }
  record(page, found, now);
}

std::optional<Refresher::Choice> Refresher::choose(store::PageId id, Instant now) {
  const auto page = table_.find_alive(id);
  if (!page || table_[*page].chosen) return std::nullopt;
  table_[*page].chosen = true;
  if (!gate_.release(*page)) throttle_.take(*page, clock_.advance(now));
  return Choice{.key = table_.key(*page)};
}

double Refresher::worth_of_new(double weight, Duration again) const {
  return policy_->worth_of_new(weight, again.in_days());
}

void Refresher::set_weight(store::PageId id, double weight) {
  constexpr double kMatters = 0.05;
  const Page page = chosen(id);
  const double factor = weight / table_[page].weight;
  if (std::abs(factor - 1) < kMatters) return;
  table_[page].weight = static_cast<float>(weight);
  policy_->reweighed(page, factor);
}

void Refresher::remove(const Choice& choice, Instant now) {
  const Page page = chosen(choice.key.page);
  table_[page].chosen = false;
  table_.leave(page);
  throttle_.removed(page, clock_.advance(now));
}

void Refresher::requeue(const Choice& choice, Instant now) {
  const Page page = chosen(choice.key.page);
  table_[page].chosen = false;
  throttle_.put_back(page, clock_.advance(now));
}

void Refresher::announced(store::PageId page, Instant changed, Instant now) {
  const auto known = table_.find_alive(page);
  if (!known) return;
  if (unix_seconds_of(changed) <= table_[*known].last_success) return;
  throttle_.announced(*known, clock_.advance(now));
  release_announced(*known);
}

void Refresher::pinged(store::PageId page, Instant changed, Instant now) {
  const auto known = table_.find_alive(page);
  if (!known) return;
  // A change within the second of the last visit may have happened after it.
  if (unix_seconds_of(changed) < table_[*known].last_success) return;
  throttle_.pinged(*known, clock_.advance(now));
  release_announced(*known);
}

void Refresher::release_announced(Page page) {
  table_[page].announced = true;
  if (gate_.release(page)) throttle_.put_back(page, clock_.latest());
}

void Refresher::rest(store::SiteId site, Instant until) {
  throttle_.rest(table_.site_number(site), clock_.from_clock(until));
}

void Refresher::set_aside(const Choice& choice) {
  table_[chosen(choice.key.page)].aside = true;
}

void Refresher::restrict_to(const std::function<bool(store::SiteId)>& wanted, Instant wall_clock) {
  const Instant now = clock_.advance(wall_clock);
  for (Page page = 0; page < table_.size(); ++page) {
    Known& known = table_[page];
    if (!known.alive) continue;
    const bool wants = wanted(table_.site(known.site));
    if (wants && known.aside) {
      known.aside = known.chosen = false;
      throttle_.put_back(page, now);
    } else if (!wants && !known.chosen) {
      gate_.release(page);
      throttle_.take(page, now);
      known.aside = known.chosen = true;
    }
  }
}

Instant Refresher::wake(Instant now) const {
  if (has_more_candidates_) return now;
  const Instant first = std::min(throttle_.wake(), gate_.wake());
  // Policies that always have a page do not return a time.
  const bool says_when = first != Instant::never();
  return says_when || table_.alive() == 0 ? clock_.to_clock(first) : now + Duration::minutes(1);
}

}  // namespace freshet::refresh
