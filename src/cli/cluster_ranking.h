#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/rank_task.h"
#include "cluster/task_driver.h"
#include "importance/collection_graph.h"
#include "result/result.h"

namespace freshet::cli {

// What agents have computed and written together.
struct AgentRanks {
  uint64_t pages = 0;
  uint64_t links = 0;
  uint64_t blocks = 0;
  uint64_t bytes = 0;  // of the graph in the memory of all agents
  uint64_t changed = 0;
  double read_seconds = 0;
  double rank_seconds = 0;
  std::vector<RankReport::Page> top;  // highest first
};

// Computes BlockRank by site on the agents of a cluster, which write the ranks. `options.task` has
// a RankTask of these values. If `each_text` is not empty, it gets lines of JSON with the ranks of
// all pages, several at a time. The result has no meaning if not Driven::is_done.
struct Ranked {
  cluster::Driven driven;
  AgentRanks ranks;
};
Result<Ranked> rank_by_agents(const cluster::TaskDriverOptions& options, const RankTask& task,
                              const std::function<void(std::string_view)>& each_text);

// Has the agents write ranks that were computed here, by page of the graph.
Result<cluster::Driven> write_by_agents(const cluster::TaskDriverOptions& options,
                                        const importance::CollectionGraph& graph,
                                        std::span<const double> ranks);

// What a step of the two does, for people.
std::string words_of_rank_step(const cluster::Task& task);

}  // namespace freshet::cli
