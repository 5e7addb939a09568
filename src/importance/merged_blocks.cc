#include "importance/merged_blocks.h"

#include <algorithm>

#include "rank/blockrank.h"

namespace freshet::importance {

void MergedBlocks::add(BlockRow row) {
  if (row.pages == 0 && !rows_.empty() && rows_.back().site == row.site) {
    auto& shares = rows_.back().shares;
    shares.insert(shares.end(), row.shares.begin(), row.shares.end());
    return;
  }
  pages_ += row.pages;
  rows_.push_back(std::move(row));
}

void MergedBlocks::rank(double alpha) {
  std::sort(rows_.begin(), rows_.end(),
            [](const BlockRow& a, const BlockRow& b) { return a.site < b.site; });
  rank::BlockGraph graph;
  graph.sources_of.resize(rows_.size());
  for (uint32_t source = 0; source < rows_.size(); ++source) {
    graph.pages.push_back(static_cast<double>(rows_[source].pages));
    for (const BlockRow::Share& share : rows_[source].shares) {
      const auto target =
          std::lower_bound(rows_.begin(), rows_.end(), share.target,
                           [](const BlockRow& row, store::SiteId site) { return row.site < site; });
      // A site that has got its first page after its part had read its pages.
      if (target == rows_.end() || target->site != share.target) continue;
      graph.sources_of[static_cast<size_t>(target - rows_.begin())].push_back(
          {source, share.weight});
    }
  }
  const std::vector<double> ranks = rank::block_ranks(graph, alpha);
  for (size_t block = 0; block < rows_.size(); ++block) {
    ranked_.push_back({rows_[block].site, ranks[block]});
  }
}

}  // namespace freshet::importance
