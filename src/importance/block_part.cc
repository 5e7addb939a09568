#include "importance/block_part.h"

#include <algorithm>

#include "rank/blockrank.h"

namespace freshet::importance {
namespace {

using store::PageKey;

constexpr uint64_t kRowsBetweenCalls = 1024;
constexpr uint32_t kNone = PageNumbers::kNone;

// Counts rows, and says whether to go on.
class Rows {
 public:
  explicit Rows(const std::function<bool(uint64_t)>& go_on) : go_on_(go_on) {}
  bool next() {
    if (++rows_ % kRowsBetweenCalls == 0 && go_on_ && !go_on_(rows_)) is_stopped_ = true;
    return !is_stopped_;
  }
  Status status(Status read) const {
    if (is_stopped_) return fail("the ranking was stopped");
    return read;
  }

 private:
  const std::function<bool(uint64_t)>& go_on_;
  uint64_t rows_ = 0;
  bool is_stopped_ = false;
};

}  // namespace

Result<std::vector<PageException>> BlockPart::read_exceptions(const GoOn& go_on) {
  std::vector<PageException> exceptions;
  Rows rows(go_on);
  const Status read = rows.status(store_.each_page(shards_, [&](const store::PageState& page) {
    if (const auto exception = exception_of(page)) exceptions.push_back(*exception);
    return rows.next();
  }));
  if (!read) return Unexpected(read.error());
  return exceptions;
}

Result<std::vector<KeyLink>> BlockPart::read_links(std::span<const PageException> exceptions,
                                                   const GoOn& go_on) {
  std::vector<PageKey> keys;
  Rows rows(go_on);
  Status read = rows.status(store_.each_page_key([&](const PageKey& key) {
    keys.push_back(key);
    return rows.next() && check_count(keys.size());
  }));
  if (read) read = check_count(keys.size());
  if (!read) return Unexpected(read.error());
  numbers_ = PageNumbers(std::move(keys), exceptions);
  pages_.reserve(numbers_.count());
  numbers_.each_page([&](const PageKey& key) {
    if (is_own(key)) own_.push_back(static_cast<uint32_t>(pages_.size()));
    pages_.push_back(key);
  });
  std::vector<KeyLink> for_others;
  read = rows.status(store_.each_links(shards_, [&](const store::PageLinks& links) {
    const uint32_t from = numbers_.of(links.from);
    if (from == kNone) return rows.next();
    for (const auto& target : links.to) {
      if (target.nofollow) continue;
      const uint32_t to = numbers_.of(target.key);
      if (to == kNone || to == from) continue;
      if (is_own(pages_[from]))
        builder_.add(from, to);
      else
        for_others.push_back({pages_[from], pages_[to]});
    }
    return rows.next();
  }));
  if (!read) return Unexpected(read.error());
  return for_others;
}

void BlockPart::add_links(std::span<const KeyLink> links) {
  for (const KeyLink& link : links) {
    const uint32_t from = numbers_.of(link.from);
    const uint32_t to = numbers_.of(link.to);
    if (from == kNone || to == kNone || from == to || !is_own(pages_[from])) continue;
    builder_.add(from, to);
  }
}

std::vector<BlockRow> BlockPart::rank_blocks(const rank::PageRankOptions& options,
                                             const rank::Workers& workers) {
  const rank::Graph graph = std::move(builder_).build(static_cast<uint32_t>(pages_.size()));
  links_ = graph.links();
  bytes_ = graph.bytes();
  std::vector<uint32_t> index(pages_.size(), kNone);  // in own_
  std::vector<uint32_t> block_of;                     // by index in own_
  for (uint32_t i = 0; i < own_.size(); ++i) {
    index[own_[i]] = i;
    const bool continues = i > 0 && pages_[own_[i]].site == pages_[own_[i - 1]].site;
    block_of.push_back(block_of.empty() ? 0 : block_of.back() + (continues ? 0 : 1));
  }
  rank::GraphBuilder inside;
  for (uint32_t i = 0; i < own_.size(); ++i) {
    for (const uint32_t source : graph.sources_of(own_[i])) {
      if (pages_[source].site == pages_[own_[i]].site) inside.add(index[source], i);
    }
  }
  local_ = rank::local_ranks(std::move(inside).build(static_cast<uint32_t>(own_.size())), block_of,
                             options, workers);
  std::vector<uint32_t> block_of_page(pages_.size(), kNone);
  for (uint32_t i = 0; i < own_.size(); ++i) block_of_page[own_[i]] = block_of[i];
  return block_rows(graph, block_of_page);
}

// The pages of a site are neighbours, so targets come block by block.
std::vector<BlockRow> BlockPart::block_rows(const rank::Graph& graph,
                                            std::span<const uint32_t> block_of) const {
  std::vector<BlockRow> rows;
  for (const uint32_t page : own_) {
    if (rows.empty() || rows.back().site != pages_[page].site)
      rows.push_back({pages_[page].site, 0, {}});
    ++rows.back().pages;
  }
  std::vector<double> local(pages_.size());
  for (size_t i = 0; i < own_.size(); ++i) local[own_[i]] = local_[i];
  std::vector<double> weight(rows.size());
  std::vector<uint32_t> linking;
  for (uint32_t page = 0; page < pages_.size();) {
    const store::SiteId target = pages_[page].site;
    for (; page < pages_.size() && pages_[page].site == target; ++page) {
      for (const uint32_t source : graph.sources_of(page)) {
        double& sum = weight[block_of[source]];
        if (sum == 0) linking.push_back(block_of[source]);
        sum += local[source] / graph.out_degree(source);
      }
    }
    for (const uint32_t block : linking) {
      rows[block].shares.push_back({target, weight[block]});
      weight[block] = 0;
    }
    linking.clear();
  }
  return rows;
}

std::optional<double> BlockPart::local_rank(const PageKey& key) const {
  const uint32_t number = numbers_.of(key);
  // Pages that stand for others have no rank of their own.
  if (number == kNone || pages_[number] != key) return std::nullopt;
  const auto own = std::lower_bound(own_.begin(), own_.end(), number);
  if (own == own_.end() || *own != number) return std::nullopt;
  return local_[static_cast<size_t>(own - own_.begin())];
}

void BlockPart::each_rank(const std::function<void(const PageKey&, double local)>& each) const {
  for (size_t i = 0; i < own_.size(); ++i) each(pages_[own_[i]], local_[i]);
}

}  // namespace freshet::importance
