#include "rank/blockrank.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace freshet::rank {
namespace {

constexpr double kBlockResidual = 1e-13;
constexpr int kMostBlockRounds = 1000;

size_t count_blocks(std::span<const uint32_t> block_of) {
  uint32_t most = 0;
  for (const uint32_t block : block_of) most = std::max(most, block + 1);
  return most;
}

// The pages, ordered by block.
struct Members {
  std::vector<uint32_t> page;
  std::vector<uint32_t> begin;  // by block: index of its first page; one more element than blocks
};
Members members_of(std::span<const uint32_t> block_of) {
  Members members;
  members.begin.assign(count_blocks(block_of) + 1, 0);
  for (const uint32_t block : block_of) ++members.begin[block + size_t{1}];
  std::partial_sum(members.begin.begin(), members.begin.end(), members.begin.begin());
  members.page.resize(block_of.size());
  std::vector<uint32_t> next = members.begin;
  for (uint32_t page = 0; page < block_of.size(); ++page) {
    members.page[next[block_of[page]]++] = page;
  }
  return members;
}

void divide_by_sum(std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  for (double& value : values) value /= sum;
}

}  // namespace

// Solves one graph without the links between blocks. No component of it spans two blocks, so its
// solution is that of each block, up to a factor for the block.
std::vector<double> local_ranks(const Graph& graph, std::span<const uint32_t> block_of,
                                const PageRankOptions& options, const Workers& workers) {
  GraphBuilder inside;
  for (uint32_t page = 0; page < graph.pages(); ++page) {
    for (const uint32_t source : graph.sources_of(page)) {
      if (block_of[source] == block_of[page]) inside.add(source, page);
    }
  }
  std::vector<double> local =
      unscaled_pagerank(std::move(inside).build(graph.pages()), options, workers);
  std::vector<double> sums(count_blocks(block_of));
  for (uint32_t page = 0; page < graph.pages(); ++page) sums[block_of[page]] += local[page];
  for (uint32_t page = 0; page < graph.pages(); ++page) local[page] /= sums[block_of[page]];
  return local;
}

BlockGraph block_graph(const Graph& graph, std::span<const uint32_t> block_of,
                       std::span<const double> local) {
  const Members members = members_of(block_of);
  const size_t blocks = members.begin.size() - 1;
  BlockGraph result;
  result.sources_of.resize(blocks);
  result.pages.resize(blocks);
  std::vector<double> weight(blocks);
  std::vector<uint32_t> linked;
  for (uint32_t block = 0; block < blocks; ++block) {
    result.pages[block] = members.begin[block + size_t{1}] - members.begin[block];
    for (uint32_t at = members.begin[block]; at < members.begin[block + size_t{1}]; ++at) {
      const uint32_t page = members.page[at];
      for (const uint32_t source : graph.sources_of(page)) {
        double& sum = weight[block_of[source]];
        if (sum == 0) linked.push_back(block_of[source]);
        sum += local[source] / graph.out_degree(source);
      }
    }
    std::sort(linked.begin(), linked.end());
    for (const uint32_t source : linked) {
      result.sources_of[block].push_back({source, weight[source]});
      weight[source] = 0;
    }
    linked.clear();
  }
  return result;
}

// Uses Gauss-Seidel rounds, as pagerank() does. Dividing by the sum at the end distributes the
// weight of pages without links. No more is needed, because there are few blocks.
std::vector<double> block_ranks(const BlockGraph& blocks, double alpha) {
  std::vector<double> y = blocks.pages;
  double change = 1;
  double sum = 1;
  for (int round = 0; round < kMostBlockRounds && change > kBlockResidual * sum; ++round) {
    change = 0;
    sum = 0;
    for (size_t block = 0; block < y.size(); ++block) {
      double from_others = blocks.pages[block];
      double keep = 1;
      for (const auto& [source, weight] : blocks.sources_of[block]) {
        if (source == block)
          keep -= alpha * weight;
        else
          from_others += alpha * weight * y[source];
      }
      const double next = from_others / keep;
      change += std::abs(next - y[block]);
      sum += next;
      y[block] = next;
    }
  }
  divide_by_sum(y);
  return y;
}

std::vector<double> blockrank(const Graph& graph, std::span<const uint32_t> block_of,
                              const PageRankOptions& options, const Workers& workers) {
  FRESHET_CHECK(block_of.size() == graph.pages(), "not one block for each page");
  std::vector<double> rank = local_ranks(graph, block_of, options, workers);
  const std::vector<double> of_block =
      block_ranks(block_graph(graph, block_of, rank), options.alpha);
  for (uint32_t page = 0; page < graph.pages(); ++page) rank[page] *= of_block[block_of[page]];
  return rank;
}

}  // namespace freshet::rank
