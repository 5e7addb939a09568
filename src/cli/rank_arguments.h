#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace freshet::cli {

// The arguments of `freshet rank`.
struct RankArguments {
  std::string edges;        // a file; empty: rank the collection and store the ranks in it
  std::string blocks;       // a file; only with `edges`
  std::string by = "site";  // what a block of the collection is: site, domain or community
  std::string method = "pagerank";
  double alpha = 0.85;
  double residual = 1e-10;
  std::optional<uint32_t> rounds;  // of power iteration; unset: stop by `residual`
  bool exact = false;
  unsigned threads = 0;  // 0: one per core
  bool json_lines = false;
  size_t top = 10;
  std::string save_graph;  // a file; empty: none
};

}  // namespace freshet::cli
