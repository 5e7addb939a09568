// Compares PageRank with published vectors, and with known ranks of two real web graphs.
#include <cmath>
#include <map>
#include <string>

#include "gtest/gtest.h"
#include "rank/edge_text.h"
#include "rank/pagerank.h"
#include "rank/power.h"
#include "support/suite.h"

namespace freshet::rank {
namespace {

using test::Mismatch;

// Reads {"1": 2, "5": 0} as the weights of the pages, in the order of their positions.
std::vector<double> weights(const json::Value& object, const std::map<uint64_t, uint32_t>& page) {
  std::vector<double> result;
  if (object.members().empty()) return result;
  for (const auto& [number, position] : page) {
    const auto weight = object[std::to_string(number)].number();
    result.push_back(weight.value_or(0));
  }
  return result;
}

std::map<uint64_t, uint32_t> pages_of(const json::Value& c) {
  std::map<uint64_t, uint32_t> page;
  for (const json::Value& node : c["nodes"].elements()) page[*node.integer()];
  for (const json::Value& edge : c["directed_edges"].elements()) {
    for (const json::Value& end : edge.elements()) page[static_cast<uint64_t>(*end.integer())];
  }
  uint32_t next = 0;
  for (auto& [number, position] : page) position = next++;
  return page;
}

Mismatch run_small(const json::Value& c) {
  const auto page = pages_of(c);
  GraphBuilder builder;
  for (const json::Value& edge : c["directed_edges"].elements()) {
    const auto ends = edge.elements();
    builder.add(page.at(*ends[0].integer()), page.at(*ends[1].integer()));
  }
  const Graph graph = std::move(builder).build(static_cast<uint32_t>(page.size()));
  const std::vector<double> teleport = weights(c["personalization"], page);
  const std::vector<double> dangling = weights(c["dangling_weights"], page);
  const double alpha = c["alpha"].number().value_or(0);
  std::vector<double> ranks;
  if (const auto rounds = c["iterations"].integer())
    ranks = power_rounds(graph, alpha, static_cast<uint32_t>(*rounds));
  else
    ranks = pagerank(graph, {.alpha = alpha, .teleport = teleport, .dangling = dangling}).rank;
  for (const auto& [number, position] : page) {
    const auto expected = c["ranks"][std::to_string(number)].number();
    if (!expected) return "no rank of " + std::to_string(number) + " is expected";
    if (!(std::abs(ranks[position] - *expected) <= c["tolerance"].number().value_or(0))) {
      return std::to_string(number) + " has " + std::to_string(ranks[position]);
    }
  }
  return std::nullopt;
}

TEST(RankConformance, RanksMatchPublishedVectors) {
  test::run_suite("pagerank/small.jsonl", run_small, {.at_least = 7});
}

Mismatch run_graph(const json::Value& c) {
  const std::string name(c["name"].string().value_or(""));
  const auto links = test::suite_path("pagerank/" + name + ".edges.gz");
  const auto truth = test::suite_path("pagerank/" + name + ".truth.json");
  if (!links || !truth) return "its files are missing";
  EdgeText text;
  if (!text.add(test::read_gzip(*links))) return "the links cannot be read";
  const auto numbered = std::move(text).finish();
  if (!numbered) return numbered.error().message;
  if (numbered->graph.pages() != c["nodes"].integer()) return "wrong number of pages";
  if (static_cast<int64_t>(numbered->graph.links()) != c["arcs"].integer()) {
    return "wrong number of links";
  }
  const Ranks ranks = pagerank(numbered->graph, {.alpha = *c["alpha"].number()});
  json::Reader reader;
  const std::string truth_text = test::read_file(*truth);
  const auto expected = reader.read(truth_text);
  if (!expected) return "the file with the expected ranks is not JSON";
  int checked = 0;
  for (const char* part : {"top200", "sample_every_nth"}) {
    for (const json::Value& one : (*expected)[part].elements()) {
      const auto pair = one.elements();
      const double rank = ranks.rank[static_cast<size_t>(*pair[0].integer())];
      if (std::abs(rank - *pair[1].number()) > 1e-9) {
        return std::to_string(*pair[0].integer()) + " is off by " +
               std::to_string(rank - *pair[1].number());
      }
      ++checked;
    }
  }
  return checked >= 300 ? std::nullopt : Mismatch("only " + std::to_string(checked) + " ranks");
}

TEST(RankConformance, RanksOfRealWebGraphsAreExactToABillionth) {
  test::run_suite("pagerank/graphs.jsonl", run_graph, {.at_least = 2});
}

}  // namespace
}  // namespace freshet::rank
