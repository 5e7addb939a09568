#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "cli/rank_task.h"
#include "cluster/task_work.h"
#include "importance/block_part.h"
#include "importance/merged_blocks.h"
#include "importance/new_importance.h"
#include "importance/rank_encoding.h"
#include "store/store.h"

namespace freshet::cli {

// An agent's part of a ranking.
class RankWork final : public cluster::TaskWork {
 public:
  // `store` is only read.
  RankWork(const RankTask& options, std::shared_ptr<const store::Store> store)
      : options_(options), store_(std::move(store)) {}

  Status run(cluster::TaskStep& step) override;

 private:
  Status find_exceptions(cluster::TaskStep& step);
  Status read_links(cluster::TaskStep& step);
  Status rank_blocks(cluster::TaskStep& step);
  Status write(cluster::TaskStep& step, uint64_t pages);
  Status list(cluster::TaskStep& step);
  std::optional<double> rank_of(const store::PageKey& key) const;
  Result<std::vector<RankReport::Page>> top() const;

  const RankTask options_;
  const std::shared_ptr<const store::Store> store_;
  std::unique_ptr<importance::BlockPart> part_;
  std::vector<importance::MergedBlocks::Ranked> blocks_;  // by site
  std::vector<importance::PageRankRow> pages_;            // by key; what the driver has computed
};

}  // namespace freshet::cli
