#include "crawl/keeper.h"

#include <algorithm>

#include "clock/civil.h"
#include "crawl/keys.h"

namespace freshet::crawl {
namespace {

// After stop(): how long what is under way may take before it is cut off.
constexpr Duration kGrace = Duration::seconds(5);

}  // namespace

Keeper::Keeper(const CrawlOptions& options, Scope scope, store::Store& store,
               warc::Archive& archive, const Clock& clock, telemetry::Log& log)
    : options_(options),
      scope_(std::move(scope)),
      store_(store),
      archive_(archive),
      clock_(clock),
      log_(log),
      pump_timer_(loop_),
      commit_timer_(loop_),
      stop_timer_(loop_),
      frontier_(options.politeness, options.frontier),
      similar_pages_(options.traps.max_similar_pages) {}

Keeper::~Keeper() = default;

Status Keeper::run(const Shard::MakeFetcher& make_fetcher) {
  started_ = clock_.now();
  for (size_t i = 0; i < std::max<size_t>(options_.shards, 1); ++i) {
    shards_.push_back(std::make_unique<Shard>(options_, make_fetcher, [this](Completed completed) {
      auto shared = std::make_shared<Completed>(std::move(completed));
      loop_.post([this, shared] { on_completed(std::move(*shared)); });
    }));
  }
  loop_.post([this] { pump(); });
  loop_.run();
  for (auto& shard : shards_) shard->stop();
  shards_.clear();
  outstanding_.clear();  // leases that are left put their pages back
  if (!commit() && failure_) failure_ = fail("the last visits could not be committed");
  if (const Status closed = archive_.close(); !closed && failure_) failure_ = closed;
  for (const auto& file : archive_.files()) progress_.warc_files.push_back(file.string());
  publish_progress();
  return failure_;
}

void Keeper::stop() {
  loop_.post([this] {
    if (stopping_) return;
    stopping_ = true;
    ended_ = "stopped";
    stop_timer_.start(kGrace, [this] { end("stopped"); });
    pump();
  });
}

void Keeper::end(std::string why) {
  if (ended_.empty()) ended_ = std::move(why);
  progress_.ended = ended_;
  loop_.stop();
}

// Hands out what may be asked now, and sets the clock for what may be asked later.
void Keeper::pump() {
  const Instant now = clock_.now();
  if (!stopping_ && limit_reached(now)) stopping_ = true;
  if (!stopping_) {
    load_hungry();
    resolve_new_sites();
    while (may_lease()) {
      auto lease = frontier_.next(now);
      if (!lease) break;
      hand_out(std::move(*lease), now);
    }
  }
  plan_next_pump(now);
  if (!commit_timer_.active()) {
    commit_timer_.start(options_.commit_interval, [this] { commit(); });
  }
  publish_progress();
}

bool Keeper::may_lease() const {
  return !stopping_ && !progress_.out_of_room &&
         outstanding_.size() < options_.in_flight_per_shard * shards_.size() &&
         (!options_.limits.max_pages ||
          progress_.pages + pages_under_way_ < *options_.limits.max_pages);
}

bool Keeper::limit_reached(Instant now) {
  const Limits& limits = options_.limits;
  const auto reached = [&](bool yes, std::string_view what) {
    if (yes && ended_.empty()) ended_ = "the limit of " + std::string(what) + " is reached";
    return yes;
  };
  return reached(limits.max_pages && progress_.pages >= *limits.max_pages, "pages") ||
         reached(limits.max_bytes && progress_.bytes >= *limits.max_bytes, "bytes") ||
         reached(limits.max_time && now - started_ >= *limits.max_time, "time");
}

void Keeper::hand_out(frontier::Lease lease, Instant now) {
  const store::SiteId site = lease.site();
  SiteEntry& entry = sites_.at(site.value);
  if (lease.kind() == frontier::Lease::Kind::kRobots) {
    auto url = url::parse(entry.state.text + "/robots.txt");
    assign(Assignment::Kind::kRobots, site, std::move(*url), std::move(lease));
    return;
  }
  auto url = url::parse(lease.page().url);
  if (!entry.rules.ask(url->request_target()).allowed) {
    count("disallowed");
    record_end(lease.page(), store::VisitResult::kExcluded, now);
    frontier_.settle(std::move(lease), {.asked = false}, now);
    return;
  }
  ++pages_under_way_;
  const auto kind = lease.page().sitemap ? Assignment::Kind::kSitemap : Assignment::Kind::kPage;
  assign(kind, site, std::move(*url), std::move(lease));
}

void Keeper::assign(Assignment::Kind kind, store::SiteId site, url::Url url,
                    std::optional<frontier::Lease> lease) {
  const uint64_t id = next_id_++;
  if (kind != Assignment::Kind::kResolve) ++progress_.requests;
  outstanding_.emplace(id, Outstanding{kind, site, std::move(lease)});
  // A site's connections stay with one shard.
  shards_[site.value % shards_.size()]->assign({.id = id, .kind = kind, .url = std::move(url)});
}

void Keeper::resolve_new_sites() {
  for (const store::SiteId site : frontier_.take_unresolved()) {
    auto root = url::parse(sites_.at(site.value).state.text + "/");
    assign(Assignment::Kind::kResolve, site, std::move(*root), std::nullopt);
  }
}

void Keeper::plan_next_pump(Instant now) {
  if (stopping_) {
    if (outstanding_.empty()) end(ended_);
    return;
  }
  if (progress_.out_of_room) return;  // commit() looks again
  const Instant wake = frontier_.wake_at(now);
  if (outstanding_.empty() && wake == Instant::never()) {
    end("everything in scope is collected");
    return;
  }
  if (outstanding_.empty() && wake - now > options_.retry.patience) {
    end("what is left waits on hosts that rest or do not answer until " + format_iso8601(wake));
    return;
  }
  // Whoever is waited for will bring the next pump.
  if (!outstanding_.empty() && !may_lease()) return;
  Duration delay = options_.limits.max_time ? Duration::milliseconds(200) : Duration::minutes(1);
  if (wake != Instant::never()) delay = std::min(delay, wake - now);
  pump_timer_.start(std::max(delay, Duration()), [this] { pump(); });
}

void Keeper::publish_progress() {
  const frontier::Frontier::Counts counts = frontier_.counts();
  progress_.in_flight = outstanding_.size();
  progress_.active_sites = counts.ready + counts.resting;
  progress_.elapsed = clock_.now() - started_;
  const std::lock_guard lock(progress_mutex_);
  published_ = progress_;
}

Progress Keeper::progress() const {
  const std::lock_guard lock(progress_mutex_);
  return published_;
}

}  // namespace freshet::crawl
