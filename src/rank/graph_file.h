#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "rank/graph.h"
#include "result/result.h"

namespace freshet::rank {

// The link graph as a file (docs/formats/graph.md): for each page that links somewhere its number,
// how many links, and their targets, in sections that can be checked one by one.
class GraphFileWriter {
 public:
  explicit GraphFileWriter(std::string& out);

  // Sources ascending, each once; its targets ascending, each once. `out` grows by whole sections
  // and may be emptied between two calls.
  void add(uint32_t source, std::span<const uint32_t> targets);
  // No page has a number of `pages` or above.
  void finish(uint32_t pages);

 private:
  void end_section();

  std::string& out_;
  std::string section_;
  uint64_t next_source_ = 0;  // at least; a section begins anew
  uint64_t links_ = 0;
};

bool is_graph_file(std::string_view beginning);

// An error says at which byte the file is damaged, or that it breaks off.
Result<Graph> read_graph_file(std::string_view bytes);

}  // namespace freshet::rank
