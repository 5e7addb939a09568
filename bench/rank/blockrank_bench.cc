// Measures the error of BlockRank compared with PageRank, and how many rounds it saves as a start:
//
//   blockrank_bench LINKS BLOCKS     text, lines `source target` and `page block`
//   blockrank_bench DATA_FOLDER      a collection, by site and by domain
//
// Rounds are those of freshet and of the power iteration, until the changes of a round sum to
// 1e-10.
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

#include "collection/state.h"
#include "importance/grouping.h"
#include "rank/blockrank.h"
#include "rank/compare.h"
#include "rank/edge_text.h"
#include "rank/power.h"
#include "threads/thread_pool.h"

namespace {

using namespace freshet;

constexpr double kAlpha = 0.85;
constexpr double kResidual = 1e-10;

void print(const char* name, const rank::Graph& graph, const std::vector<uint32_t>& blocks) {
  ThreadPool pool(std::max(1u, std::thread::hardware_concurrency()));
  const rank::Workers workers = [&](size_t pieces, const auto& piece) {
    pool.parallel_for(pieces, piece);
  };
  rank::PageRankOptions options{.alpha = kAlpha, .residual = kResidual};
  const rank::Ranks exact = rank::pagerank(graph, options, workers);
  const std::vector<double> approximate = rank::blockrank(graph, blocks, options, workers);
  options.start = approximate;
  const double rounds = rank::pagerank(graph, options, workers).rounds;
  const std::vector<double> even(graph.pages(), 1.0 / graph.pages());
  const auto power = [&](const std::vector<double>& start) {
    return rank::power_rounds_to(graph, kAlpha, kResidual, start, workers);
  };
  std::printf("%s: %u pages, %llu links, %u blocks\n", name, graph.pages(),
              static_cast<unsigned long long>(graph.links()),
              *std::max_element(blocks.begin(), blocks.end()) + 1);
  std::printf("  L1 error %.4f, rank correlation %.4f\n",
              rank::l1_distance(approximate, exact.rank), rank::spearman(approximate, exact.rank));
  std::printf("  rounds: freshet %.1f, from BlockRank %.1f; power %u, from BlockRank %u\n",
              exact.rounds, rounds, power(even), power(approximate));
}

template <typename Text>
Text read(const char* name) {
  std::ifstream file(name, std::ios::binary);
  const std::string content((std::istreambuf_iterator<char>(file)),
                            std::istreambuf_iterator<char>());
  Text text;
  FRESHET_CHECK(text.add(content), "a line that is not two numbers");
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 3) {
    const auto links = read<rank::EdgeText>(argv[1]).finish();
    FRESHET_CHECK(links, "too many pages");
    const auto blocks = read<rank::BlockText>(argv[2]).finish(*links);
    FRESHET_CHECK(blocks, "one block for each page");
    print("links", links->graph, *blocks);
  } else if (argc == 2) {
    const auto store = collection::open_state(argv[1]);
    FRESHET_CHECK(store, store.error().message);
    const auto collection = importance::read_collection_graph(**store);
    FRESHET_CHECK(collection, collection.error().message);
    print("by site", collection->graph,
          *importance::blocks_of(**store, *collection, importance::by_site));
    print("by domain", collection->graph,
          *importance::blocks_of(**store, *collection, importance::by_domain));
  } else {
    std::fprintf(stderr, "blockrank_bench LINKS BLOCKS | DATA_FOLDER\n");
    return 2;
  }
  return 0;
}
