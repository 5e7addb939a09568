#include "refresh/refresher.h"

#include <algorithm>
#include <cmath>

#include "result/check.h"
#include "schedule/registry.h"

namespace freshet::refresh {
namespace {

using schedule::Page;
using schedule::Site;

constexpr uint32_t kNone = digest::NumberOf::kNone;
// Pages below the floor that one call looks at: no call takes long, however many there are.
constexpr int kMostLooks = 256;
constexpr int kDraws = 20;  // until an audit finds a page that is not out
// What is told so much too late was overtaken by something else: no clock was set back.
constexpr Duration kOvertaken = Duration::seconds(10);

std::string_view path_of(std::string_view url) {
  const size_t host = url.find("://");
  if (host == std::string_view::npos) return {};
  return url.substr(std::min(url.find('/', host + 3), url.size()));
}

}  // namespace

Refresher::Refresher(const RefreshOptions& options)
    : options_(options),
      policy_(make_policy()),
      polite_(*policy_, dearness()),
      random_(options.seed) {
  if (!policy_->tells_current()) believer_.emplace(options.visits_per_page_day);
}

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
      number_of_page_.find(page.value, [this](uint32_t n) { return pages_[n].page.value; });
  return number == kNone ? std::nullopt : std::optional<Page>(number);
}

bool Refresher::knows(store::PageId page) const {
  const auto known = find(page);
  return known && pages_[*known].alive;
}

Page Refresher::number_for(const store::PageKey& key, std::string_view url) {
  if (const auto known = find(key.page)) return *known;
  const auto number = static_cast<Page>(pages_.size());
  const Site site = site_number(key.site);
  pages_.push_back(
      {.page = key.page, .site = site, .section = sections_.count(site, path_of(url))});
  number_of_page_.insert(key.page.value, number,
                         [this](uint32_t n) { return pages_[n].page.value; });
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

// A page that was chosen and was not visited yet.
Page Refresher::chosen(store::PageId page) const {
  const auto known = find(page);
  FRESHET_CHECK(known && pages_[*known].out, "a page that was not chosen");
  return *known;
}

void Refresher::recall(const store::PageState& page, const change::History& history,
                       double weight) {
  if (history.totals().successes == 0) return;
  const Page number = number_for(page.key, page.url);
  if (page.last_change != Instant()) pages_[number].same_since = unix_seconds_of(page.last_change);
  recalled_.add(number,
                {.site = pages_[number].site,
                 .section = pages_[number].section,
                 .weight = weight,
                 .size = static_cast<uint32_t>(std::min<uint64_t>(page.size, UINT32_MAX)),
                 .is_listing = page.sitemap},
                history);
  if (page.listed_on) recalled_listed_.emplace_back(number, page.listed_on->page);
}

// The policy's time never goes back: when the clock is set back, it goes on from where it was.
Instant Refresher::advance(Instant now) {
  const Duration behind = latest_ - (now + ahead_);
  if (behind > kOvertaken) ahead_ += behind;
  latest_ = std::max(latest_, now + ahead_);
  return latest_;
}

Instant Refresher::policy_time(Instant now) const {
  return std::max(now + ahead_, latest_);
}

void Refresher::begin_with(Page page, const schedule::PageFacts& facts, Instant now) {
  Known& known = pages_[page];
  known.alive = true;
  known.last_visit = known.last_look = unix_seconds_of(now);
  // What was recalled may be older than the visits that are told one by one.
  if (known.same_since == 0 || known.same_since > known.last_look)
    known.same_since = known.last_look;
  known.last = Last::kThere;
  known.announced = false;
  known.weight = static_cast<float>(facts.weight);
  ++alive_;
  polite_.add(page, facts, now);
  if (believer_) believer_->add(page, facts, now);
}

void Refresher::begin(Instant now) {
  // Which of them were drawn at random is not recalled; about so many were.
  constexpr uint64_t kDrawnOneIn = 10;
  uint64_t visits = 0;
  latest_ = now;
  recalled_.tell([&](const Recollection::Visit& visit) {
    // A clock that was ahead has written times that have not come yet.
    const Instant at = std::min(visit.at, now);
    if (visit.first != nullptr) {
      begin_with(visit.page, *visit.first, at);
    } else {
      if (++visits % kDrawnOneIn == 0)
        polite_.take_at_random(visit.page, at);
      else
        polite_.take(visit.page, at);
      tell(visit.page, visit.found, at);
    }
  });
  for (const auto& [page, listing] : std::exchange(recalled_listed_, {})) {
    if (const auto number = find(listing)) polite_.listed(page, *number, now);
  }
}

schedule::PageFacts Refresher::facts_of(Page number, const NewPage& page) const {
  schedule::PageFacts facts{.site = pages_[number].site,
                            .section = pages_[number].section,
                            .weight = page.weight,
                            .size = page.size,
                            .is_listing = page.is_listing};
  if (page.listed_on) facts.listed_on = find(*page.listed_on);
  return facts;
}

void Refresher::add(const NewPage& page, Instant now) {
  const Page number = number_for(page.key, page.url);
  if (pages_[number].alive) return;
  pages_[number].same_since = 0;
  begin_with(number, facts_of(number, page), advance(now));
  pages_[number].last_visit = unix_seconds_of(now);
}

// The policy forgets the page, and begins anew with what is known.
void Refresher::relearn(const NewPage& page, const Past& past, Instant wall_clock) {
  const auto number = find(page.key.page);
  if (!number || !pages_[*number].alive || pages_[*number].out) return;
  const Instant now = advance(wall_clock);
  schedule::PageFacts facts = facts_of(*number, page);
  facts.past_changes = past.changes;
  facts.past_days = past.days;
  held_.release(*number);
  polite_.take(*number, now);
  polite_.removed(*number, now);
  polite_.add(*number, facts, now);
  if (believer_) believer_->add(*number, facts, now);
}

std::optional<Refresher::Choice> Refresher::draw_audit(Instant now) {
  for (int i = 0; i < kDraws && !pages_.empty(); ++i) {
    const size_t number = random_() % pages_.size();
    Known& known = pages_[number];
    if (!known.alive || known.out || polite_.is_resting(known.site, now)) continue;
    known.out = true;
    held_.release(static_cast<Page>(number));
    polite_.take_at_random(static_cast<Page>(number), now);
    return Choice{.key = key_of(known), .audit = true};
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
  has_more_to_try_ = false;
  release_due(now);
  for (int looks = 0; looks < kMostLooks; ++looks) {
    const auto page = polite_.next(now);
    if (!page) return std::nullopt;
    if (hold_below_floor(*page, now)) continue;
    pages_[*page].out = true;
    audits_owed_ = std::min(audits_owed_ + options_.audit_share, 10.0);
    return Choice{.key = key_of(pages_[*page]), .worth = policy_->worth(*page, now)};
  }
  has_more_to_try_ = true;
  return std::nullopt;
}

Refresher::Last Refresher::last_of(Found::Kind kind) {
  switch (kind) {
    case Found::Kind::kSame:
    case Found::Kind::kChanged: return Last::kThere;
    case Found::Kind::kFailed: return Last::kFailed;
    case Found::Kind::kGone: return Last::kGone;
  }
  return Last::kFailed;
}

void Refresher::tell(Page page, const Found& found, Instant now) {
  Known& known = pages_[page];
  const Last before = std::exchange(known.last, last_of(found.kind));
  known.last_look = unix_seconds_of(now);
  // To be gone, or to be back, is a change of the page; that its server fails is none.
  const bool came_or_went =
      known.last != Last::kFailed && before != Last::kFailed && known.last != before;
  if (came_or_went || found.kind == Found::Kind::kChanged) known.same_since = known.last_look;
  known.announced = false;
  switch (found.kind) {
    case Found::Kind::kSame:
    case Found::Kind::kChanged:
      known.last_visit = unix_seconds_of(now);
      polite_.visited(page,
                      {.changed = found.kind == Found::Kind::kChanged,
                       .size = found.size,
                       .last_modified = found.last_modified},
                      now);
      if (believer_) believer_->visited(page, found.kind == Found::Kind::kChanged, now);
      break;
    case Found::Kind::kFailed:
    case Found::Kind::kGone: polite_.failed(page, now); break;
  }
}

void Refresher::visited(const Choice& choice, const Found& found, Instant wall_clock) {
  const Instant now = advance(wall_clock);
  const Page page = chosen(choice.key.page);
  pages_[page].out = false;
  if (choice.audit && found.kind != Found::Kind::kFailed) {
    const double believed = current(page, now);
    const bool is_current = found.kind == Found::Kind::kSame;
    calibration_.saw(experience_.corrected(believed), is_current);
    experience_.saw(believed, is_current);
  }
  tell(page, found, now);
}

std::optional<Refresher::Choice> Refresher::choose(store::PageId id, Instant now) {
  const auto page = find(id);
  if (!page || !pages_[*page].alive || pages_[*page].out) return std::nullopt;
  pages_[*page].out = true;
  if (!held_.release(*page)) polite_.take(*page, advance(now));
  return Choice{.key = key_of(pages_[*page])};
}

double Refresher::worth_of_new(double weight, Duration again) const {
  return policy_->worth_of_new(weight, again.in_days());
}

void Refresher::weighs(store::PageId id, double weight) {
  constexpr double kMatters = 0.05;
  const Page page = chosen(id);
  const double factor = weight / pages_[page].weight;
  if (std::abs(factor - 1) < kMatters) return;
  pages_[page].weight = static_cast<float>(weight);
  policy_->reweighed(page, factor);
}

void Refresher::leave(const Choice& choice, Instant now) {
  const Page page = chosen(choice.key.page);
  pages_[page].out = pages_[page].alive = false;
  --alive_;
  polite_.removed(page, advance(now));
}

void Refresher::put_back(const Choice& choice, Instant now) {
  const Page page = chosen(choice.key.page);
  pages_[page].out = false;
  polite_.put_back(page, advance(now));
}

void Refresher::announced(store::PageId page, Instant changed, Instant now) {
  const auto known = find(page);
  if (!known || !pages_[*known].alive) return;
  if (unix_seconds_of(changed) <= pages_[*known].last_visit) return;
  polite_.announced(*known, advance(now));
  release_announced(*known, latest_);
}

void Refresher::pinged(store::PageId page, Instant changed, Instant now) {
  const auto known = find(page);
  if (!known || !pages_[*known].alive) return;
  // One within the second of the last visit may have come after it.
  if (unix_seconds_of(changed) < pages_[*known].last_visit) return;
  polite_.pinged(*known, advance(now));
  release_announced(*known, latest_);
}

void Refresher::rest(store::SiteId site, Instant until) {
  polite_.rest(site_number(site), until + ahead_);
}

void Refresher::set_aside(const Choice& choice) {
  pages_[chosen(choice.key.page)].aside = true;
}

void Refresher::choose_among(const std::function<bool(store::SiteId)>& wanted, Instant wall_clock) {
  const Instant now = advance(wall_clock);
  for (size_t number = 0; number < pages_.size(); ++number) {
    Known& known = pages_[number];
    if (!known.alive) continue;
    const auto page = static_cast<Page>(number);
    const bool wants = wanted(sites_[known.site]);
    if (wants && known.aside) {
      known.aside = known.out = false;
      polite_.put_back(page, now);
    } else if (!wants && !known.out) {
      held_.release(page);
      polite_.take(page, now);
      known.aside = known.out = true;
    }
  }
}

Instant Refresher::wake(Instant now) const {
  if (has_more_to_try_) return now;
  const Instant first = std::min(polite_.wake(), held_.wake());
  // Policies that always have a page need not say when.
  const bool says_when = first != Instant::never();
  return says_when || alive_ == 0 ? first - ahead_ : now + Duration::minutes(1);
}

}  // namespace freshet::refresh
