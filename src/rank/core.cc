#include "rank/core.h"

#include <algorithm>

namespace freshet::rank {
namespace {

// One more sweep would add little, and the result is correct without it.
constexpr int kMostSweeps = 4;

// While the pages that reach the hub are being found, kCore marks those whose sources are not yet
// visited.
constexpr Side kNoted = Side::kCore;

// Returns a page with many links to it and many links from it.
uint32_t hub_of(const Graph& graph) {
  uint32_t hub = 0;
  uint64_t most = 0;
  for (uint32_t page = 0; page < graph.pages(); ++page) {
    const uint64_t links = graph.sources_of(page).size() * graph.out_degree(page);
    if (links <= most) continue;
    most = links;
    hub = page;
  }
  return hub;
}

// Calls found(source) for each source of the page that occurs for the first time.
template <typename Found>
void visit_sources(const Graph& graph, uint32_t page, std::vector<Side>& side, const Found& found) {
  side[page] = Side::kBefore;
  for (const uint32_t source : graph.sources_of(page)) {
    if (side[source] != Side::kBeyond) continue;
    side[source] = kNoted;
    found(source);
  }
}

// Marks the hub and all pages that reach it as kBefore. Pages that the sweeps leave are followed
// one by one, so that a long chain costs no more than its links.
void find_before(const Graph& graph, uint32_t hub, std::vector<Side>& side) {
  side[hub] = kNoted;
  for (int i = 0; i < kMostSweeps; ++i) {
    for (uint32_t page = 0; page < graph.pages(); ++page) {
      if (side[page] == kNoted) visit_sources(graph, page, side, [](uint32_t) {});
    }
  }
  std::vector<uint32_t> noted;
  for (uint32_t page = 0; page < graph.pages(); ++page) {
    if (side[page] == kNoted) noted.push_back(page);
  }
  while (!noted.empty()) {
    const uint32_t page = noted.back();
    noted.pop_back();
    visit_sources(graph, page, side, [&](uint32_t source) { noted.push_back(source); });
  }
}

// Moves pages before the core into it if a page of the core links to them. Returns whether there
// were any.
bool sweep(const Graph& graph, std::vector<Side>& side) {
  bool found = false;
  for (uint32_t page = 0; page < graph.pages(); ++page) {
    if (side[page] != Side::kBefore) continue;
    const auto sources = graph.sources_of(page);
    if (std::none_of(sources.begin(), sources.end(),
                     [&](uint32_t source) { return side[source] == Side::kCore; }))
      continue;
    side[page] = Side::kCore;
    found = true;
  }
  return found;
}

}  // namespace

std::vector<Side> find_core(const Graph& graph) {
  std::vector<Side> side(graph.pages());
  if (graph.pages() == 0) return side;
  const uint32_t hub = hub_of(graph);
  find_before(graph, hub, side);
  side[hub] = Side::kCore;
  for (int i = 0; i < kMostSweeps && sweep(graph, side); ++i) continue;
  return side;
}

}  // namespace freshet::rank
