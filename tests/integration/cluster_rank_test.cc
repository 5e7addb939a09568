// Rankings by several agents, with threads as in the program: tables and collection are in memory.
#include <cmath>

#include "cli/cluster_ranking.h"
#include "cli/rank_work.h"
#include "collection/keys.h"
#include "importance/grouping.h"
#include "importance/random_collection.h"
#include "importance/written_ranks.h"
#include "json/read.h"
#include "rank/blockrank.h"
#include "support/task_agents.h"

namespace freshet::cli {
namespace {

using test::TaskAgents;
using Ranks = std::map<std::string, double>;  // by URL

class ClusterRank : public testing::Test {
 protected:
  explicit ClusterRank(uint64_t seed = 1) : store_(store::make_memory_store()) {
    importance::store_random_collection(*store_, {.seed = seed, .sites = 60});
  }

  std::shared_ptr<const store::Store> shared() const {
    return {std::shared_ptr<const store::Store>(), store_.get()};
  }
  TaskAgents::Kinds kinds() {
    return [this](const TaskAgents::Agent& agent) -> cluster::TaskKinds {
      return {
          {kRankTask,
           [this, &agent](const cluster::Task& task) -> Result<std::unique_ptr<cluster::TaskWork>> {
             const auto options = RankTask::decode(task.options);
             if (!options) return Unexpected(options.error());
             if (on_task_) on_task_(agent);
             return std::make_unique<RankWork>(*options, shared());
           }}};
    };
  }
  // Agents have no engines.
  TaskAgents::Engines engines() {
    TaskAgents::Engines engines;
    engines.write = [this](const TaskAgents::Agent&, const store::ShardSet& shards,
                           const TaskAgents::Write& write) -> Result<bool> {
      const auto holding = store_->take(shards);
      if (!holding) return Unexpected(holding.error());
      const Status written = write(*store_, *holding);
      if (!written) return Unexpected(written.error());
      return true;
    };
    return engines;
  }

  importance::CollectionGraph graph() const {
    return importance::read_collection_graph(*store_).value();
  }
  // The ranks of one machine.
  Ranks expected() const {
    const auto collection = graph();
    const auto blocks = importance::blocks_of(*store_, collection, importance::by_site).value();
    const auto ranks = rank::blockrank(collection.graph, blocks, {.residual = kTask.residual});
    Ranks by_url;
    for (size_t page = 0; page < ranks.size(); ++page) {
      by_url[store_->page(collection.page[page]).value()->url] = ranks[page];
    }
    return by_url;
  }
  void expect_written(const Ranks& ranks) const {
    size_t ranked = 0;
    EXPECT_TRUE(store_->each_page([&](const store::PageState& page) {
      const auto rank = ranks.find(page.url);
      if (rank == ranks.end()) {
        EXPECT_EQ(page.importance, 0) << page.url;
        return true;
      }
      ++ranked;
      const double importance = rank->second * static_cast<double>(ranks.size());
      EXPECT_NEAR(page.importance, importance, 1e-6 * importance) << page.url;
      EXPECT_EQ(page.result, page_before(page.url).result);
      return true;
    }));
    EXPECT_EQ(ranked, ranks.size());
  }
  store::PageState page_before(const std::string& url) const { return before_.at(url); }
  void SetUp() override {
    ASSERT_TRUE(store_->each_page([&](const store::PageState& page) {
      before_[page.url] = page;
      return true;
    }));
  }

  static constexpr RankTask kTask{.residual = 1e-13, .threads = 2, .top = 5};

  const std::unique_ptr<store::Store> store_;
  std::map<std::string, store::PageState> before_;
  std::function<void(const TaskAgents::Agent&)> on_task_;
};

void expect_equal(const Ranks& expected, const Ranks& computed) {
  ASSERT_EQ(expected.size(), computed.size());
  double sum = 0;
  for (const auto& [url, rank] : expected) {
    const auto found = computed.find(url);
    ASSERT_NE(found, computed.end()) << url;
    ASSERT_NEAR(found->second, rank, 1e-9 * rank) << url;
    sum += found->second;
  }
  EXPECT_NEAR(sum, 1, 1e-9);
}

void read_lines(std::string_view text, Ranks& ranks) {
  json::Reader reader;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    ASSERT_NE(end, std::string_view::npos);
    const auto row = reader.read(text.substr(0, end));
    ASSERT_TRUE(row);
    const std::string url((*row)["page"].string().value());
    EXPECT_TRUE(ranks.emplace(url, (*row)["rank"].number().value()).second) << url << " twice";
    text.remove_prefix(end + 1);
  }
}

TEST_F(ClusterRank, AgentsComputeAndWriteTheRanksOfOneMachine) {
  for (const size_t count : {1, 2, 5}) {
    SCOPED_TRACE(std::to_string(count) + " agents");
    TaskAgents agents(count, kinds(), engines());
    Ranks lines;
    const auto ranked = rank_by_agents(agents.driver(kRankTask, kTask.encode()), kTask,
                                       [&](std::string_view text) { read_lines(text, lines); });
    ASSERT_TRUE(ranked) << ranked.error().message;
    ASSERT_TRUE(ranked->driven.is_done);
    const Ranks expected = this->expected();
    expect_equal(expected, lines);
    expect_written(expected);

    const auto collection = graph();
    EXPECT_EQ(ranked->ranks.pages, expected.size());
    EXPECT_EQ(ranked->ranks.links, collection.graph.links());
    const auto blocks = importance::blocks_of(*store_, collection, importance::by_site).value();
    EXPECT_EQ(ranked->ranks.blocks, *std::max_element(blocks.begin(), blocks.end()) + 1);
    if (count == 1) {
      EXPECT_GT(ranked->ranks.changed, expected.size() / 2);
    } else {
      EXPECT_EQ(ranked->ranks.changed, 0u) << "the ranks were written before";
    }
    std::vector<double> highest;
    for (const auto& [url, rank] : expected) highest.push_back(rank);
    std::sort(highest.rbegin(), highest.rend());
    ASSERT_EQ(ranked->ranks.top.size(), kTask.top);
    for (size_t i = 0; i < kTask.top; ++i) {
      const RankReport::Page& page = ranked->ranks.top[i];
      EXPECT_NEAR(page.rank, highest[i], 1e-9 * highest[i]);
      EXPECT_NEAR(page.rank, expected.at(page.url), 1e-9 * page.rank);
    }
  }
}

TEST_F(ClusterRank, AgentsWriteRanksThatTheCommandHasComputed) {
  TaskAgents agents(3, kinds(), engines());
  const auto collection = graph();
  const std::vector<double> ranks = rank::pagerank(collection.graph, {}).rank;
  Ranks by_url;
  for (size_t page = 0; page < ranks.size(); ++page) {
    by_url[store_->page(collection.page[page]).value()->url] = ranks[page];
  }
  const auto driven =
      write_by_agents(agents.driver(kRankTask, RankTask().encode()), collection, ranks);
  ASSERT_TRUE(driven) << driven.error().message;
  EXPECT_TRUE(driven->is_done);
  expect_written(by_url);
}

TEST_F(ClusterRank, RankingIsRepeatedWithoutAnAgentThatLeaves) {
  TaskAgents* running = nullptr;
  std::atomic<int> tasks = 0;
  on_task_ = [&](const TaskAgents::Agent& agent) {
    ++tasks;
    if (agent.name == "b") running->stop(1);
  };
  TaskAgents agents(3, kinds(), engines());
  running = &agents;
  cluster::TaskDriverOptions options = agents.driver(kRankTask, kTask.encode());
  options.patience = Duration::minutes(5);
  std::thread dividing([&] {
    agents.await_leaving(1);
    agents.divide();
  });
  const auto ranked = rank_by_agents(options, kTask, nullptr);
  dividing.join();
  ASSERT_TRUE(ranked) << ranked.error().message;
  EXPECT_TRUE(ranked->driven.is_done);
  expect_written(expected());
}

TEST_F(ClusterRank, MessagesThatCannotBeReadFailTheTask) {
  TaskAgents agents(1, kinds(), engines());
  for (const auto& [task, payload] :
       {std::pair<std::string, std::string>{"{}", RankStep().encode()},
        {R"({"alpha":1,"residual":0.1})", RankStep().encode()},
        {kTask.encode(), "nonsense"},
        {kTask.encode(), RankStep{.work = RankStep::Work::kBlocks}.encode()}}) {
    const auto driven =
        cluster::drive_task(agents.driver(kRankTask, task),
                            [&](cluster::TaskDriver& driver) { return driver.step(payload); });
    EXPECT_FALSE(driven) << task << " " << payload;
  }
}

}  // namespace
}  // namespace freshet::cli
