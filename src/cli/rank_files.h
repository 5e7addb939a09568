#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rank/edge_text.h"
#include "result/result.h"

// What freshet rank reads and writes beside its answer. Errors name the file.
namespace freshet::cli {

// A list of links as text, plain or gzipped, or a graph as --save-graph writes it. "-": standard
// input.
Result<rank::NumberedGraph> read_edges(const std::string& file);
Result<std::vector<uint32_t>> read_blocks(const std::string& file,
                                          const rank::NumberedGraph& graph);

// What the system can give without swapping, and may by `ulimit -v`.
uint64_t free_memory();

Status save_graph(const rank::Graph& graph, const std::string& file);

}  // namespace freshet::cli
