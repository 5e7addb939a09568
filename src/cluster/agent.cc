#include "cluster/agent.h"

#include <algorithm>

#include "cluster/agent_loop.h"
#include "cluster/postgres_registry.h"
#include "cluster/process_name.h"
#include "store/postgres_store.h"

namespace freshet::cluster {
namespace {

bool is_valid_name(std::string_view name) {
  constexpr std::string_view kAllowed =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";
  return !name.empty() && name.size() <= 63 && name.front() != '.' &&
         name.find_first_not_of(kAllowed) == std::string_view::npos;
}

}  // namespace

Agent::Agent(std::unique_ptr<Loop> loop) : loop_(std::move(loop)) {}
Agent::~Agent() = default;

Result<std::unique_ptr<Agent>> Agent::open(AgentOptions options, const Clock& machine,
                                           telemetry::Log& log) {
  if (!is_valid_name(options.name)) {
    return fail("the name of an agent has letters, digits, '.', '_' and '-', at most 63: \"" +
                options.name + "\"");
  }
  auto store = store::open_postgres_store(options.dsn);
  if (!store) return Unexpected(store.error());
  auto registry =
      open_postgres_registry(options.dsn, kDefaultSchema, RegistryOptions{.lease = options.lease});
  if (!registry) return Unexpected(registry.error());
  auto loop = std::make_unique<Loop>(std::move(options), machine, log,
                                     Loop::Connections{*std::move(store), *std::move(registry)},
                                     process_name());
  if (Status joined = loop->join(); !joined) return Unexpected(joined.error());
  return std::unique_ptr<Agent>(new Agent(std::move(loop)));
}

Status Agent::set_job(Job job) {
  return loop_->set_job(std::move(job));
}

Status Agent::run() {
  return loop_->run();
}

void Agent::stop() {
  loop_->stop();
}

crawl::Progress Agent::progress() const {
  return loop_->progress();
}

const Agent::Summary& Agent::summary() const {
  return loop_->summary();
}

}  // namespace freshet::cluster
