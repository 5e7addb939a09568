#include "crawl/keeper.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>

#include "clock/civil.h"
#include "crawl/keys.h"

namespace freshet::crawl {
namespace {

constexpr Duration kPublishEvery = Duration::milliseconds(20);
constexpr Duration kBelieveEvery = Duration::milliseconds(500);
constexpr Duration kShortestDelay = Duration::milliseconds(1);
constexpr auto kLongestAnswer = std::chrono::seconds(30);

// Where the thread that asks waits for the one that answers. A question that is dropped unheard,
// since the loop has ended, is answered too.
class Question {
 public:
  ~Question() { give(fail("the run has ended")); }

  struct Slip {
    std::mutex mutex;
    std::condition_variable given;
    std::optional<Result<Answer>> answer;  // guarded by mutex
  };
  explicit Question(std::shared_ptr<Slip> slip) : slip_(std::move(slip)) {}
  Question(const Question&) = delete;
  Question& operator=(const Question&) = delete;

  void give(Result<Answer> answer) {
    const std::lock_guard lock(slip_->mutex);
    if (slip_->answer) return;
    slip_->answer = std::move(answer);
    slip_->given.notify_all();
  }

 private:
  const std::shared_ptr<Slip> slip_;
};

}  // namespace

Keeper::Keeper(const CrawlOptions& options, Scope scope, store::Store& store,
               warc::Archive& archive, const Clock& clock, telemetry::Log& log)
    : options_(options),
      scope_(std::move(scope)),
      store_(store),
      archive_(archive),
      writer_(options.archive.compression_level),
      clock_(clock),
      log_(log),
      pump_timer_(loop_),
      commit_timer_(loop_),
      stop_timer_(loop_),
      budget_(options.run ? options.run->requests_per_second.value_or(1) : 0,
              options.run ? options.run->saved_up_for : Duration()),
      division_(options.run ? options.run->division : refresh::DivisionOptions()),
      frontier_(options.politeness, options.frontier),
      similar_pages_(options.traps.max_similar_pages) {}

Keeper::~Keeper() = default;

Status Keeper::run(const Shard::MakeFetcher& make_fetcher) {
  started_ = last_page_ = clock_.now();
  for (size_t i = 0; i < std::max<size_t>(options_.shards, 1); ++i) {
    const auto report = [this](std::vector<Completed> completed) {
      auto shared = std::make_shared<std::vector<Completed>>(std::move(completed));
      loop_.post([this, shared] {
        for (Completed& one : *shared) on_completed(std::move(one));
      });
    };
    shards_.push_back(std::make_unique<Shard>(options_, clock_, make_fetcher, report));
  }
  handed_out_.resize(shards_.size());
  loop_.post([this] { pump(); });
  loop_.run();
  for (auto& shard : shards_) shard->stop();
  shards_.clear();
  put_back_the_rest();
  batch_.facts.emplace_back(kEndedFact, "1");
  if (!commit() && failure_) failure_ = fail("the last visits could not be committed");
  if (const Status closed = archive_.close(); !closed && failure_) failure_ = closed;
  for (const auto& file : archive_.files()) progress_.warc_files.push_back(file.string());
  publish_progress();
  return failure_;
}

void Keeper::stop() {
  loop_.post([this] {
    if (stopping_) return;
    ended_ = "stopped";
    wind_down();
    pump();
  });
}

Result<Answer> Keeper::perform(const Command& command) {
  if (over_) return fail("the run has ended");
  auto slip = std::make_shared<Question::Slip>();
  auto question = std::make_shared<Question>(slip);
  loop_.post([this, command, question] { question->give(answer(command)); });
  question.reset();
  std::unique_lock lock(slip->mutex);
  if (!slip->given.wait_for(lock, kLongestAnswer, [&] { return slip->answer.has_value(); })) {
    return fail("the run is busy and did not answer in time; try again");
  }
  return *std::move(slip->answer);
}

// Nothing new is asked; what is under way gets a little time.
void Keeper::wind_down() {
  stopping_ = true;
  stop_timer_.start(options_.grace, [this] { end(ended_); });
}

// What was cut off was asked all the same, which says nothing of the host's health.
void Keeper::put_back_the_rest() {
  for (auto& [id, left] : outstanding_) {
    if (!left.lease) continue;
    touch(sites_.at(left.site.value));
    settle(std::move(*left.lease),
           {.page = frontier::Settlement::Page::kPutBack, .host_rests = Duration()}, clock_.now());
  }
  outstanding_.clear();
}

void Keeper::end(std::string why) {
  if (ended_.empty()) ended_ = std::move(why);
  progress_.ended = ended_;
  over_ = true;
  loop_.stop();
}

// Once for all that has come in by now.
void Keeper::pump_soon() {
  if (pump_posted_) return;
  pump_posted_ = true;
  loop_.defer([this] {
    pump_posted_ = false;
    pump();
  });
}

// Hands out what may be asked now, and sets the clock for what may be asked later.
void Keeper::pump() {
  const Instant now = clock_.now();
  if (!stopping_ && limit_reached(now)) wind_down();
  if (!stopping_) {
    load_hungry();
    while (may_lease()) {
      auto lease = next_lease(now);
      if (!lease) break;
      hand_out(std::move(*lease), now);
    }
    resolve_new_sites();  // next() tells whose time to be asked for again has come
    deliver();
  }
  plan_next_pump(now);
  if (!commit_timer_.active()) {
    // The next pump may be a minute away: whoever watches is not kept waiting for it.
    commit_timer_.start(options_.commit_interval, [this] {
      commit();
      publish_progress();
    });
  }
  if (loop_.monotonic_now() - last_published_ >= kPublishEvery) publish_progress();
}

bool Keeper::may_lease() const {
  return !stopping_ && !paused_ && !progress_.out_of_room &&
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
  if (refresher_ && !lease.page().sitemap && !scope_.admits(*url)) {
    lay_aside(lease.page());
    budget_.give_back();
    settle(std::move(lease), {.asked = false}, now);
    return;
  }
  if (!entry.rules.ask(url->request_target()).allowed) {
    count("disallowed");
    if (lease.page().made_up)
      entry.asking_made_up = false;
    else if (lease.page().revisit)
      forgo_revisit(lease.page(), store::VisitResult::kExcluded, now);
    else
      record_end(lease.page(), store::VisitResult::kExcluded, now);
    if (refresher_) budget_.give_back();
    settle(std::move(lease), {.asked = false}, now);
    return;
  }
  ++pages_under_way_;
  last_page_ = now;
  const auto kind = lease.page().sitemap ? Assignment::Kind::kSitemap : Assignment::Kind::kPage;
  assign(kind, site, std::move(*url), std::move(lease));
}

void Keeper::assign(Assignment::Kind kind, store::SiteId site, url::Url url,
                    std::optional<frontier::Lease> lease) {
  const uint64_t id = next_id_++;
  if (kind != Assignment::Kind::kResolve) {
    ++progress_.requests;
    meter_.count(clock_.now());
  }
  Assignment assignment{.id = id, .kind = kind, .url = std::move(url)};
  if (kind == Assignment::Kind::kPage || kind == Assignment::Kind::kSitemap) {
    assignment.depth = lease->page().depth;
    if (lease->page().revisit) ask_again(assignment, lease->page());
  }
  outstanding_.emplace(id, Outstanding{kind, site, std::move(lease)});
  handed_out_[shard_for(site)].push_back(std::move(assignment));
}

// One connection to a site stays with one shard, where it is used again, and so do its cookies;
// several may as well be spread, so that a single large site is not bound to one core.
size_t Keeper::shard_for(store::SiteId site) {
  const bool may_be_spread = options_.politeness.per_host > 1 && !options_.fetch.cookies;
  const size_t turn = may_be_spread ? next_shard_++ : site.value;
  return turn % shards_.size();
}

void Keeper::deliver() {
  for (size_t i = 0; i < shards_.size(); ++i) {
    if (!handed_out_[i].empty()) shards_[i]->assign(std::exchange(handed_out_[i], {}));
  }
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
  if (paused_) {
    // resume() brings the next pump; a limit of time holds all the same.
    if (options_.limits.max_time) {
      pump_timer_.start(Duration::milliseconds(200), [this] { pump(); });
    }
    return;
  }
  const Instant wake = next_spending(now, frontier_.wake_at(now));
  if (!refresher_ && outstanding_.empty() && wake == Instant::never()) {
    end("everything in scope is collected");
    return;
  }
  // Since the last page, and not since now: robots.txt may fail often and quickly for ever.
  if (!refresher_ && outstanding_.empty() && wake - last_page_ > options_.retry.patience) {
    end("what is left waits on hosts that rest or do not answer until " + format_iso8601(wake));
    return;
  }
  // Whoever is waited for will bring the next pump.
  if (!outstanding_.empty() && !may_lease()) return;
  Duration delay = options_.limits.max_time ? Duration::milliseconds(200) : Duration::minutes(1);
  if (wake != Instant::never()) delay = std::min(delay, wake - now);
  // A timer that starts itself again with no delay would keep all else from the loop.
  pump_timer_.start(std::max(clock_.real(delay), kShortestDelay), [this] { pump(); });
}

void Keeper::publish_progress() {
  const frontier::Frontier::Counts counts = frontier_.counts();
  progress_.in_flight = outstanding_.size();
  progress_.active_sites = counts.ready + counts.resting + counts.busy;
  progress_.elapsed = clock_.now() - started_;
  last_published_ = loop_.monotonic_now();
  publish_belief();
  const std::lock_guard lock(progress_mutex_);
  published_ = progress_;
}

// Looks at thousands of pages: not every time.
void Keeper::publish_belief() {
  const bool is_over = !progress_.ended.empty();
  if (!refresher_ || (!is_over && last_published_ - last_belief_ < kBelieveEvery)) return;
  last_belief_ = last_published_;
  progress_.known = refresher_->pages();
  const refresh::Refresher::Belief belief = refresher_->believed(clock_.now());
  if (belief.weight > 0) progress_.believed_freshness = belief.current / belief.weight;
}

Progress Keeper::progress() const {
  const std::lock_guard lock(progress_mutex_);
  return published_;
}

}  // namespace freshet::crawl
