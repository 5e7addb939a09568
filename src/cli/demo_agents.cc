#include "cli/demo_agents.h"

#include <algorithm>
#include <csignal>
#include <filesystem>

#include "cluster/postgres_registry.h"

namespace freshet::cli {
namespace {

constexpr Duration kPatience = Duration::seconds(20);

}  // namespace

Result<std::unique_ptr<DemoAgents>> DemoAgents::start(const Options& options) {
  std::unique_ptr<DemoAgents> made(new DemoAgents);
  auto registry = cluster::open_postgres_registry(options.dsn);
  if (!registry) return Unexpected(registry.error());
  made->registry_ = *std::move(registry);
  const auto job = made->registry_->job();
  if (!job) return Unexpected(job.error());
  if (!job->empty()) return fail("the database has a collection already; name an empty one");
  for (uint32_t number = 1; number <= options.agents; ++number) {
    if (Status started = made->start_one(options, number); !started) {
      return Unexpected(started.error());
    }
  }
  return made;
}

Status DemoAgents::start_one(const Options& options, uint32_t number) {
  const std::string name = "a" + std::to_string(number);
  std::error_code failed;
  const std::string program = std::filesystem::read_symlink("/proc/self/exe", failed).string();
  if (failed) return fail("cannot find the path of this program: " + failed.message());
  std::vector<std::string> command = {program};
  if (number == 1) {
    command.insert(command.end(),
                   {"run", options.seed, "--scope", "domain", "--delay", "0", "--policy",
                    options.policy, "--budget", std::to_string(options.requests_per_second) + "/s",
                    "--set", "net.host_map=*=127.0.0.1:" + std::to_string(options.port), "--set",
                    "refresh.min_gain=0"});
    for (const std::string& setting : options.overrides) {
      command.insert(command.end(), {"--set", setting});
    }
  } else {
    command.emplace_back("agent");
  }
  command.insert(command.end(), {"--allow-private", "--store", options.dsn, "--data",
                                 options.folder + "/" + name, "--name", name, "--quiet"});
  auto process =
      Child::start({.command = std::move(command), .output = options.folder + "/" + name + ".log"});
  if (!process) return Unexpected(process.error());
  agents_.push_back({name, *std::move(process)});
  return Done{};
}

Status DemoAgents::update() {
  for (const Agent& agent : agents_) {
    if (!agent.process->is_running()) {
      return fail("agent " + agent.name + " has ended:" + agent.process->last_words());
    }
  }
  auto view = registry_->view();
  if (!view) return Unexpected(view.error());
  view_ = *std::move(view);
  return Done{};
}

bool DemoAgents::works(const cluster::AgentRow& agent) const {
  return agent.is_alive && !(killed_ && agent.name == killed_->name);
}

uint32_t DemoAgents::alive() const {
  return static_cast<uint32_t>(
      std::count_if(view_.agents.begin(), view_.agents.end(),
                    [&](const cluster::AgentRow& agent) { return works(agent); }));
}

double DemoAgents::requests_per_second() const {
  double sum = 0;
  for (const cluster::AgentRow& agent : view_.agents) {
    if (works(agent)) sum += agent.report.used;
  }
  return sum;
}

void DemoAgents::kill_last() {
  Agent& last = agents_.back();
  last.process->send(SIGKILL);
  last.process->wait(kPatience);
  killed_ = {.name = last.name};
  for (const cluster::AgentRow& agent : view_.agents) {
    if (agent.name != last.name) continue;
    killed_->shards = static_cast<size_t>(
        std::count_if(view_.shards.begin(), view_.shards.end(),
                      [&](const auto& shard) { return shard.owner == agent.session; }));
  }
  agents_.pop_back();
}

bool DemoAgents::is_taken_over() const {
  const auto is_owned = [&](const cluster::ShardRow& shard) {
    return std::any_of(view_.agents.begin(), view_.agents.end(), [&](const auto& agent) {
      return works(agent) && agent.session == shard.owner;
    });
  };
  return std::all_of(view_.shards.begin(), view_.shards.end(), is_owned);
}

void DemoAgents::stop() {
  for (const Agent& agent : agents_) agent.process->send(SIGTERM);
  for (const Agent& agent : agents_) agent.process->wait(kPatience);
}

}  // namespace freshet::cli
