#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rank/edge_text.h"
#include "result/result.h"

// The files that freshet rank reads and writes. Errors name the file.
namespace freshet::cli {

// Reads a list of links as text, plain or gzipped, or a graph file of --save-graph. "-" is standard
// input.
Result<rank::NumberedGraph> read_edges(const std::string& file);
Result<std::vector<uint32_t>> read_blocks(const std::string& file,
                                          const rank::NumberedGraph& graph);

// How many bytes the process can allocate: what the system has free without swapping, and what
// `ulimit -v` leaves.
uint64_t free_memory();

Status save_graph(const rank::Graph& graph, const std::string& file);

}  // namespace freshet::cli
