#include "cluster/agent_engine.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "cluster/steady_time.h"
#include "crawl/agent_role.h"

namespace freshet::cluster {
namespace {

// A budget of nothing: the first request would be sent in centuries.
constexpr double kLeastRate = 1e-9;

}  // namespace

uint64_t collected_of(const std::optional<std::string>& fact) {
  uint64_t pages = 0;
  if (fact) std::from_chars(fact->data(), fact->data() + fact->size(), pages);
  return pages;
}

AgentEngine::AgentEngine(std::string agent, const World& world)
    : agent_(std::move(agent)),
      world_(world),
      store_(world.shared, agent_, crawl::facts_of_an_agent()),
      addresses_({world.registry, world.machine, world.clock}) {}

bool AgentEngine::is_lent() const {
  const std::lock_guard lock(mutex_);
  return is_lent_;
}

// From here on, the shards are not lent.
Status AgentEngine::take(const store::ShardSet& shards) {
  {
    const std::lock_guard lock(mutex_);
    if (is_lent_) return fail("a task of the cluster writes to the shards");
    is_starting_ = true;
  }
  store_.release_all();
  const auto taken = store_.take(shards);
  if (taken) return Done{};
  const std::lock_guard lock(mutex_);
  is_starting_ = false;
  return Unexpected(taken.error());
}

Status AgentEngine::start(Work work) {
  if (Status taken = take(work.shards); !taken) return taken;
  crawl::CrawlOptions options = work.options;
  store::ShardSet added = work.shards;
  added.remove_all(last_shards_);
  options.agent = crawl::AgentRole{.shards = work.shards,
                                   .writer = work.writer,
                                   .may_send = [this] { return world_.lease.is_valid(); },
                                   .has_taken_over = !added.empty()};
  options.archive.agent = agent_;
  options.politeness.leases_addresses = true;
  if (options.run) options.run->requests_per_second = std::max(work.rate, kLeastRate);
  // A page may have waited for an address that another agent used.
  addresses_.set_interval(std::max(options.politeness.delay, options.politeness.address_delay));
  inbox_.begin(work.shards);
  last_shards_ = work.shards;
  work_ = std::move(work);
  const std::lock_guard lock(mutex_);
  session_ =
      std::make_unique<EngineSession>(std::move(options), work_.job.run_control,
                                      EngineSession::World{store_, world_.clock, world_.log});
  is_starting_ = false;
  return Done{};
}

Status AgentEngine::finish(SessionId session) {
  Status status = session_->status();
  // Requests of which nothing was committed are known to nobody, and the next session must wait for
  // the delay of every host, as after a crash.
  if (!status) last_shards_ = {};
  crawl::Progress progress = session_->progress();
  crawl::add_counts(before_, progress);
  {
    const std::lock_guard lock(mutex_);
    session_.reset();
    before_ = std::move(progress);
  }
  work_ = {};
  if (const Status given = addresses_.give_back_all(session); !given) addresses_.lose_all();
  return status;
}

void AgentEngine::lose() {
  addresses_.lose_all();
  last_shards_ = {};
  if (session_) session_->stop();
}

bool AgentEngine::can_follow(const Job& job) const {
  return job.kind == work_.job.kind && job.settings == work_.job.settings &&
         job.options == work_.job.options &&
         collection::RunControl{.scope = job.run_control.scope}.encode() ==
             collection::RunControl{.scope = work_.job.run_control.scope}.encode();
}

void AgentEngine::follow(const Job& job) {
  work_.job = job;
  session_->post([run_control = job.run_control, &log = world_.log](crawl::AgentPort& port) {
    const Status followed = port.follow(run_control);
    if (!followed) {
      log.error("the seeds of the cluster cannot be used", {{"reason", followed.error().message}});
    }
  });
}

void AgentEngine::set_rate(double requests_per_second) {
  if (requests_per_second == work_.rate) return;
  work_.rate = requests_per_second;
  session_->post([rate = std::max(requests_per_second, kLeastRate)](crawl::AgentPort& port) {
    port.set_rate(rate);
  });
}

void AgentEngine::read_inbox(const store::ShardSet& notified) {
  inbox_.notified(notified);
  auto found = inbox_.read(store_, steady_time(world_.machine));
  if (!found) {
    world_.log.warning("what other agents have found cannot be read; it is read again",
                       {{"reason", found.error().message}});
    return;
  }
  if (found->empty()) return;
  const bool posted =
      session_->post([found = *std::move(found)](crawl::AgentPort& port) { port.take_in(found); });
  if (!posted) inbox_.begin(work_.shards);
}

std::optional<crawl::AgentPort::Activity> AgentEngine::activity() {
  if (!session_) return std::nullopt;
  return session_->call([](crawl::AgentPort& port) { return port.activity(); });
}

uint64_t AgentEngine::collected() const {
  const auto fact = store_.fact(crawl::kCollectedFact);
  return fact ? collected_of(*fact) : 0;
}

crawl::Progress AgentEngine::progress() const {
  const std::lock_guard lock(mutex_);
  if (!session_) return before_;
  crawl::Progress progress = session_->progress();
  crawl::add_counts(before_, progress);
  return progress;
}

bool AgentEngine::post(std::function<void(crawl::AgentPort&)> call) {
  const std::lock_guard lock(mutex_);
  return session_ && session_->post(std::move(call));
}

Result<bool> AgentEngine::write_without_session(const store::ShardSet& shards,
                                                const TaskStep::Write& write) {
  {
    const std::lock_guard lock(mutex_);
    if (session_ || is_starting_) return false;
    is_lent_ = true;
  }
  Status written = Done{};
  if (!world_.lease.is_valid()) {
    written = Unexpected(Error{"the agent's lease has ended", ErrorKind::kFenced});
  } else {
    const auto taken = world_.shared.take(shards);
    written = taken ? write(world_.shared, *taken) : Status(Unexpected(taken.error()));
  }
  const std::lock_guard lock(mutex_);
  is_lent_ = false;
  if (!written) return Unexpected(written.error());
  return true;
}

}  // namespace freshet::cluster
