#include "refresh/refresher.h"

#include <algorithm>
#include <cmath>

#include "result/check.h"
#include "schedule/registry.h"

namespace freshet::refresh {
namespace {

using schedule::Page;
using schedule::Site;

constexpr uint32_t kNone = frontier::kNone;
// Of more pages than this a sample tells the mean to a third of a percent.
constexpr size_t kSample = 20'000;
constexpr int kDraws = 20;  // until an audit finds a page that is not out

Found found_of(const change::Visit& visit) {
  Found found{.size = static_cast<uint32_t>(std::min<uint64_t>(visit.size, UINT32_MAX)),
              .last_modified = visit.last_modified};
  switch (visit.outcome) {
    case change::Outcome::kSuccess:
      found.kind = visit.changed ? Found::Kind::kChanged : Found::Kind::kSame;
      break;
    case change::Outcome::kFailed: found.kind = Found::Kind::kFailed; break;
    case change::Outcome::kGone: found.kind = Found::Kind::kGone; break;
  }
  return found;
}

// With p = exp(-rate t) after t seconds: the mean of the time since the first change.
double expected_age_after(double t, double p) {
  constexpr double kSurely = 1e-9;
  if (t <= 0) return 0;
  p = std::clamp(p, kSurely, 1.0);
  const double changes = -std::log(p);
  return changes < kSurely ? 0 : t * (1 - (1 - p) / changes);
}

uint32_t seconds_of(Instant t) {
  return static_cast<uint32_t>(std::clamp<int64_t>(t.unix_seconds(), 0, UINT32_MAX));
}

}  // namespace

Refresher::Refresher(const RefreshOptions& options)
    : options_(options),
      policy_(make_policy()),
      polite_(*policy_, dearness()),
      random_(options.seed) {}

std::unique_ptr<schedule::Policy> Refresher::make_policy() const {
  const schedule::PolicyEntry* entry = schedule::find_policy(options_.policy);
  FRESHET_CHECK(entry != nullptr && !entry->needs_known_rates, "no policy for a live crawl");
  schedule::PolicyContext context{.visits_per_page_day = options_.visits_per_page_day,
                                  .objective = options_.objective};
  if (options_.load) context.load = [this](Site site) { return options_.load(sites_[site]); };
  return entry->make(context);
}

// Hours are the policy's, which may be ahead of a clock that was set back.
schedule::Polite::Dearness Refresher::dearness() const {
  if (!options_.load) return {};
  return [this](Site site, Instant now) {
    const schedule::LoadProfile* load = options_.load(sites_[site]);
    return load != nullptr ? load->dearness(now - ahead_) : 1;
  };
}

Refresher::~Refresher() = default;

std::optional<Page> Refresher::find(store::PageId page) const {
  const uint32_t number =
      number_of_page_.find(page.value, [this](uint32_t n) { return pages_[n].key.page.value; });
  return number == kNone ? std::nullopt : std::optional<Page>(number);
}

Page Refresher::number_for(const store::PageKey& key) {
  if (const auto known = find(key.page)) return *known;
  const auto number = static_cast<Page>(pages_.size());
  pages_.push_back({.key = key});
  number_of_page_.insert(key.page.value, number,
                         [this](uint32_t n) { return pages_[n].key.page.value; });
  return number;
}

Site Refresher::site_number(store::SiteId site) {
  const auto value_of = [this](uint32_t n) { return sites_[n].value; };
  const uint32_t known = number_of_site_.find(site.value, value_of);
  if (known != kNone) return known;
  const auto number = static_cast<Site>(sites_.size());
  sites_.push_back(site);
  number_of_site_.insert(site.value, number, value_of);
  return number;
}

bool Refresher::knows(store::PageId page) const {
  return find(page).has_value();
}

void Refresher::recall(const store::PageState& page, const change::History& history,
                       double weight) {
  const std::vector<change::Visit> visits = history.recent();
  const auto first = std::find_if(visits.begin(), visits.end(), [](const change::Visit& visit) {
    return visit.outcome == change::Outcome::kSuccess;
  });
  if (first == visits.end()) return;
  const Page number = number_for(page.key);
  pages_[number].weight = static_cast<float>(weight);
  recalled_facts_.resize(pages_.size());
  recalled_facts_[number] = {.site = site_number(page.key.site),
                             .weight = weight,
                             .size = static_cast<uint32_t>(page.size),
                             .is_listing = page.sitemap};
  for (auto visit = first; visit != visits.end(); ++visit) {
    recalled_.push_back({visit->at, number, found_of(*visit), visit == first});
  }
}

// The policy's time never goes back: when the clock is set back, it goes on from where it was.
Instant Refresher::advance(Instant now) {
  if (now + ahead_ < latest_) ahead_ = latest_ - now;
  latest_ = now + ahead_;
  return latest_;
}

Instant Refresher::policy_time(Instant now) const {
  return std::max(now + ahead_, latest_);
}

void Refresher::begin(Instant now) {
  latest_ = now;
  std::stable_sort(recalled_.begin(), recalled_.end(),
                   [](const Recalled& a, const Recalled& b) { return a.at < b.at; });
  for (const Recalled& visit : recalled_) {
    // A clock that was ahead has written times that have not come yet.
    const Instant at = std::min(visit.at, now);
    if (visit.first) {
      pages_[visit.page].alive = true;
      pages_[visit.page].last_visit = seconds_of(at);
      ++alive_;
      polite_.add(visit.page, recalled_facts_[visit.page], at);
    } else {
      polite_.take(visit.page, at);
      tell(visit.page, visit.found, at);
    }
  }
  recalled_ = {};
  recalled_facts_ = {};
}

void Refresher::add(const NewPage& page, Instant now) {
  const Page number = number_for(page.key);
  Known& known = pages_[number];
  if (known.alive) return;
  known.alive = true;
  known.last_visit = seconds_of(now);
  known.weight = static_cast<float>(page.weight);
  ++alive_;
  schedule::PageFacts facts{.site = site_number(page.key.site),
                            .weight = page.weight,
                            .size = page.size,
                            .is_listing = page.is_listing};
  if (page.listed_on) facts.listed_on = find(*page.listed_on);
  polite_.add(number, facts, advance(now));
}

std::optional<Refresher::Choice> Refresher::draw_audit(Instant now) {
  for (int i = 0; i < kDraws && !pages_.empty(); ++i) {
    const size_t number = random_() % pages_.size();
    Known& known = pages_[number];
    const Site site = site_number(known.key.site);
    if (!known.alive || known.out || polite_.is_resting(site, now)) continue;
    known.out = true;
    polite_.take(static_cast<Page>(number), now);
    return Choice{known.key, true};
  }
  return std::nullopt;
}

std::optional<Refresher::Choice> Refresher::next(Instant wall_clock) {
  const Instant now = advance(wall_clock);
  if (audits_owed_ >= 1) {
    if (const auto audit = draw_audit(now)) {
      audits_owed_ -= 1;
      return audit;
    }
  }
  const auto page = polite_.next(now);
  if (!page) return std::nullopt;
  pages_[*page].out = true;
  audits_owed_ = std::min(audits_owed_ + options_.audit_share, 10.0);
  return Choice{pages_[*page].key, false};
}

void Refresher::tell(Page page, const Found& found, Instant now) {
  Known& known = pages_[page];
  switch (found.kind) {
    case Found::Kind::kSame:
    case Found::Kind::kChanged:
      known.last_visit = seconds_of(now);
      polite_.visited(page,
                      {.changed = found.kind == Found::Kind::kChanged,
                       .size = found.size,
                       .last_modified = found.last_modified},
                      now);
      break;
    case Found::Kind::kFailed:
    case Found::Kind::kGone: polite_.failed(page, now); break;
  }
}

void Refresher::visited(const Choice& choice, const Found& found, Instant wall_clock) {
  const Instant now = advance(wall_clock);
  const auto page = find(choice.key.page);
  FRESHET_CHECK(page && pages_[*page].out, "a visit to a page that was not chosen");
  pages_[*page].out = false;
  const auto believed = policy_->current(*page, now);
  if (believed && found.kind != Found::Kind::kFailed) {
    const bool current = found.kind == Found::Kind::kSame;
    if (choice.audit) calibration_.saw(experience_.corrected(*believed), current);
    experience_.saw(*believed, current);
  }
  tell(*page, found, now);
}

void Refresher::put_back(const Choice& choice, Instant now) {
  const auto page = find(choice.key.page);
  FRESHET_CHECK(page && pages_[*page].out, "a page that was not chosen");
  pages_[*page].out = false;
  polite_.put_back(*page, advance(now));
}

void Refresher::announced(store::PageId page, Instant changed, Instant now) {
  const auto known = find(page);
  if (!known || !pages_[*known].alive) return;
  if (seconds_of(changed) > pages_[*known].last_visit) polite_.announced(*known, advance(now));
}

void Refresher::rest(store::SiteId site, Instant until) {
  polite_.rest(site_number(site), until + ahead_);
}

void Refresher::set_aside(const Choice& choice) {
  const auto page = find(choice.key.page);
  FRESHET_CHECK(page && pages_[*page].out, "a page that was not chosen");
  pages_[*page].aside = true;
}

void Refresher::choose_among(const std::function<bool(store::SiteId)>& wanted, Instant wall_clock) {
  const Instant now = advance(wall_clock);
  for (size_t number = 0; number < pages_.size(); ++number) {
    Known& known = pages_[number];
    if (!known.alive) continue;
    const auto page = static_cast<Page>(number);
    const bool wants = wanted(known.key.site);
    if (wants && known.aside) {
      known.aside = known.out = false;
      polite_.put_back(page, now);
    } else if (!wants && !known.out) {
      polite_.take(page, now);
      known.aside = known.out = true;
    }
  }
}

Instant Refresher::wake(Instant now) const {
  const Instant wake = polite_.wake() - ahead_;
  // Policies that always have a page need not say when.
  const bool says_when = polite_.wake() != Instant::never();
  return says_when || alive_ == 0 ? wake : now + Duration::minutes(1);
}

template <typename Take>
void Refresher::each_belief(Instant now, Take take) const {
  const Instant then = policy_time(now);
  const size_t step = std::max<size_t>(pages_.size() / kSample, 1);
  for (size_t number = 0; number < pages_.size(); number += step) {
    const Known& known = pages_[number];
    if (!known.alive || known.aside) continue;
    const auto current = policy_->current(static_cast<Page>(number), then);
    if (!current) continue;
    const double believed = experience_.corrected(*current);
    const double since = static_cast<double>(seconds_of(now)) - known.last_visit;
    take(known.key.site, Belief{.pages = 1,
                                .weight = known.weight,
                                .current = known.weight * believed,
                                .age = known.weight * expected_age_after(since, believed)});
  }
}

void Refresher::Belief::add(const Belief& other) {
  pages += other.pages;
  weight += other.weight;
  current += other.current;
  age += other.age;
}

Refresher::Belief Refresher::believed(Instant now) const {
  Belief sum;
  each_belief(now, [&](store::SiteId /*site*/, const Belief& page) { sum.add(page); });
  return sum;
}

std::unordered_map<uint64_t, Refresher::Belief> Refresher::believed_by_site(Instant now) const {
  std::unordered_map<uint64_t, Belief> sums;
  each_belief(now, [&](store::SiteId site, const Belief& page) { sums[site.value].add(page); });
  return sums;
}

std::optional<Duration> Refresher::expected_age(store::PageId page, Instant now) const {
  const auto current = probability_current(page, now);
  if (!current) return std::nullopt;
  const double since = static_cast<double>(seconds_of(now)) - pages_[*find(page)].last_visit;
  return Duration::from_seconds(expected_age_after(since, *current));
}

std::optional<double> Refresher::probability_current(store::PageId page, Instant now) const {
  const auto known = find(page);
  if (!known || !pages_[*known].alive) return std::nullopt;
  const auto current = policy_->current(*known, policy_time(now));
  return current ? std::optional(experience_.corrected(*current)) : std::nullopt;
}

std::string Refresher::explain(store::PageId page, Instant now) const {
  const auto known = find(page);
  return known && pages_[*known].alive ? polite_.explain(*known, policy_time(now)) : "";
}

}  // namespace freshet::refresh
