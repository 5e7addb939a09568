#include "crawl/engine.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include "crawl/answer_promise.h"

namespace freshet::crawl {
namespace {

constexpr Duration kShortestDelay = Duration::milliseconds(1);
// Pages that are not requested, such as those that robots.txt disallows, cause no delay, and there
// may be millions of them. After this many, pump() returns so that answers are processed.
constexpr int kMaxSkipped = 64;
constexpr auto kLongestAnswer = std::chrono::seconds(30);
constexpr Duration kRecheckLease = Duration::milliseconds(200);
constexpr Duration kRetryStalled = Duration::seconds(2);

}  // namespace

Engine::Engine(const CrawlOptions& options, collection::Scope scope, const World& world)
    : options_(options),
      clock_(world.clock),
      loop_(world.loop),
      log_(world.log),
      tables_(options, world.store, world.archive,
              {.moment =
                   [this] {
                     return Journal::Moment{
                         .now = clock_.now(), .monotonic = loop_.monotonic_now(), .is_last = over_};
                   },
               .complete = [this](store::Batch& batch) { complete_batch(batch); }},
              world.log),
      parts_(options, std::move(scope), tables_, world.clock, world.log),
      progress_(tables_, parts_.dispatcher, world.clock, world.loop),
      timers_{eventloop::Timer(world.loop), eventloop::Timer(world.loop),
              eventloop::Timer(world.loop)} {}

Engine::~Engine() = default;

Result<collection::Answer> Engine::perform(const collection::Command& command) {
  if (over_) return fail("the run has ended");
  auto shared = std::make_shared<AnswerPromise::Shared>();
  auto promise = std::make_shared<AnswerPromise>(shared);
  loop_.post([this, command, promise] { promise->set(answer(command)); });
  promise.reset();
  std::unique_lock lock(shared->mutex);
  if (!shared->is_set.wait_for(lock, kLongestAnswer, [&] { return shared->answer.has_value(); })) {
    return fail("the run is busy and did not answer in time; try again");
  }
  return *std::move(shared->answer);
}

Result<collection::Answer> Engine::answer(const collection::Command& command) {
  auto answer = parts_.control.perform(command);
  if (parts_.control.wants_stop()) wind_down(kStopped);
  pump_soon();
  return answer;
}

void Engine::post(std::function<void(AgentPort&)> call) {
  loop_.post([this, call = std::move(call)] {
    call(parts_.agent);
    pump_soon();
  });
}

// Posts one pump() for all events that have arrived by now.
void Engine::pump_soon() {
  if (is_pump_posted_) return;
  is_pump_posted_ = true;
  loop_.defer([this] {
    is_pump_posted_ = false;
    pump();
  });
}

// Sends the requests that may be sent now, and sets the timer for the next ones.
void Engine::pump() {
  const Instant now = clock_.now();
  parts_.agent.set_idle(false);
  if (is_limit_reached(now)) wind_down(ended_);
  if (!is_stopping_) {
    parts_.aliases.advance(now);
    parts_.waiting.load(now);
    for (int skipped = 0; skipped < kMaxSkipped && may_send();) {
      auto lease = parts_.source->next(now);
      if (!lease) break;
      const uint64_t requests = tables_.stats.now.requests;
      send(std::move(*lease), now);
      if (tables_.stats.now.requests == requests) ++skipped;
    }
    resolve_new_sites();  // next() finds the sites whose addresses must be resolved again
    parts_.dispatcher.deliver();
  }
  plan_next_pump(now);
  if (!timers_.commit.active()) commit_later(options_.commit_interval);
  if (progress_.is_due()) progress_.publish();
}

void Engine::send(frontier::Lease lease, Instant now) {
  const store::SiteId site = lease.site();
  if (lease.kind() == frontier::Lease::Kind::kRobots) {
    auto url = url::parse(tables_.sites.at(site).state.text + "/robots.txt");
    assign(Assignment::Kind::kRobots, site, std::move(*url), std::move(lease));
    return;
  }
  auto url = url::parse(lease.page().url);
  const bool is_for_rules = parts_.rules.is_redirect(lease.page().key.page);
  auto allowed = is_for_rules ? parts_.rules.allow_redirect(std::move(lease), *url, now)
                              : allow(std::move(lease), *url, now);
  if (!allowed) return;
  auto kind = Assignment::Kind::kRobots;
  if (!is_for_rules) {
    ++tables_.stats.pages_pending;
    last_request_ = now;
    kind = allowed->page().sitemap ? Assignment::Kind::kSitemap : Assignment::Kind::kPage;
  }
  assign(kind, site, std::move(*url), std::move(*allowed));
}

// Returns the lease if the page may be requested; otherwise settles it.
std::optional<frontier::Lease> Engine::allow(frontier::Lease lease, const url::Url& url,
                                             Instant now) {
  const frontier::Queued& page = lease.page();
  SiteEntry& entry = tables_.sites.at(page.key.site);
  // The scope may have become narrower since the page was queued.
  const bool is_outside = parts_.admission.has_scope_changed() && !page.sitemap &&
                          !parts_.admission.scope().admits(url);
  if (is_outside) {
    if (!page.revisit && !page.is_probe) parts_.in_scope.count_outside(entry, 1);
    parts_.skipped.set_aside(page, now);
  } else if (!entry.rules.check(url.request_target()).allowed) {
    tables_.stats.count(collection::Event::kDisallowed);
    parts_.failures.disallowed(page);
    parts_.skipped.skip(page, store::VisitResult::kExcluded, now);
  } else {
    return lease;
  }
  parts_.source->not_sent();
  parts_.source->settle(std::move(lease), {.sent = false}, now);
  return std::nullopt;
}

void Engine::assign(Assignment::Kind kind, store::SiteId site, url::Url url,
                    std::optional<frontier::Lease> lease) {
  if (kind != Assignment::Kind::kResolve) tables_.stats.count_request(clock_.now());
  Assignment assignment{.url = std::move(url)};
  if (kind == Assignment::Kind::kPage || kind == Assignment::Kind::kSitemap) {
    parts_.visits.prepare(assignment, lease->page());
  }
  parts_.dispatcher.assign(std::move(assignment), {kind, site, std::move(lease)});
}

void Engine::resolve_new_sites() {
  for (const store::SiteId site : tables_.frontier.take_unresolved()) {
    auto root = url::parse(tables_.sites.at(site).state.text + "/");
    assign(Assignment::Kind::kResolve, site, std::move(*root), std::nullopt);
  }
}

void Engine::on_completed(Completed& completed) {
  auto request = parts_.dispatcher.complete(completed);
  if (!request) return;
  const Instant now = clock_.now();
  parts_.failures.completed(*request, completed);
  switch (request->kind) {
    case Assignment::Kind::kResolve:
      parts_.addresses.on_resolved(request->site, completed, now);
      break;
    case Assignment::Kind::kRobots:
      parts_.rules.on_answer(std::move(*request), completed, now);
      break;
    case Assignment::Kind::kPage:
    case Assignment::Kind::kSitemap: {
      last_request_ = now;
      const bool is_probe = request->lease->page().is_probe;
      parts_.visits.complete(std::move(*request->lease), completed, now);
      if (is_probe) parts_.aliases.checked(request->site, completed, now);
      parts_.aliases.visited(now);
      break;
    }
  }
  pump_soon();
}

void Engine::plan_next_pump(Instant now) {
  if (is_stopping_) {
    if (parts_.dispatcher.pending() == 0) end();
    return;
  }
  if (tables_.journal.is_stalled()) return;  // the commit timer tries again
  if (parts_.control.is_paused()) {
    // A command posts the next pump; the limit of time is checked nevertheless.
    if (options_.limits.max_time) {
      timers_.pump.start(Duration::milliseconds(200), [this] { pump(); });
    }
    return;
  }
  if (options_.agent && !options_.agent->may_send()) {
    timers_.pump.start(kRecheckLease, [this] { pump(); });
    return;
  }
  const Instant more_at = std::min(parts_.waiting.wake_at(now), parts_.aliases.wake_at(now));
  if (more_at <= now) {
    pump_soon();
    return;
  }
  const Instant wake = std::min(parts_.source->wake_at(now), more_at);
  if (is_over(wake, now)) {
    if (!options_.agent) {
      end();
      return;
    }
    // Other agents may still find pages for this one. What it has found itself must be in the store
    // before it counts as idle.
    ended_.clear();
    parts_.agent.set_idle(tables_.journal.commit());
  }
  // The answer to a pending request posts the next pump.
  if (parts_.dispatcher.pending() > 0 && !may_send()) return;
  Duration delay = options_.limits.max_time ? Duration::milliseconds(200) : Duration::minutes(1);
  if (wake != Instant::never()) delay = std::min(delay, wake - now);
  // A timer without delay that restarts itself would keep the loop from all other events.
  timers_.pump.start(std::max(clock_.real(delay), kShortestDelay), [this] { pump(); });
}

// Adds what changes with almost every visit, once for the whole batch.
void Engine::complete_batch(store::Batch& batch) {
  if (batch.empty() && !tables_.sites.has_touched()) return;
  if (options_.agent) parts_.agent.complete(batch);
  if (tables_.known.has_begun()) parts_.maintenance.complete(batch, clock_.now());
  tables_.sites.write_touched(tables_.frontier, batch);
}

// Progress is published here, too, because the next pump may be a minute away.
void Engine::commit_later(Duration delay) {
  timers_.commit.start(delay, [this] {
    const bool was_stalled = tables_.journal.is_stalled();
    tables_.journal.commit();
    progress_.publish();
    if (tables_.journal.is_fenced()) {
      ended_ = kFenced;
      end();
    } else if (tables_.journal.is_stalled())
      commit_later(kRetryStalled);
    else if (was_stalled)
      pump();
  });
}

}  // namespace freshet::crawl
