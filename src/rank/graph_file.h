#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "rank/graph.h"
#include "result/result.h"

namespace freshet::rank {

// Writes the link graph as a file (docs/formats/graph.md). For each page with links the file has
// its number, the number of links and their targets, in sections with a checksum each.
class GraphFileWriter {
 public:
  explicit GraphFileWriter(std::string& out);

  // Adds the links of a page. Sources must ascend from call to call, and the targets of a source
  // must ascend; there are no duplicates. `out` grows by whole sections and may be emptied between
  // two calls.
  void add(uint32_t source, std::span<const uint32_t> targets);
  // All page numbers must be less than `pages`.
  void finish(uint32_t pages);

 private:
  void end_section();

  std::string& out_;
  std::string section_;
  uint64_t next_source_ = 0;  // the lowest number that may follow; 0 at the start of a section
  uint64_t links_ = 0;
};

bool is_graph_file(std::string_view beginning);

// An error says at which byte the file is damaged.
Result<Graph> read_graph_file(std::string_view bytes);

}  // namespace freshet::rank
