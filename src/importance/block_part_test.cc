#include "importance/block_part.h"

#include <cmath>
#include <random>

#include "gtest/gtest.h"
#include "importance/collection_graph.h"
#include "importance/grouping.h"
#include "importance/merged_blocks.h"
#include "importance/random_collection.h"
#include "importance/sample_pages.h"
#include "rank/blockrank.h"

namespace freshet::importance {
namespace {

const rank::PageRankOptions kOptions{.residual = 1e-13};

using Ranks = std::map<store::PageKey, double>;

Ranks ranks_on_one_machine(const store::Store& store) {
  const auto graph = read_collection_graph(store).value();
  const auto blocks = blocks_of(store, graph, by_site).value();
  const std::vector<double> ranks = rank::blockrank(graph.graph, blocks, kOptions);
  Ranks result;
  for (size_t page = 0; page < ranks.size(); ++page) result[graph.page[page]] = ranks[page];
  return result;
}

struct Distributed {
  Ranks ranks;
  uint64_t links = 0;
  uint64_t exchanged = 0;  // links that were found by other parts
};

// `part_of` has the part of each shard.
Distributed distributed_ranks(const store::Store& store, size_t count,
                              const std::function<size_t(int)>& part_of) {
  std::vector<BlockPart> parts;
  for (size_t part = 0; part < count; ++part) {
    store::ShardSet shards;
    for (int shard = 0; shard < store::kShards; ++shard) {
      if (part_of(shard) == part) shards.add(static_cast<store::ShardId>(shard));
    }
    parts.push_back(BlockPart(store, shards));
  }
  std::vector<PageException> exceptions;
  for (BlockPart& part : parts) {
    const auto found = part.read_exceptions().value();
    exceptions.insert(exceptions.end(), found.begin(), found.end());
  }
  std::vector<KeyLink> links;
  for (BlockPart& part : parts) {
    const auto found = part.read_links(exceptions).value();
    links.insert(links.end(), found.begin(), found.end());
  }
  MergedBlocks blocks;
  Distributed result{.ranks = {}, .exchanged = links.size()};
  for (BlockPart& part : parts) {
    part.add_links(links);
    for (BlockRow& row : part.rank_blocks(kOptions)) blocks.add(std::move(row));
    result.links += part.links();
  }
  blocks.rank(kOptions.alpha);
  std::map<store::SiteId, double> rank_of;
  for (const auto& block : blocks.ranked()) rank_of[block.site] = block.rank;
  for (const BlockPart& part : parts) {
    part.each_rank([&](const store::PageKey& key, double local) {
      EXPECT_EQ(part.local_rank(key), local);
      EXPECT_TRUE(result.ranks.emplace(key, local * rank_of.at(key.site)).second);
    });
  }
  EXPECT_EQ(blocks.pages(), result.ranks.size());
  return result;
}

void expect_equal(const Ranks& one, const Ranks& other) {
  ASSERT_EQ(one.size(), other.size());
  double sum = 0;
  for (const auto& [page, rank] : one) {
    const auto found = other.find(page);
    ASSERT_NE(found, other.end());
    ASSERT_NEAR(found->second, rank, 1e-9 * rank);
    sum += found->second;
  }
  EXPECT_NEAR(sum, 1, 1e-9);
}

TEST(BlockPart, SeveralPartsComputeTheRanksOfOneMachine) {
  uint64_t exchanged = 0;
  for (uint64_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const auto store = store::make_memory_store();
    store_random_collection(*store, {.seed = seed});
    const Ranks expected = ranks_on_one_machine(*store);
    ASSERT_GT(expected.size(), 100u);
    const uint64_t links = read_collection_graph(*store)->graph.links();
    std::mt19937_64 random(seed);
    std::vector<size_t> of_shard;
    for (int shard = 0; shard < store::kShards; ++shard) of_shard.push_back(random() % 5);
    for (const size_t count : {size_t{1}, size_t{2}, size_t{5}}) {
      const Distributed computed =
          distributed_ranks(*store, count, [&](int shard) { return of_shard[shard] % count; });
      expect_equal(expected, computed.ranks);
      EXPECT_EQ(computed.links, links);
      exchanged += computed.exchanged;
    }
  }
  EXPECT_GT(exchanged, 100u) << "no part had links for another one";
}

TEST(BlockPart, PartsWithoutPagesAndACollectionWithoutPagesAreFine) {
  const auto store = store::make_memory_store();
  EXPECT_TRUE(distributed_ranks(*store, 2, [](int shard) { return shard % 2; }).ranks.empty());
  store_pages(*store, {page_of("http://a/"), page_of("http://a/1")},
              {links_of("http://a/", {"http://a/1"})});
  const Ranks expected = ranks_on_one_machine(*store);
  expect_equal(expected, distributed_ranks(*store, 4, [](int shard) { return shard % 4; }).ranks);
}

TEST(BlockPart, LinkOfADuplicateCountsForItsOriginalOfAnotherPart) {
  const auto store = store::make_memory_store();
  // Sites whose shards belong to different parts.
  std::vector<std::string> sites;
  for (int i = 0; sites.size() < 2; ++i) {
    const std::string site = "http://s" + std::to_string(i) + "/";
    const size_t part = store::shard_of(collection::page_key(site).site) % 2;
    if (part == sites.size()) sites.push_back(site);
  }
  store::PageState copy = page_of(sites[1] + "copy");
  copy.duplicate_of = collection::page_key(sites[0]);
  store_pages(*store, {page_of(sites[0]), page_of(sites[0] + "1"), page_of(sites[1]), copy},
              {links_of(copy.url, {sites[0] + "1", sites[1]}), links_of(sites[0], {sites[0] + "1"}),
               links_of(sites[1], {copy.url})});
  const Distributed computed = distributed_ranks(*store, 2, [](int shard) { return shard % 2; });
  EXPECT_EQ(computed.exchanged, 2u);
  EXPECT_EQ(computed.links, 3u);
  expect_equal(ranks_on_one_machine(*store), computed.ranks);
}

TEST(BlockPart, PagesThatOnePartDoesNotKnowDoNotMatter) {
  const auto store = store::make_memory_store();
  store_random_collection(*store, {.seed = 3});
  const auto is_first = [](int shard) { return static_cast<size_t>(shard % 2); };
  store::ShardSet shards[2];
  for (int shard = 0; shard < store::kShards; ++shard) {
    shards[is_first(shard)].add(static_cast<store::ShardId>(shard));
  }
  BlockPart early(*store, shards[0]);
  BlockPart late(*store, shards[1]);
  ASSERT_TRUE(early.read_exceptions() && late.read_exceptions());
  ASSERT_TRUE(early.read_links({}));
  // Sites of both parts, and links to them.
  std::vector<store::PageState> pages;
  std::vector<store::PageLinks> links;
  for (int i = 0; i < 40; ++i) {
    const std::string url = "http://new" + std::to_string(i) + "/";
    pages.push_back(page_of(url));
    links.push_back(links_of(url, {"http://new" + std::to_string((i + 1) % 40) + "/"}));
  }
  store_pages(*store, pages, links);
  ASSERT_TRUE(late.read_links({}));
  MergedBlocks blocks;
  for (BlockPart* part : {&early, &late}) {
    for (BlockRow& row : part->rank_blocks(kOptions)) blocks.add(std::move(row));
  }
  blocks.rank(kOptions.alpha);
  double sum = 0;
  for (const auto& block : blocks.ranked()) {
    EXPECT_GT(block.rank, 0);
    sum += block.rank;
  }
  EXPECT_NEAR(sum, 1, 1e-12);
}

TEST(BlockPart, ReadingIsStopped) {
  const auto store = store::make_memory_store();
  std::vector<store::PageState> pages;
  for (int i = 0; i < 3'000; ++i) pages.push_back(page_of("http://a/" + std::to_string(i)));
  store_pages(*store, pages, {});
  BlockPart part(*store, store::ShardSet::all());
  const auto read = part.read_exceptions([](uint64_t) { return false; });
  ASSERT_FALSE(read);
  EXPECT_NE(read.error().message.find("stopped"), std::string::npos);
}

}  // namespace
}  // namespace freshet::importance
