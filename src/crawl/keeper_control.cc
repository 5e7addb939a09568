// What people ask of a run, and tell it; on the keeper's thread.
#include <algorithm>

#include "crawl/keeper.h"
#include "crawl/keys.h"
#include "crawl/recall.h"
#include "crawl/reports.h"

namespace freshet::crawl {
namespace {

constexpr Duration kChangesAreKept = Duration::days(90);
constexpr Duration kForgetEvery = Duration::hours(1);
// For links to a URL of which nothing is known: the run waits meanwhile.
constexpr uint64_t kPagesSearched = 200'000;
// A visit that has ended is in the store after this, unless nothing can be written.
constexpr Duration kUntilSettled = Duration::seconds(2);

std::optional<SiteFailure> last_failure_of(const SiteEntry& entry) {
  if (!entry.has_failure()) return std::nullopt;
  return entry.memory ? entry.memory->failure : SiteMemory::decode(entry.state.learned).failure;
}

std::optional<Wall> wall_of(const SiteEntry& entry) {
  if (!entry.has_wall()) return std::nullopt;
  return entry.memory ? entry.memory->wall : SiteMemory::decode(entry.state.learned).wall;
}

}  // namespace

Result<Answer> Keeper::answer(const Command& command) {
  return std::visit([this](const auto& one) -> Result<Answer> { return perform_here(one); },
                    command);
}

SteeringReport Keeper::steering_report() const {
  SteeringReport report{
      .running = true, .stopping = stopping_, .paused = paused_, .seeds = steering_.seeds};
  if (refresher_) report.requests_per_second = budget_.rate();
  return report;
}

// Into the store at once: it was told to a person that it is so.
Result<Answer> Keeper::keep_steering() {
  steering_.paused = paused_;
  batch_.facts.emplace_back(kSteeringFact, steering_.encode());
  if (!commit()) return fail("this could not be written down; it holds until the run ends");
  pump_soon();
  return steering_report();
}

Result<Answer> Keeper::perform_here(const Pause& /*pause*/) {
  paused_ = true;
  return keep_steering();
}

Result<Answer> Keeper::perform_here(const Resume& /*resume*/) {
  paused_ = false;
  return keep_steering();
}

Result<Answer> Keeper::perform_here(const SetBudget& set) {
  if (!refresher_) return fail("this crawl has no budget: it ends when all is collected");
  budget_.set_rate(set.requests_per_second, clock_.now());
  steering_.requests_per_second = set.requests_per_second;
  return keep_steering();
}

Result<Answer> Keeper::perform_here(const AskSeeds& /*ask*/) {
  return steering_report();
}

Result<Answer> Keeper::perform_here(const Stop& /*stop*/) {
  if (!stopping_) {
    ended_ = kStopped;
    wind_down();
    pump_soon();
  }
  return steering_report();
}

Result<Answer> Keeper::perform_here(const AskWhy& ask) {
  commit();  // what has happened so far is found in the store
  const Instant now = clock_.now();
  auto report = report_page({.store = store_,
                             .refresher = refresher_.get(),
                             .scope = &scope_,
                             .options = options_,
                             .in_links = in_links_ ? &*in_links_ : nullptr,
                             .absent = refresher_ ? &absent_ : nullptr,
                             .most_pages_searched = kPagesSearched,
                             .now = now},
                            ask.url);
  if (!report) return Unexpected(report.error());
  // What never is asked for waits for nothing else.
  if (report->obstacle.kind == "none") report->obstacle = obstacle_of(*report, now);
  expect_visit(*report, now);
  return std::move(*report);
}

// No visit comes before what is in its way is gone.
void Keeper::expect_visit(PageReport& report, Instant now) const {
  if (report.obstacle.until == Instant::never()) report.next_visit.reset();
  if (!report.next_visit) return;
  report.next_visit = std::max({*report.next_visit, report.obstacle.until.value_or(now), now});
}

// What is in the way of a page that is to be visited, the strongest first.
Obstacle Keeper::obstacle_of(const PageReport& report, Instant now) const {
  if (stopping_) return {"not_running", "the run is about to end", std::nullopt};
  if (paused_) return {"paused", "the run is paused", Instant::never()};
  const store::PageKey key = page_key(report.url);
  for (const auto& [id, one] : outstanding_) {
    const bool is_page = one.lease && one.lease->kind() == frontier::Lease::Kind::kPage;
    if (is_page && one.lease->page().key == key) {
      return {"under_way", "it is being asked for now", std::nullopt};
    }
  }
  const auto site = sites_.find(key.site.value);
  if (site != sites_.end()) {
    if (Obstacle obstacle = obstacle_of(site->second, now); obstacle.kind != "none") {
      return obstacle;
    }
  }
  if (!report.page) return {};
  if (report.standing == "waiting" && report.next_visit)
    return {"back_off", "it failed, and is tried again then", report.next_visit};
  if (refresher_) {
    if (const auto below = refresher_->below_floor(key.page, now)) {
      return {"gain", below->words, below->until};
    }
    const Instant next = budget_.next(now);
    if (next > now) return {"budget", "the budget allows the next request then", next};
  }
  return {"order", "others are worth more now, or came first", std::nullopt};
}

Obstacle Keeper::obstacle_of(const SiteEntry& entry, Instant now) const {
  if (!frontier_.knows(entry.state.id)) return {};
  const frontier::Frontier::SiteView view = frontier_.view(entry.state.id);
  const Instant free_at = frontier_.free_at(entry.state.id);
  if (!entry.state.in_scope) {
    return {"scope", "no seed that is left brings the site into the scope", Instant::never()};
  }
  const auto failure = last_failure_of(entry);
  const std::string failure_words = failure ? failure->words : "";
  if (robots_redirects_.is_awaited_by(entry.state.id)) {
    return {"robots_unavailable", "robots.txt leads elsewhere, and is asked for there",
            std::nullopt};
  }
  if (entry.robots_failures > 0 && free_at > now) {
    return {"robots_unavailable",
            failure_words.empty()
                ? "robots.txt cannot be had, status " + std::to_string(entry.state.robots_status)
                : failure_words,
            free_at};
  }
  if (view.standing == frontier::Standing::kHeld && view.until > now) {
    if (view.until == Instant::never()) {
      return {"address", "its address is private, and must not be asked", Instant::never()};
    }
    return {"address", failure_words.empty() ? "its name leads to no address" : failure_words,
            view.until};
  }
  store::SiteState politeness = entry.state;
  frontier_.write_politeness(politeness);
  if (politeness.resting_until > now) {
    return {"back_off", words_of_rest({.last_failure = failure, .wall = wall_of(entry)}),
            politeness.resting_until};
  }
  if (free_at > now) return {"politeness", "the site was asked a moment ago", free_at};
  return {};
}

Result<Answer> Keeper::perform_here(const AskStatus& ask) {
  const Instant now = clock_.now();
  StatusReport report{.running = true,
                      .paused = paused_,
                      .out_of_room = progress_.out_of_room,
                      .at = now,
                      .since = started_,
                      .seeds = steering_.seeds,
                      .pages = progress_.pages,
                      .gone = gone_,
                      .left = left_,
                      .waiting = progress_.waiting,
                      .in_flight = outstanding_.size(),
                      .errors = progress_.error_kinds,
                      .archive_lost = lost_files_.names()};
  report.spent = {meter_.last_minute(now),
                  meter_.last_hour(now),
                  meter_.last_day(now),
                  progress_.requests,
                  spent_before_.requests + progress_.requests,
                  spent_before_.since};
  BeliefBySite believed;
  if (refresher_) {
    report_belief(*refresher_, now, report);
    believed = refresher_->believed_by_site(now);
    report.requests_per_second = budget_.rate();
    report.known_share = progress_.waiting > 0 ? division_.share() : 1;
    const Instant next = budget_.next(now);
    if (next != Instant::never()) report.next_request = std::max(next, now);
    report.below_floor = refresher_->held_below_floor();
    const bool is_idle =
        report.below_floor > 0 && progress_.waiting == 0 && nothing_to_revisit_until_ > now;
    if (is_idle) report.idle_until = nothing_to_revisit_until_;
  }
  report.sites.known = foreign_sites_.size();
  for (const auto& [id, entry] : sites_) {
    ++report.sites.known;
    if (!entry.state.in_scope) continue;
    ++report.sites.in_scope;
    SiteReport site = report_site(entry.state, believed);
    site.obstacle = obstacle_of(entry, now);
    site.last_failure = last_failure_of(entry);
    site.wall = wall_of(entry);
    if (refresher_) site.rewrites = recent_rewrites(*refresher_, entry.state.id, now);
    if (!site.rewrites.empty()) report.rewritten.push_back(site);
    if (site.last_failure) report.failing.push_back(site);
    if (entry.memory && !entry.memory->load.empty()) {
      site.error_share = entry.memory->load.mean().error_share;
    }
    const std::string& kind = site.obstacle.kind;
    const bool is_held = kind == "robots_unavailable" || kind == "address";
    const bool is_resting = kind == "back_off";
    report.sites.held += is_held ? 1 : 0;
    report.sites.resting += is_resting ? 1 : 0;
    if (is_held || is_resting) report.held.push_back(site);
    if (site.wall) report.walled.push_back(site);
    report.by_site.push_back(std::move(site));
  }
  choose_sites(ask, report.by_site);
  choose_sites(ask, report.held);
  choose_sites(ask, report.failing);
  report.sites.walled = report.walled.size();
  choose_sites(ask, report.walled);
  report.sites.rewritten = report.rewritten.size();
  choose_sites(ask, report.rewritten);
  report.seeds_failed = failed_seeds(store_, options_, steering_.seeds);
  return report;
}

Result<Answer> Keeper::perform_here(const AskChanges& ask) {
  const Instant now = clock_.now();
  Instant before = Instant::never();
  if (ask.settled) {
    // So much of the clock's own time.
    const double pace = Duration::seconds(1).in_seconds() /
                        std::max(clock_.real(Duration::seconds(1)).in_seconds(), 1e-9);
    before = commit() ? now - Duration::from_seconds(kUntilSettled.in_seconds() * pace) : Instant();
  } else {
    commit();
  }
  auto report = report_changes(store_, ask, now, before);
  if (!report) return Unexpected(report.error());
  return std::move(*report);
}

// Changes that nobody will ask for any more, and what was learned of our own beliefs.
void Keeper::keep_house(Instant now) {
  if (!refresher_) return;
  if (now - last_forgotten_ >= kForgetEvery || now < last_forgotten_) {
    batch_.forget_changes_before = now - kChangesAreKept;
    last_forgotten_ = now;
  }
  if (progress_.requests != spent_kept_) {
    const Spending all{spent_before_.requests + progress_.requests, spent_before_.since};
    batch_.facts.emplace_back(kSpendingFact, all.encode());
    spent_kept_ = progress_.requests;
  }
  const uint32_t audits = refresher_->calibration().all().visits;
  if (audits != audits_kept_) {
    batch_.facts.emplace_back(kCalibrationFact, refresher_->calibration().encode());
    audits_kept_ = audits;
  }
}

}  // namespace freshet::crawl
