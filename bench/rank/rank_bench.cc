// Ranks a graph with freshet and with igraph's PRPACK:
//
//   rank_bench FILE                     links as text
//   rank_bench PAGES LINKS_PER_PAGE     a synthetic web
//   ... --alone                         without igraph, which takes six times the memory
//
// Errors are L1 distances to ranks that were iterated until nothing changed any more. Both
// libraries iterate to about the same error: freshet's residual is reduced in steps of 10 % until
// its error is at most that of PRPACK.
#include <igraph/igraph.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <functional>
#include <random>
#include <string>
#include <thread>

#include "rank/compare.h"
#include "rank/edge_text.h"
#include "rank/pagerank.h"
#include "threads/thread_pool.h"

namespace {

using namespace freshet;
using Clock = std::chrono::steady_clock;

constexpr double kResidual = 1e-11;
constexpr uint64_t kLarge =
    50'000'000;            // links; larger graphs are ranked once, and errors not measured
constexpr int kTimes = 5;  // the fastest run counts, because others use the machine too

struct Time {
  double wall = HUGE_VAL;
  double cpu = HUGE_VAL;  // of all threads; also valid on a busy machine
  void take(const Time& other) {
    wall = std::min(wall, other.wall);
    cpu = std::min(cpu, other.cpu);
  }
};

rank::Workers workers_of(ThreadPool& pool) {
  return [&](size_t pieces, const auto& piece) { pool.parallel_for(pieces, piece); };
}

Time timed(int times, const std::function<void()>& work) {
  Time best;
  for (int i = 0; i < times; ++i) {
    const auto begin = Clock::now();
    const std::clock_t cpu = std::clock();
    work();
    best.take({.wall = std::chrono::duration<double>(Clock::now() - begin).count(),
               .cpu = static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC});
  }
  return best;
}

// Makes a web of sites with very different sizes. Four of five links stay in the site, near the
// page or at the site's first pages; the others lead to the first pages of sites. A third of the
// pages has no links.
template <typename Add>
void each_synthetic_link(uint32_t pages, uint32_t links_per_page, const Add& add) {
  std::mt19937_64 random(1);
  const auto uniform = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
  std::vector<uint32_t> site_begin = {0};
  while (site_begin.back() < pages) {
    const double size = 20 / std::sqrt(uniform() + 1e-6);
    site_begin.push_back(static_cast<uint32_t>(
        std::min<double>(pages, site_begin.back() + std::min(size, pages / 20.0) + 1)));
  }
  const auto sites = static_cast<double>(site_begin.size() - 1);
  size_t site = 0;
  for (uint32_t page = 0; page < pages; ++page) {
    while (page >= site_begin[site + 1]) ++site;
    if (uniform() < 1.0 / 3) continue;
    const double size = site_begin[site + 1] - site_begin[site];
    const uint32_t links = links_per_page * 3 / 2;
    for (uint32_t i = 0; i < links; ++i) {
      const double u = uniform();
      if (uniform() < 0.8) {
        add(page, site_begin[site] + static_cast<uint32_t>(u * u * u * size));
      } else {
        const auto other = static_cast<size_t>(u * u * sites);
        const double of_other = site_begin[other + 1] - site_begin[other];
        const double v = uniform();
        add(page, site_begin[other] + static_cast<uint32_t>(v * v * v * v * of_other));
      }
    }
  }
}

struct Figures {
  Time build;  // from links to the graph of the library
  Time rank;   // from the graph to ranks
  double error = 0;
};

void print(const char* who, const Figures& f, uint64_t links) {
  std::printf(
      "%-18s build %.3f s (CPU %.3f)  rank %.3f s (CPU %.3f)  %.1f M links/s  L1 error %.1e\n", who,
      f.build.wall, f.build.cpu, f.rank.wall, f.rank.cpu,
      static_cast<double>(links) / f.rank.wall * 1e-6, f.error);
  std::fflush(stdout);
}

Figures igraph_figures(const rank::Graph& graph, const std::vector<double>& truth, int times) {
  Figures figures;
  igraph_vector_int_t links;
  igraph_vector_int_init(&links, 0);
  igraph_vector_int_reserve(&links, static_cast<igraph_integer_t>(2 * graph.links()));
  const rank::Graph targets = rank::reversed(graph);
  for (uint32_t page = 0; page < graph.pages(); ++page) {
    for (const uint32_t target : targets.sources_of(page)) {
      igraph_vector_int_push_back(&links, page);
      igraph_vector_int_push_back(&links, target);
    }
  }
  igraph_t theirs;
  for (int i = 0; i < times; ++i) {
    if (i > 0) igraph_destroy(&theirs);
    figures.build.take(timed(1, [&] { igraph_create(&theirs, &links, graph.pages(), true); }));
  }
  igraph_vector_int_destroy(&links);
  igraph_vector_t ranks;
  igraph_vector_init(&ranks, 0);
  figures.rank = timed(times, [&] {
    igraph_pagerank(&theirs, IGRAPH_PAGERANK_ALGO_PRPACK, &ranks, nullptr, igraph_vss_all(), true,
                    0.85, nullptr, nullptr);
  });
  std::vector<double> got(graph.pages());
  for (uint32_t page = 0; page < graph.pages(); ++page) got[page] = VECTOR(ranks)[page];
  figures.error = rank::l1_distance(got, truth);
  igraph_vector_destroy(&ranks);
  igraph_destroy(&theirs);
  return figures;
}

int run(int argc, char** argv) {
  std::vector<std::string> arguments(argv + 1, argv + argc);
  const bool alone = std::erase(arguments, "--alone") > 0;
  rank::Graph graph;
  Time build;
  if (arguments.size() == 2) {
    const auto pages = static_cast<uint32_t>(std::stoul(arguments[0]));
    const auto links_per_page = static_cast<uint32_t>(std::stoul(arguments[1]));
    const bool is_large = uint64_t{pages} * links_per_page > kLarge;
    for (int i = 0; i < (is_large ? 1 : kTimes); ++i) {
      graph = {};
      rank::GraphBuilder builder;
      each_synthetic_link(pages, links_per_page,
                          [&](uint32_t source, uint32_t target) { builder.add(source, target); });
      build.take(timed(1, [&] { graph = std::move(builder).build(pages); }));
    }
  } else {
    std::ifstream file(arguments.at(0), std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)),
                           std::istreambuf_iterator<char>());
    Time read;
    for (int i = 0; i < kTimes; ++i) {
      rank::EdgeText edges;
      const Time one = timed(1, [&] {
        if (!edges.add(text)) std::abort();
      });
      read.take(one);
      build.take(timed(1, [&] { graph = std::move(*std::move(edges).finish()).graph; }));
    }
    std::printf("parsing: %.0f MB and %.1f M links a second of CPU\n",
                static_cast<double>(text.size()) / read.cpu * 1e-6,
                static_cast<double>(graph.links()) / read.cpu * 1e-6);
  }
  const bool is_large = graph.links() > kLarge;
  const int times = is_large ? 1 : kTimes;
  std::printf("%u pages, %llu links, %.2f bytes a link\n", graph.pages(),
              static_cast<unsigned long long>(graph.links()),
              static_cast<double>(graph.bytes()) / static_cast<double>(graph.links()));

  const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  std::vector<double> truth;
  if (!is_large) {
    ThreadPool pool(cores);
    truth = rank::pagerank(graph, {.residual = 1e-15}, workers_of(pool)).rank;
  }
  double residual = kResidual;
  if (!alone) {
    const Figures theirs = igraph_figures(graph, truth, times);
    print("igraph (PRPACK)", theirs, graph.links());
    while (!truth.empty() && rank::l1_distance(rank::pagerank(graph, {.residual = residual}).rank,
                                               truth) > theirs.error)
      residual *= 0.9;
  }
  for (const unsigned count : {1u, cores}) {
    ThreadPool pool(count);
    rank::Ranks ranks;
    Figures figures{.build = build};
    figures.rank = timed(
        times, [&] { ranks = rank::pagerank(graph, {.residual = residual}, workers_of(pool)); });
    if (!truth.empty()) figures.error = rank::l1_distance(ranks.rank, truth);
    print(("freshet, threads " + std::to_string(count)).c_str(), figures, graph.links());
    std::printf("%.1f rounds, residual %.1e\n", ranks.rounds, ranks.residual);
    if (cores == 1) break;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "rank_bench FILE | PAGES LINKS_PER_PAGE [--alone]\n");
    return 2;
  }
  return run(argc, argv);
}
