#include "cluster/agent_loop.h"

#include <algorithm>
#include <utility>

#include "cluster/coordinator.h"
#include "cluster/postgres_tasks.h"
#include "cluster/steady_time.h"
#include "cluster/store_job.h"
#include "crawl/agent_role.h"
#include "crawl/endings.h"
#include "json/write.h"
#include "store/agent_store.h"

namespace freshet::cluster {
namespace {

constexpr Duration kCoordinationInterval = Duration::seconds(1);
// The same for an agent that waits for the end.
constexpr Duration kEndInterval = Duration::milliseconds(250);
constexpr Duration kAddressInterval = Duration::milliseconds(300);
constexpr Duration kLongestTurn = Duration::milliseconds(100);
constexpr Duration kStartAgain = Duration::seconds(2);

}  // namespace

Agent::Loop::Loop(AgentOptions options, const Clock& machine, telemetry::Log& log,
                  Connections connections, std::string host)
    : options_(std::move(options)),
      machine_(machine),
      log_(log),
      connections_(std::move(connections)),
      membership_(options_.name, std::move(host), *connections_.registry, machine),
      engine_(options_.name, {*connections_.store, *connections_.registry, membership_.lease,
                              machine, membership_.clock, log}),
      tasks_({.kinds = options_.tasks,
              .connect = [this] { return open_postgres_tasks(options_.dsn); },
              .post = [this](auto call) { return engine_.post(std::move(call)); },
              .write_without_engine =
                  [this](const store::ShardSet& shards, const TaskStep::Write& write) {
                    return engine_.write_without_session(shards, write);
                  },
              .machine = machine,
              .log = log}) {}

Agent::Loop::Membership::Membership(std::string name, std::string host, Registry& registry,
                                    const Clock& machine)
    : lease(machine),
      clock(machine),
      member({.name = std::move(name), .host = std::move(host)},
             {registry, machine, lease, clock}) {}

Status Agent::Loop::join() {
  const Directions directions = membership_.member.tick({});
  if (directions.trouble) return Unexpected(*directions.trouble);
  log_.info("joined the cluster", {{"agent", options_.name}});
  return Done{};
}

Status Agent::Loop::set_job(Job job) {
  const auto text = connections_.registry->job();
  if (!text) return Unexpected(text.error());
  auto present = Job::decode(*text);
  if (!present) return Unexpected(present.error());
  job.run_control.not_aliases = present->run_control.not_aliases;
  if (present->kind == job.kind) {
    if (!job.run_control.scope) job.run_control.scope = present->run_control.scope;
    if (!job.run_control.requests_per_second) {
      job.run_control.requests_per_second = present->run_control.requests_per_second;
    }
    for (const std::string& seed : present->run_control.seeds) {
      const auto& seeds = job.run_control.seeds;
      if (std::find(seeds.begin(), seeds.end(), seed) == seeds.end()) {
        job.run_control.seeds.push_back(seed);
      }
    }
  }
  if (job.run_control.seeds.empty()) {
    return fail("the cluster has no seeds: name where to begin, such as https://example.com/");
  }
  if (!job.run_control.scope) job.run_control.scope.emplace();
  if (job.kind == Job::Kind::kRun && !job.run_control.requests_per_second) {
    job.run_control.requests_per_second = 1;
  }
  job_.was_laid_down = true;
  return store_job(*connections_.registry, *connections_.store, job);
}

void Agent::Loop::stop() {
  stop_requested_ = true;
  wake_up_.wake();
}

Status Agent::Loop::run() {
  const Instant began = steady_time(machine_);
  if (const auto agents = pages_of_agents()) {
    for (const Summary::AgentPages& agent : *agents) outcome_.summary.pages_before += agent.pages;
  }
  while (true) {
    const Directions directions = membership_.member.tick(report());
    log_trouble(directions);
    follow(directions);
    const bool is_ending = stop_requested_ || !outcome_.summary.ended.empty();
    if (is_ending) tasks_.stop();
    if (is_ending && engine_.is_running()) engine_.stop();
    if (is_ending && !engine_.is_running() && !tasks_.is_busy()) break;
    wait(directions);
  }
  if (outcome_.summary.ended.empty()) outcome_.summary.ended = crawl::kStopped;
  if (Status left = leave(); !left && outcome_.status) {
    log_.warning("the cluster could not be told that this agent leaves; its lease ends by itself",
                 {{"reason", left.error().message}});
  }
  outcome_.summary.elapsed = steady_time(machine_) - began;
  return outcome_.status;
}

AgentReport Agent::Loop::report() {
  AgentReport report{.held = last_.hold};
  report.held.add_all(engine_.shards());
  const crawl::Progress progress = engine_.progress();
  report.requests = progress.requests;
  report.rate = engine_.rate();
  const Instant now = steady_time(machine_);
  if (now - meter_.since >= Duration::seconds(2)) {
    const double seconds = (now - meter_.since).in_seconds();
    const uint64_t sent = progress.requests - std::min(progress.requests, meter_.requests);
    meter_ = {
        .since = now, .requests = progress.requests, .rate = static_cast<double>(sent) / seconds};
  }
  report.used = meter_.rate;
  const auto activity = engine_.activity();
  if (activity) {
    report.pages = activity->collected;
    report.activity = activity->number;
    report.is_idle = activity->is_idle;
    report.price = activity->price;
  } else {
    report.pages = engine_.collected();
    // Without shards, or without a job, there is nothing that it could do.
    const bool has_job = job_.is_known && job_.job.kind != Job::Kind::kNone;
    report.is_idle = !engine_.is_running() && (last_.hold.empty() || !has_job);
  }
  last_.was_idle = report.is_idle;
  json::Writer w(report.details);
  w.begin_object().member("queued", progress.waiting).member("in_flight", progress.in_flight);
  w.member("errors", progress.errors).member("known", progress.known);
  w.member("commit_seconds", progress.commit_time.in_seconds());
  w.member("stalled", progress.out_of_room).member("hosts", progress.active_sites);
  if (progress.believed_freshness) w.member("estimated_freshness", *progress.believed_freshness);
  w.end_object();
  return report;
}

void Agent::Loop::log_trouble(const Directions& directions) {
  const auto is_fenced = [](const Error& error) { return error.kind == ErrorKind::kFenced; };
  const std::optional<Error> last = std::exchange(last_.trouble, directions.trouble);
  if (!last_.trouble) {
    if (last && is_fenced(*last)) log_.info("joined the cluster again");
    if (last && !is_fenced(*last)) log_.info("the database of the cluster answers again");
    return;
  }
  if (last && last->message == last_.trouble->message) return;
  if (is_fenced(*last_.trouble))
    log_.warning("this agent has lost its place in the cluster; joining it again",
                 {{"reason", last_.trouble->message}});
  else
    log_.warning("the database of the cluster does not answer as expected; trying again",
                 {{"reason", last_.trouble->message}});
}

void Agent::Loop::follow(const Directions& directions) {
  last_.hold = directions.hold;
  if (directions.is_lost) engine_.lose();
  tasks_.follow(membership_.member.session(), directions.task, directions.task_step);
  if (engine_.has_ended()) finish_engine();
  const Instant now = steady_time(machine_);
  if (membership_.member.session() != SessionId{} && now >= due_.coordination) {
    const bool waits_for_end = options_.ends_when_collected && last_.was_idle;
    due_.coordination = now + (waits_for_end ? kEndInterval : kCoordinationInterval);
    look_at_cluster();
  }
  const bool is_new_job = !job_.is_known || directions.job_version != job_.version;
  if (membership_.member.session() != SessionId{} && is_new_job) load_job(directions.job_version);
  if (engine_.is_running())
    direct_engine(directions);
  else
    start_engine(directions);
}

void Agent::Loop::load_job(uint64_t version) {
  const auto text = connections_.registry->job();
  if (!text) return;  // it is read again
  auto job = Job::decode(*text);
  if (!job) {
    log_.error("the job of the cluster cannot be read", {{"reason", job.error().message}});
    return;
  }
  const bool was_working = job_.is_known && job_.job.kind != Job::Kind::kNone;
  job_.job = *std::move(job);
  job_.version = version;
  job_.is_known = true;
  if (engine_.is_running() && engine_.can_follow(job_.job)) engine_.follow(job_.job);
  if (job_.job.kind != Job::Kind::kNone) return;
  if (job_.was_laid_down && was_working) end(crawl::kStopped);
  if (!job_.was_laid_down) {
    log_.info("waiting for work: start freshet crawl or freshet run with the same --store");
  }
}

void Agent::Loop::start_engine(const Directions& directions) {
  const Instant now = steady_time(machine_);
  const bool can_start = !directions.is_lost && !last_.hold.empty() && job_.is_known &&
                         job_.job.kind != Job::Kind::kNone && !stop_requested_ &&
                         outcome_.summary.ended.empty() && membership_.lease.is_valid() &&
                         now >= due_.engine_start && !engine_.is_lent();
  if (!can_start) return;
  due_.engine_start = now + kStartAgain;
  auto options = options_.crawl_options(job_.job);
  if (!options) {
    outcome_.status = Unexpected(options.error());
    end("the job of the cluster cannot be done with this agent's settings");
    return;
  }
  const Status started = engine_.start({.shards = last_.hold,
                                        .job = job_.job,
                                        .options = *std::move(options),
                                        .writer = membership_.member.writer(),
                                        .rate = directions.rate});
  if (!started) {
    log_.warning("the shards could not be taken; trying again",
                 {{"reason", started.error().message}});
  }
}

void Agent::Loop::direct_engine(const Directions& directions) {
  const bool has_other_shards = engine_.shards() != last_.hold;
  if (has_other_shards || !engine_.can_follow(job_.job)) {
    engine_.stop();
    due_.engine_start = Instant();
    return;
  }
  engine_.set_rate(directions.rate);
  engine_.read_inbox(directions.inbox);
  const Instant now = steady_time(machine_);
  if (now < due_.addresses || membership_.member.session() == SessionId{}) return;
  due_.addresses = now + kAddressInterval;
  if (const Status exchanged = engine_.exchange_addresses(membership_.member.session());
      !exchanged) {
    log_.warning("the leases of addresses could not be renewed; trying again",
                 {{"reason", exchanged.error().message}});
  }
}

void Agent::Loop::finish_engine() {
  const Status ended = engine_.finish(membership_.member.session());
  if (ended) return;
  const ErrorKind kind = ended.error().kind;
  if (kind == ErrorKind::kFenced || kind == ErrorKind::kUnavailable) {
    log_.warning("visits since the last commit were lost; continuing",
                 {{"reason", ended.error().message}});
    return;
  }
  outcome_.status = ended;
  end("the agent could not continue");
}

void Agent::Loop::look_at_cluster() {
  Registry& registry = *connections_.registry;
  if (const auto coordinates = coordinate(registry, membership_.member.session()); !coordinates)
    return;
  const bool counts = options_.ends_when_collected || options_.max_pages;
  if (!counts || !outcome_.summary.ended.empty()) return;
  const auto view = registry.view();
  if (!view) return;
  uint64_t pages = 0;
  for (const AgentRow& agent : view->agents) pages += agent.report.pages;
  if (options_.max_pages && pages >= *options_.max_pages) {
    Job stopped = job_.job;
    stopped.kind = Job::Kind::kNone;
    (void)registry.set_job(stopped.encode(), std::nullopt);
    end("the limit of pages is reached");
  } else if (options_.ends_when_collected && is_all_collected(*view)) {
    end(crawl::kAllCollected);
  }
}

bool Agent::Loop::is_all_collected(const ClusterView& view) {
  // Others may not have seen the job yet.
  const bool may_be_over =
      job_.is_known && job_.version == view.job_version &&
      std::all_of(view.agents.begin(), view.agents.end(),
                  [](const AgentRow& agent) { return !agent.is_alive || agent.report.is_idle; });
  return termination_.look(view, may_be_over ? pending_discoveries() : 1);
}

uint64_t Agent::Loop::pending_discoveries() const {
  uint64_t pending = 0;
  for (int shard = 0; shard < store::kShards && pending == 0; ++shard) {
    const auto found = connections_.store->pending_discoveries(static_cast<store::ShardId>(shard),
                                                               1, std::nullopt);
    pending += found ? found->size() : 1;
  }
  return pending;
}

void Agent::Loop::end(std::string why) {
  if (outcome_.summary.ended.empty()) outcome_.summary.ended = std::move(why);
}

void Agent::Loop::wait(const Directions& directions) {
  const Duration until_tick = directions.next_tick - steady_time(machine_);
  wake_up_.wait(connections_.registry->descriptor(),
                std::clamp(until_tick, Duration::milliseconds(1), kLongestTurn));
}

Result<std::vector<Agent::Summary::AgentPages>> Agent::Loop::pages_of_agents() const {
  const auto view = connections_.registry->view();
  if (!view) return Unexpected(view.error());
  std::vector<Summary::AgentPages> agents;
  for (const AgentRow& agent : view->agents) {
    const auto fact =
        connections_.store->fact(store::agent_fact(crawl::kCollectedFact, agent.name));
    agents.push_back({agent.name, fact ? collected_of(*fact) : agent.report.pages});
  }
  return agents;
}

Status Agent::Loop::leave() {
  outcome_.summary.progress = engine_.progress();
  Status left = membership_.member.leave();
  auto agents = pages_of_agents();
  if (!agents) return left ? Status(Unexpected(agents.error())) : left;
  for (const Summary::AgentPages& agent : *agents) outcome_.summary.pages += agent.pages;
  outcome_.summary.agents = *std::move(agents);
  return left;
}

}  // namespace freshet::cluster
