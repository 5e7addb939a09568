#include "rank/graph.h"

#include <algorithm>

namespace freshet::rank {
namespace {

// A table of all numbers is the fastest way to renumber pages, if it is not much larger than the
// links.
constexpr uint64_t kTableOfLinks = 8;
constexpr uint64_t kSmallTable = 1 << 20;
// One of this number of page numbers may be missing; see close_gaps().
constexpr int64_t kMissing = 100;

}  // namespace

uint64_t Graph::bytes() const {
  return begin_.size() * sizeof begin_[0] + sources_.size() * sizeof sources_[0] +
         out_degree_.size() * sizeof out_degree_[0];
}

Graph reversed(const Graph& graph) {
  GraphBuilder builder;
  for (uint32_t page = 0; page < graph.pages(); ++page) {
    for (const uint32_t source : graph.sources_of(page)) builder.add(page, source);
  }
  return std::move(builder).build(graph.pages());
}

GraphBuilder::GraphBuilder() = default;
GraphBuilder::~GraphBuilder() = default;
GraphBuilder::GraphBuilder(GraphBuilder&&) noexcept = default;
GraphBuilder& GraphBuilder::operator=(GraphBuilder&&) noexcept = default;

void GraphBuilder::grow() {
  chunks_.push_back(std::unique_ptr<Link[]>(new Link[kChunk]));  // NOLINT: left uninitialised
  next_ = chunks_.back().get();
  free_ = kChunk;
}

uint64_t GraphBuilder::links() const {
  return chunks_.size() * kChunk - free_;
}

std::vector<uint32_t> GraphBuilder::close_gaps() {
  uint64_t end = 0;
  for_all([&](const Link& link) {
    end = std::max<uint64_t>(end, std::max(link.source, link.target) + uint64_t{1});
  });
  std::vector<uint32_t> numbers;
  if (end <= kTableOfLinks * links() + kSmallTable) {
    constexpr uint32_t kOccurs = 1;
    std::vector<uint32_t> position(end);
    for_all([&](const Link& link) { position[link.source] = position[link.target] = kOccurs; });
    const auto first = std::find(position.begin(), position.end(), kOccurs);
    const auto missing = std::count(first, position.end(), 0u);
    if (missing <= (position.end() - first) / kMissing) std::fill(first, position.end(), kOccurs);
    for (uint32_t number = 0; number < end; ++number) {
      if (position[number] == 0) continue;
      position[number] = static_cast<uint32_t>(numbers.size());
      numbers.push_back(number);
    }
    if (numbers.size() < end) {
      for_all([&](Link& link) { link = {position[link.source], position[link.target]}; });
    }
    return numbers;
  }
  numbers.reserve(2 * links());
  for_all([&](const Link& link) { numbers.insert(numbers.end(), {link.source, link.target}); });
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  const auto position = [&](uint32_t number) {
    return static_cast<uint32_t>(std::lower_bound(numbers.begin(), numbers.end(), number) -
                                 numbers.begin());
  };
  for_all([&](Link& link) { link = {position(link.source), position(link.target)}; });
  return numbers;
}

Graph GraphBuilder::build(uint32_t pages) && {
  Graph graph;
  graph.out_degree_.assign(pages, 0);
  graph.sources_.resize(links());
  LargeVector<uint64_t>& begin = graph.begin_;
  begin.assign(pages + size_t{1}, 0);
  for_all_ahead([&](const Link& link, const Link& soon, const Link& /*later*/) {
    FRESHET_CHECK(link.source < pages && link.target < pages, "page number out of range");
    __builtin_prefetch(begin.data() + soon.target);
    ++begin[link.target + size_t{1}];
    ++graph.out_degree_[link.source];
  });
  for (uint32_t page = 0; page < pages; ++page) begin[page + size_t{1}] += begin[page];
  // This loop advances begin[page] to the end of the page's sources, where those of the next page
  // begin.
  uint32_t* const sources = graph.sources_.data();
  for_all_ahead([&](const Link& link, const Link& soon, const Link& later) {
    __builtin_prefetch(begin.data() + later.target);
    __builtin_prefetch(sources + begin[soon.target]);
    sources[begin[link.target]++] = link.source;
  });
  chunks_.clear();
  free_ = 0;

  uint64_t from = 0;
  uint64_t kept = 0;
  for (uint32_t page = 0; page < pages; ++page) {
    const uint64_t to = begin[page];
    if (!std::is_sorted(sources + from, sources + to)) std::sort(sources + from, sources + to);
    begin[page] = kept;
    for (uint64_t i = from; i < to; ++i) {
      if (i > from && sources[i] == sources[i - 1])
        --graph.out_degree_[sources[i]];
      else
        sources[kept++] = sources[i];
    }
    from = to;
  }
  begin[pages] = kept;
  graph.sources_.resize(kept);
  return graph;
}

}  // namespace freshet::rank
