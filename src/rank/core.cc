#include "rank/core.h"

#include <algorithm>

namespace freshet::rank {
namespace {

// What one more would add is little, and nothing is lost without it.
constexpr int kMostSweeps = 4;

// Until all that reach the hub are found there is no core: it stands for those whose sources were
// not looked at.
constexpr Side kNoted = Side::kCore;

// Many reach it, and it reaches many.
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

// Calls found(source) for each that is new.
template <typename Found>
void look_at_sources(const Graph& graph, uint32_t page, std::vector<Side>& side,
                     const Found& found) {
  side[page] = Side::kBefore;
  for (const uint32_t source : graph.sources_of(page)) {
    if (side[source] != Side::kBeyond) continue;
    side[source] = kNoted;
    found(source);
  }
}

// All that reach the hub, and the hub. What sweeps leave is followed page by page, so that a long
// chain costs no more than its links.
void find_before(const Graph& graph, uint32_t hub, std::vector<Side>& side) {
  side[hub] = kNoted;
  for (int i = 0; i < kMostSweeps; ++i) {
    for (uint32_t page = 0; page < graph.pages(); ++page) {
      if (side[page] == kNoted) look_at_sources(graph, page, side, [](uint32_t) {});
    }
  }
  std::vector<uint32_t> noted;
  for (uint32_t page = 0; page < graph.pages(); ++page) {
    if (side[page] == kNoted) noted.push_back(page);
  }
  while (!noted.empty()) {
    const uint32_t page = noted.back();
    noted.pop_back();
    look_at_sources(graph, page, side, [&](uint32_t source) { noted.push_back(source); });
  }
}

// Of pages before the core, those that a page of it links to are of it.
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
