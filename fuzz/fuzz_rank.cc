// Reads any bytes as a list of links, whole and in pieces, and as a graph file: both ways of
// reading the list agree; the ranks of a graph sum to 1; a graph is the same after it was written
// to a file and read back.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "digest/fingerprint.h"
#include "rank/edge_text.h"
#include "rank/graph_file.h"
#include "rank/pagerank.h"

namespace {

using namespace freshet::rank;

constexpr uint32_t kMostRanked = 10'000;

void require(bool condition) {
  if (!condition) std::abort();
}

freshet::Result<NumberedGraph> read_text(std::string_view text, size_t piece) {
  EdgeText reader;
  for (; !text.empty(); text.remove_prefix(std::min(piece, text.size()))) {
    auto added = reader.add(text.substr(0, piece));
    if (!added) return freshet::Unexpected(added.error());
  }
  return std::move(reader).finish();
}

void check(const Graph& graph) {
  if (graph.pages() > kMostRanked) return;
  double sum = 0;
  for (const double rank : pagerank(graph, {}).rank) {
    require(rank > 0);
    sum += rank;
  }
  require(graph.pages() == 0 || std::abs(sum - 1) < 1e-9);

  std::string bytes;
  GraphFileWriter writer(bytes);
  const Graph targets = reversed(graph);
  for (uint32_t page = 0; page < graph.pages(); ++page) writer.add(page, targets.sources_of(page));
  writer.finish(graph.pages());
  const auto back = read_graph_file(bytes);
  require(back.has_value() && back->links() == graph.links() && back->pages() == graph.pages());
}

// A graph file with one section and its right checksum, which random bytes would never have.
std::string as_graph_file(std::string_view section) {
  std::string bytes = "FRGRAPH1";
  const auto append = [&](uint64_t number, int size) {
    for (int i = 0; i < size; ++i) bytes.push_back(static_cast<char>(number >> (8 * i)));
  };
  append(section.size(), 4);
  append(freshet::digest::fingerprint(section).value, 8);
  return bytes.append(section);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const auto whole = read_text(input, size + 1);
  const auto pieces = read_text(input, 1 + size % 7);
  require(whole.has_value() == pieces.has_value());
  if (whole) {
    require(whole->number == pieces->number && whole->graph.links() == pieces->graph.links());
    check(whole->graph);
  }
  if (const auto graph = read_graph_file(input)) check(*graph);
  // The end section is missing: the reader refuses the file, but only after the whole section.
  require(!read_graph_file(as_graph_file(input)));
  return 0;
}
