#pragma once

#include <cmath>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "rank/graph.h"

namespace freshet::rank {

using Links = std::vector<std::pair<uint32_t, uint32_t>>;

inline Graph graph_of(uint32_t pages, const Links& links) {
  GraphBuilder builder;
  for (const auto& [source, target] : links) builder.add(source, target);
  return std::move(builder).build(pages);
}

// Returns random links. Few pages have many links to them; some have none, and some link to
// themselves.
inline Links random_links(uint64_t seed, uint32_t pages, uint32_t links) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> uniform;
  const auto page = [&](double skew) {
    return static_cast<uint32_t>(std::pow(uniform(random), skew) * pages);
  };
  Links result;
  for (uint32_t i = 0; i < links; ++i) {
    const uint32_t source = page(1.3);
    result.emplace_back(source, i % 50 == 0 ? source : page(2));
  }
  return result;
}

// Computes PageRank by its definition, with 400 rounds of the power iteration in long double.
inline std::vector<double> defined_ranks(const Graph& graph, double alpha,
                                         const std::vector<double>& jump,
                                         const std::vector<double>& dangling) {
  const uint32_t pages = graph.pages();
  std::vector<long double> rank(pages, 1.0L / pages);
  for (int round = 0; round < 400; ++round) {
    long double left = 0;
    for (uint32_t p = 0; p < pages; ++p) left += graph.out_degree(p) == 0 ? rank[p] : 0;
    std::vector<long double> next(pages);
    for (uint32_t p = 0; p < pages; ++p) {
      next[p] = (1 - static_cast<long double>(alpha)) * jump[p] + alpha * left * dangling[p];
      for (const uint32_t q : graph.sources_of(p)) next[p] += alpha * rank[q] / graph.out_degree(q);
    }
    rank = next;
  }
  return {rank.begin(), rank.end()};
}

inline std::vector<double> defined_ranks(const Graph& graph, double alpha = 0.85) {
  const std::vector<double> alike(graph.pages(), 1.0 / graph.pages());
  return defined_ranks(graph, alpha, alike, alike);
}

}  // namespace freshet::rank
