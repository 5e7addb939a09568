#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "memory/large_vector.h"
#include "result/result.h"

namespace freshet::rank {

// Page numbers are dense, from 0; a bit of them and one number are left to the algorithms.
inline constexpr uint32_t kMostPages = (1u << 31) - 1;

// Who links to whom, by target: the order in which ranks are summed up. Four bytes a link and
// twelve a page. Each link stands once.
class Graph {
 public:
  uint32_t pages() const { return static_cast<uint32_t>(out_degree_.size()); }
  uint64_t links() const { return sources_.size(); }
  // By number, ascending.
  std::span<const uint32_t> sources_of(uint32_t page) const {
    return {sources_.data() + begin_[page], sources_.data() + begin_[page + 1]};
  }
  // Distinct targets, itself included.
  uint32_t out_degree(uint32_t page) const { return out_degree_[page]; }
  uint64_t bytes() const;

 private:
  friend class GraphBuilder;
  memory::LargeVector<uint64_t> begin_ = {0};  // of a page's sources; one more than pages
  memory::LargeVector<uint32_t> sources_;
  memory::LargeVector<uint32_t> out_degree_;
};

// Every link turned round: sources_of() gives targets.
Graph reversed(const Graph& graph);

// Collects links in any order, eight bytes each; duplicates are dropped in the end. While it makes
// the graph of them, both are in memory: kBytesPerLink.
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

  // All numbers added are less than `pages`, which is at most kMostPages. Leaves the builder empty.
  Graph build(uint32_t pages) &&;

  // Numbers that occur, ascending; each becomes its position among them. Where no more than one in
  // a hundred of the numbers between the lowest and the highest is missing, those count as
  // occurring: pages were numbered one after the other, and some have no links.
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
  static constexpr size_t kChunk = 1 << 18;  // links; never moved, so that growing needs no copy

  void grow();
  template <typename Each>
  void for_all(Each&& each) const {
    for (size_t i = 0; i < chunks_.size(); ++i) {
      Link* const end = chunks_[i].get() + kChunk - (i + 1 == chunks_.size() ? free_ : 0);
      for (Link* link = chunks_[i].get(); link != end; ++link) each(*link);
    }
  }

  // Calls each(link, soon, later): with links that will come, which can be prepared for.
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
  size_t free_ = 0;  // in the last chunk
};

}  // namespace freshet::rank
