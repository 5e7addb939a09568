#include "cli/cluster_converting.h"

#include "cli/cluster_client.h"
#include "cli/cluster_task.h"
#include "cli/convert_options.h"
#include "cli/convert_work.h"
#include "convert/convert_in_parts.h"

namespace freshet::cli {
namespace {

using cluster::TaskPart;

// The agents that take part in a task.
class Agents final : public convert::Participants {
 public:
  explicit Agents(cluster::TaskDriver& driver) : driver_(driver) {}

  size_t size() const override { return driver_.task().parts.size(); }

  Result<std::vector<std::string>> perform(const std::string& doing,
                                           std::vector<std::string> orders) override {
    std::map<cluster::SessionId, std::string> reports;
    for (size_t i = 0; i < size(); ++i) {
      const Status put = put_all(driver_.task().parts[i].session, orders[i]);
      if (!put) return Unexpected(put.error());
    }
    Status done = driver_.step(doing);
    if (done) {
      done = driver_.each_result([&](const TaskPart& part, std::string_view bytes) -> Status {
        reports[part.session] += bytes;
        return Done{};
      });
    }
    if (!done) return Unexpected(done.error());
    std::vector<std::string> all;
    for (const TaskPart& part : driver_.task().parts) all.push_back(reports[part.session]);
    return all;
  }

 private:
  Status put_all(cluster::SessionId session, std::string_view bytes) {
    for (; !bytes.empty(); bytes.remove_prefix(std::min(bytes.size(), cluster::kMostPieceBytes))) {
      Status put = driver_.put(session, bytes.substr(0, cluster::kMostPieceBytes));
      if (!put) return put;
    }
    return Done{};
  }

  cluster::TaskDriver& driver_;
};

std::string words_of_step(const cluster::Task& task) {
  return task.payload.empty() ? "converting" : "converting: " + task.payload;
}

}  // namespace

Result<std::optional<AgentConversion>> convert_by_agents(const Invocation& invocation, bool full) {
  const auto working = has_live_agents(invocation.store);
  if (!working) return Unexpected(working.error());
  if (!*working) return std::nullopt;
  const auto store = open_cluster_store(invocation.store);
  if (!store) return Unexpected(store.error());
  ClusterTask task(invocation, {.kind = kConvertTask}, words_of_step);
  const SystemClock clock;
  AgentConversion conversion;
  const auto driven =
      cluster::drive_task(task.driver(), [&](cluster::TaskDriver& driver) -> Status {
        Agents agents(driver);
        conversion.agents = agents.size();
        const auto summary = convert::convert_in_parts(
            **store, agents,
            {.dsn = invocation.store,
             .communities = invocation.settings.values.convert.communities,
             .full = full,
             .now = clock.now()});
        if (!summary) return Unexpected(summary.error());
        conversion.summary = *summary;
        return Done{};
      });
  task.clear_line();
  if (!driven) return Unexpected(driven.error());
  if (driven->is_done) return std::optional(conversion);
  if (driven->agents > 0) return Unexpected(cannot_drive(*driven));
  return std::nullopt;
}

}  // namespace freshet::cli
