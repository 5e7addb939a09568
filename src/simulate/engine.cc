#include "simulate/engine.h"

#include <algorithm>

#include "schedule/site_throttle.h"
#include "simulate/first_visits.h"
#include "simulate/host_caps.h"
#include "simulate/measure.h"
#include "simulate/visit_budget.h"

namespace freshet::simulate {
namespace {

using schedule::Page;

class Engine {
 public:
  Engine(const World& world, schedule::Policy& policy, const RunOptions& options)
      : world_(world),
        options_(options),
        throttle_(policy, options.cost_factor),
        policy_(options.visits_per_host_day || options.cost_factor ? throttle_ : policy),
        caps_(world.hosts.size(), options.visits_per_host_day.value_or(1), world.start),
        end_(std::min(world.end, options.until)),
        measure_(world, end_, options.measured_share),
        pages_(world.pages.size()),
        sections_(options.pages_of_a_section),
        budget_(options.visits_per_page_day, options.budget_factor, world.start) {
    if (options.signals.offered && policy.uses_listings()) {
      listings_.emplace(world, options.signals);
    }
  }

  Outcome run() {
    if (world_.begins_current) begin_current();
    size_t next_event = 0;
    while (true) {
      const Instant event =
          next_event < world_.events.size() ? world_.events[next_event].at : Instant::never();
      const Instant visit = next_visit();
      if (std::min(event, visit) > end_) break;
      if (event <= visit)
        happen(world_.events[next_event++]);
      else
        spend(visit);
      if (options_.progress && ++steps_ % 65'536 == 0) tell_progress(std::min(event, visit));
    }
    return measure_.finish();
  }

 private:
  struct State {
    uint32_t version = 0;  // on the web
    uint32_t seen = 0;     // of the copy in the collection
    uint32_t size = 0;
    std::optional<schedule::Section> section;  // since the first visit
    bool exists = false;
    bool known = false;
    bool visited = false;
  };

  void begin_current() {
    for (Page page = 0; page < pages_.size(); ++page) {
      pages_[page] = {.version = 1, .seen = 1, .exists = true, .known = true, .visited = true};
      ++known_;
      measure_.known(page, world_.start);
      measure_.current(page, world_.start);
      policy_.add(page, facts_of(page), world_.start);
      if (const auto listing = appears_with(page)) read(*listing, true, world_.start);
    }
  }

  schedule::PageFacts facts_of(Page page) const {
    if (listings_ && listings_->has(page)) {
      return {.site = listings_->site(page), .is_listing = true};
    }
    schedule::PageFacts facts = world_.pages[page];
    if (listings_) facts.listed_on = listings_->listing_of(page);
    return facts;
  }

  std::optional<Page> appears_with(Page page) {
    return listings_ ? listings_->appears_with(page) : std::nullopt;
  }

  // When the budget allows the next visit and there may be one to make.
  Instant next_visit() const { return std::max(budget_.next(known_), asleep_until_); }

  void happen(const Event& event) {
    budget_.pay_until(event.at, known_);
    State& state = pages_[event.page];
    const bool was_current = state.visited && state.seen == state.version;
    ++state.version;
    state.exists = event.kind != Event::Kind::kDeleted;
    state.size = event.size;
    if (event.kind == Event::Kind::kModified) measure_.changed(event.at);
    if (was_current) measure_.stale(event.page, event.at);
    if (listings_) listings_->happened(event);
    if (event.kind == Event::Kind::kAdded && !state.known) {
      state.known = true;
      state.visited = false;
      ++known_;
      unvisited_.push(world_.pages[event.page].site, event.page);
      asleep_until_ = Instant();
      measure_.known(event.page, event.at);
      if (const auto listing = appears_with(event.page)) {
        unvisited_.push(facts_of(*listing).site, *listing);
      }
    }
  }

  void spend(Instant now) {
    budget_.pay_until(now, known_);
    std::optional<Page> page =
        unvisited_.take([&](schedule::Site site) { return !throttle_.is_resting(site, now); });
    const bool first = page.has_value();
    if (!first) page = policy_.next(now);
    if (!page) {
      // The policy has no visit to make before its wake(). If it does not set that, it is queried
      // again after a minute.
      const Instant wake = policy_.wake();
      asleep_until_ = wake > now ? wake : now + Duration::minutes(1);
      return;
    }
    asleep_until_ = Instant();
    budget_.spend();
    measure_.request(now);
    if (options_.log) log(*page, now);
    if (options_.visits_per_host_day) {
      const schedule::Site site = facts_of(*page).site;
      if (const Instant until = caps_.spend(site, now); until > now) throttle_.rest(site, until);
    }
    if (listings_ && listings_->has(*page))
      read(*page, first, now);
    else
      visit(*page, first, now);
  }

  void log(Page page, Instant now) const {
    Visit visit{.page = page, .at = now, .site = facts_of(page).site};
    if (listings_ && listings_->has(page)) visit.listing = listings_->number(page);
    options_.log(visit);
  }

  void read(Page listing, bool first, Instant now) {
    const std::vector<Page> changed = listings_->read(listing, now);
    if (first) {
      policy_.add(listing, facts_of(listing), now);
      return;
    }
    bool is_news = false;
    for (const Page page : changed) {
      if (!pages_[page].visited) continue;
      policy_.announced(page, now);
      is_news = true;
    }
    policy_.visited(listing, {.changed = is_news}, now);
  }

  void visit(Page page, bool first, Instant now) {
    State& state = pages_[page];
    if (!state.exists) {
      if (!first) policy_.removed(page, now);
      state.known = state.visited = false;
      --known_;
      measure_.gone(page, now);
      return;
    }
    const bool changed = !first && state.seen != state.version;
    if (first || changed) measure_.current(page, now);
    if (changed) measure_.change_seen(now);
    state.seen = state.version;
    state.visited = true;
    if (listings_) listings_->visited(page, now);
    if (first) {
      schedule::PageFacts facts = facts_of(page);
      facts.size = state.size;
      if (!state.section && !world_.paths.empty())
        state.section = sections_.count(facts.site, world_.paths[page]);
      facts.section = state.section.value_or(0);
      policy_.add(page, facts, now);
    } else {
      policy_.visited(page, {.changed = changed, .size = state.size}, now);
    }
  }

  void tell_progress(Instant now) {
    options_.progress((now - world_.start).in_seconds() / (end_ - world_.start).in_seconds());
  }

  const World& world_;
  const RunOptions& options_;
  schedule::SiteThrottle throttle_;
  schedule::Policy& policy_;  // throttle_, which wraps the policy, or the policy itself
  HostCaps caps_;
  const Instant end_;
  Measure measure_;
  std::vector<State> pages_;
  std::optional<Listings> listings_;
  FirstVisits unvisited_;
  schedule::Sections sections_;
  uint64_t known_ = 0;
  VisitBudget budget_;
  Instant asleep_until_;
  uint64_t steps_ = 0;
};

}  // namespace

Outcome run(const World& world, schedule::Policy& policy, const RunOptions& options) {
  return Engine(world, policy, options).run();
}

}  // namespace freshet::simulate
