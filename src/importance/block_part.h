#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "importance/page_numbers.h"
#include "rank/graph.h"
#include "rank/pagerank.h"
#include "result/result.h"
#include "store/store.h"

namespace freshet::importance {

// A link whose source counts as a page of another part.
struct KeyLink {
  store::PageKey from;  // a page of the graph
  store::PageKey to;
  bool operator==(const KeyLink&) const = default;
};

// A block, which is a site, as the part that has its pages knows it.
struct BlockRow {
  store::SiteId site;
  uint64_t pages = 0;
  struct Share {
    store::SiteId target;
    double weight = 0;
    bool operator==(const Share&) const = default;
  };
  std::vector<Share> shares;  // of its rank that it gives to each block, also to itself
  bool operator==(const BlockRow&) const = default;
};

// One of several parts that compute BlockRank by site together (docs/formats/rank.md). It has the
// pages of some shards, and reads their states and links only; of other pages it reads the keys.
// The methods are called in this order. If the collection changes meanwhile, parts may know
// different pages; each page that a part has when it reads the links gets a rank.
//
// Memory: 40 bytes for each page of the collection, 12 for each of the part's links.
class BlockPart {
 public:
  // `store` must outlive the part.
  BlockPart(const store::Store& store, const store::ShardSet& shards)
      : store_(store), shards_(shards) {}

  // Called now and then with the number of rows that were read; reading ends if it returns false.
  // May be empty.
  using GoOn = std::function<bool(uint64_t rows)>;

  // Returns the part's pages that are not pages of the graph.
  Result<std::vector<PageException>> read_exceptions(const GoOn& go_on = nullptr);
  // Reads links, with the exceptions of all parts. Returns those for other parts.
  Result<std::vector<KeyLink>> read_links(std::span<const PageException> exceptions,
                                          const GoOn& go_on = nullptr);
  // Adds links that other parts have returned.
  void add_links(std::span<const KeyLink> links);
  // Computes the ranks of pages in their blocks, which sum to 1 in each.
  std::vector<BlockRow> rank_blocks(const rank::PageRankOptions& options,
                                    const rank::Workers& workers = {});

  uint64_t pages() const { return own_.size(); }  // of the graph, after read_links()
  uint64_t links() const { return links_; }       // distinct ones, after rank_blocks()
  uint64_t bytes() const { return bytes_; }       // that they took in memory
  // The rank of a page in its block. nullopt: it is no page of this part and the graph.
  std::optional<double> local_rank(const store::PageKey& key) const;
  // Calls `each` for each page of this part and the graph, in the order of keys.
  void each_rank(const std::function<void(const store::PageKey&, double local)>& each) const;

 private:
  bool is_own(const store::PageKey& key) const {
    return shards_.contains(store::shard_of(key.site));
  }
  std::vector<BlockRow> block_rows(const rank::Graph& graph,
                                   std::span<const uint32_t> block_of) const;

  const store::Store& store_;
  const store::ShardSet shards_;
  PageNumbers numbers_;
  std::vector<store::PageKey> pages_;  // of the graph, by number
  std::vector<uint32_t> own_;          // numbers of the part's pages, ascending
  rank::GraphBuilder builder_;         // the part's links, by number
  uint64_t links_ = 0;
  uint64_t bytes_ = 0;
  std::vector<double> local_;  // by index in own_
};

}  // namespace freshet::importance
