#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "memory/large_vector.h"
#include "result/result.h"

namespace freshet::rank {

// Page numbers start at 0 and have no gaps. The algorithms use the highest bit and one more number.
inline constexpr uint32_t kMostPages = (1u << 31) - 1;

// The links, ordered by target, which is the order in which ranks are summed up. It needs four
// bytes for a link and twelve for a page. There are no duplicate links.
class Graph {
 public:
  uint32_t pages() const { return static_cast<uint32_t>(out_degree_.size()); }
  uint64_t links() const { return sources_.size(); }
  // The pages that link to `page`, ascending.
  std::span<const uint32_t> sources_of(uint32_t page) const {
    return {sources_.data() + begin_[page], sources_.data() + begin_[page + 1]};
  }
  // The number of distinct targets; a link to itself counts.
  uint32_t out_degree(uint32_t page) const { return out_degree_[page]; }
  uint64_t bytes() const;

 private:
  friend class GraphBuilder;
  LargeVector<uint64_t> begin_ = {0};  // where a page's sources begin; one more element than pages
  LargeVector<uint32_t> sources_;
  LargeVector<uint32_t> out_degree_;
};

// Returns the graph with every link reversed: its sources_of() gives targets.
Graph reversed(const Graph& graph);

// Collects links in any order, eight bytes each, and builds a graph without duplicates from them.
// While it builds, both the links and the graph are in memory, which is kBytesPerLink.
class GraphBuilder {
 public:
  GraphBuilder();
  ~GraphBuilder();
  GraphBuilder(GraphBuilder&&) noexcept;
  GraphBuilder& operator=(GraphBuilder&&) noexcept;

  void add(uint32_t source, uint32_t target) {
    if (free_ == 0) grow();
    *next_++ = {source, target};
    --free_;
  }
  uint64_t links() const;  // duplicates included
  static constexpr uint64_t kBytesPerLink = 12;

  // All added numbers must be less than `pages`, which is at most kMostPages. Leaves the builder
  // empty.
  Graph build(uint32_t pages) &&;

  // Returns the numbers that occur, ascending, and replaces each by its position among them. If at
  // most one in a hundred numbers between the lowest and the highest is missing, the missing ones
  // count as occurring: then the pages were numbered consecutively, and some have no links.
  std::vector<uint32_t> close_gaps();

  // Calls each(source, target).
  template <typename Each>
  void each_link(Each&& each) const {
    for_all([&](const Link& link) { each(link.source, link.target); });
  }

 private:
  struct Link {
    uint32_t source;
    uint32_t target;
  };
  static constexpr size_t kChunk = 1 << 18;  // links; chunks never move, so growing copies nothing

  void grow();
  template <typename Each>
  void for_all(Each&& each) const {
    for (size_t i = 0; i < chunks_.size(); ++i) {
      Link* const end = chunks_[i].get() + kChunk - (i + 1 == chunks_.size() ? free_ : 0);
      for (Link* link = chunks_[i].get(); link != end; ++link) each(*link);
    }
  }

  // Calls each(link, soon, later) for each link; `soon` and `later` are links that will follow, for
  // prefetching.
  template <typename Each>
  void for_all_ahead(Each&& each) const {
    constexpr ptrdiff_t kSoon = 32;
    constexpr ptrdiff_t kLater = 64;
    for (size_t i = 0; i < chunks_.size(); ++i) {
      const Link* const last =
          chunks_[i].get() + kChunk - (i + 1 == chunks_.size() ? free_ : 0) - 1;
      for (const Link* link = chunks_[i].get(); link <= last; ++link) {
        const ptrdiff_t left = last - link;
        each(*link, link[std::min(kSoon, left)], link[std::min(kLater, left)]);
      }
    }
  }

  std::vector<std::unique_ptr<Link[]>> chunks_;
  Link* next_ = nullptr;
  size_t free_ = 0;  // links that still fit in the last chunk
};

}  // namespace freshet::rank
