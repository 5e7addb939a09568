#include "crawl/keeper.h"

#include <algorithm>
#include <chrono>

#include "clock/civil.h"
#include "crawl/question.h"

namespace freshet::crawl {
namespace {

constexpr Duration kPublishEvery = Duration::milliseconds(20);
constexpr Duration kShortestDelay = Duration::milliseconds(1);
// Pages that are not asked for, such as those that robots.txt disallows, have no delay, and there
// may be millions. After so many, what other hosts have answered is looked at first.
constexpr int kMostUnasked = 64;
constexpr auto kLongestAnswer = std::chrono::seconds(30);

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
      similar_pages_(options.traps.max_similar_pages),
      originals_(store) {}

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
  keep_delays_after_crash();
  batch_.facts.emplace_back(kEndedFact, "1");
  if (!commit() && failure_) failure_ = fail("the last visits could not be committed");
  if (const Status closed = archive_.close(); !closed && failure_) failure_ = closed;
  for (const auto& file : archive_.files()) progress_.warc_files.push_back(file.string());
  sum_up_seeds();
  publish_progress();
  return failure_;
}

void Keeper::stop() {
  loop_.post([this] {
    if (stopping_) return;
    ended_ = kStopped;
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
    for (int unasked = 0; unasked < kMostUnasked && may_lease();) {
      auto lease = next_lease(now);
      if (!lease) break;
      const uint64_t requests = progress_.requests;
      hand_out(std::move(*lease), now);
      if (progress_.requests == requests) ++unasked;
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
          progress_.pages + sitemaps_visited_ + pages_under_way_ < *options_.limits.max_pages);
}

bool Keeper::limit_reached(Instant now) {
  const Limits& limits = options_.limits;
  const auto reached = [&](bool yes, std::string_view what) {
    if (yes && ended_.empty()) ended_ = "the limit of " + std::string(what) + " is reached";
    return yes;
  };
  const uint64_t pages = progress_.pages + sitemaps_visited_;
  return reached(limits.max_pages && pages >= *limits.max_pages, "pages") ||
         reached(limits.max_bytes && progress_.bytes >= *limits.max_bytes, "bytes") ||
         reached(limits.max_time && now - started_ >= *limits.max_time, "time");
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
  if (!hungry_.empty()) {
    pump_soon();  // what waits in the store is not looked through yet
    return;
  }
  const Instant wake = next_spending(now, frontier_.wake_at(now));
  if (!refresher_ && outstanding_.empty() && wake == Instant::never()) {
    end(kAllCollected);
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

}  // namespace freshet::crawl
