#include "cli/cluster_task.h"

#include "cli/numbers.h"
#include "cli/stop_signals.h"
#include "cluster/postgres_tasks.h"
#include "cluster/process_name.h"
#include "telemetry/terminal.h"

namespace freshet::cli {
ClusterTask::ClusterTask(const Invocation& invocation, cluster::Tasks::NewTask task,
                         std::function<std::string(const cluster::Task&)> words)
    : line_(telemetry::stderr_redraws() && !invocation.quiet ? telemetry::Progress::Mode::kLive
                                                             : telemetry::Progress::Mode::kOff,
            clock_,
            {.terminal = telemetry::write_stderr,
             .line = telemetry::write_stderr,
             .columns = telemetry::stderr_columns}),
      driver_{.task = std::move(task),
              .connect = [dsn = invocation.store] { return cluster::open_postgres_tasks(dsn); },
              .watch =
                  [this, words = std::move(words)](const cluster::Task& present) {
                    line_.update([&] { return progress_of_task(present, words(present)); });
                  },
              .is_stopped = stop_requested} {
  driver_.task.driver = cluster::process_name();
  watch_stop_signals();
}

std::string progress_of_task(const cluster::Task& task, const std::string& words) {
  cluster::TaskProgress sum;
  bool is_total_known = true;
  size_t finished = 0;
  for (const cluster::TaskPart& part : task.parts) {
    if (part.finished >= task.step) ++finished;
    sum.done += part.progress.done;
    sum.total += part.progress.total;
    is_total_known = is_total_known && part.progress.total > 0;
  }
  std::string text = words + " on " + counted(task.parts.size(), "agent");
  if (finished > 0) text += ", " + std::to_string(finished) + " finished";
  text += ": " + grouped(sum.done);
  if (is_total_known) text += " of " + grouped(sum.total);
  return text;
}

Error cannot_drive(const cluster::Driven& driven) {
  return {"agents work in the cluster, but " + counted(driven.unowned.size(), "shard") +
          (driven.unowned.size() == 1 ? " belongs" : " belong") +
          " to none of them: try again when freshet status --store shows an agent for each shard"};
}

}  // namespace freshet::cli
