#include "cli/agent_tasks.h"

#include "cli/convert_work.h"
#include "cli/rank_work.h"
#include "store/postgres_store.h"

namespace freshet::cli {
namespace {

Result<std::unique_ptr<cluster::TaskWork>> make_rank_work(const std::string& dsn,
                                                          const cluster::Task& task) {
  const auto options = RankTask::decode(task.options);
  if (!options) return Unexpected(options.error());
  auto store = store::open_postgres_store(dsn, {.create = false, .read_only = true});
  if (!store) return Unexpected(store.error());
  return std::make_unique<RankWork>(*options, *std::move(store));
}

}  // namespace

cluster::TaskKinds agent_tasks(const Invocation& invocation) {
  return {{kRankTask, [dsn = invocation.store](
                          const cluster::Task& task) { return make_rank_work(dsn, task); }},
          {kConvertTask,
           [&invocation](const cluster::Task&) { return make_convert_work(invocation); }}};
}

}  // namespace freshet::cli
