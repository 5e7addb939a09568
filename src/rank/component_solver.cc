#include "rank/component_solver.h"

#include <algorithm>
#include <atomic>
#include <cmath>

namespace freshet::rank {
namespace {

// How far a round may be extrapolated. Rounds shrink errors by alpha at least: at 0.9 that would
// ask for 9 steps back.
constexpr double kMostBack = 10;
constexpr double kMostForth = 0.5;
// Extrapolation helps within few rounds or not at all; without it rounds are certain to converge.
constexpr uint32_t kExtrapolated = 100;

}  // namespace

ComponentSolver::Sums& ComponentSolver::Sums::operator+=(const Sums& other) {
  links += other.links;
  change += other.change;
  sum += other.sum;
  kept += other.kept;
  towards += other.towards;
  squared += other.squared;
  return *this;
}

ComponentOutcome ComponentSolver::solve_page(uint32_t place) {
  const uint32_t page = shared_.order.page_at[place];
  double y = shared_.teleport.empty() ? 1 : shared_.teleport[page];
  const auto sources = shared_.graph.sources_of(page);
  const uint32_t degree = shared_.graph.out_degree(page);
  const double share = degree == 0 ? 0 : shared_.alpha / degree;
  double keep = 1;
  for (const uint32_t source : sources) {
    if (source == page)
      keep -= share;
    else
      y += shared_.given[shared_.order.place_of[source]];
  }
  y /= keep;
  shared_.y[page] = y;
  shared_.given[place] = y * share;
  return {.link_visits = sources.size(), .rounds = 1, .change = 0, .sum = y};
}

template <typename Piece>
void ComponentSolver::each_block(Workers* workers, const Piece& piece) {
  if (blocks_ == 1 || workers == nullptr)
    for (uint32_t block = 0; block < blocks_; ++block) piece(block);
  else
    workers->each(blocks_, [&](size_t block) { piece(static_cast<uint32_t>(block)); });
}

ComponentSolver::Sums ComponentSolver::total() const {
  Sums total;
  for (uint32_t block = 0; block < blocks_; ++block) total += sums_[block];
  return total;
}

void ComponentSolver::make_room() {
  blocks_ = is_shared(size_) ? (size_ + kBlock - 1) / kBlock : 1;
  sources_.resize(std::max<size_t>(sources_.size(), blocks_));
  sums_.resize(blocks_);
  sources_end_.resize(size_);
  links_inside_.assign(size_, 0);
  for (auto* values : {&outside_, &share_, &keep_, &y_, &last_change_}) {
    values->resize(size_);
  }
  given_.resize(blocks_ == 1 ? size_ : 2 * size_t{size_});
}

// Divides a page's sources into those outside, which have given already, and those inside.
void ComponentSolver::load(uint32_t block) {
  const uint32_t first = first_of(block);
  const uint32_t end = end_of(block);
  const uint32_t* const place_of = shared_.order.place_of.data();
  Sums sums;
  for (uint32_t i = first; i < end; ++i) {
    sums.links += shared_.graph.sources_of(shared_.order.page_at[begin_ + i]).size();
  }
  std::vector<uint32_t>& inside = sources_[block];
  inside.resize(sums.links);
  uint64_t next = 0;
  for (uint32_t i = first; i < end; ++i) {
    const uint32_t page = shared_.order.page_at[begin_ + i];
    double outside = shared_.teleport.empty() ? 1 : shared_.teleport[page];
    for (const uint32_t source : shared_.graph.sources_of(page)) {
      const uint32_t place = place_of[source];
      if (place < begin_) {
        outside += shared_.given[place];
        continue;
      }
      const uint32_t at = place - begin_;
      inside[next++] = at >= first && at < end ? at : at + size_;
    }
    sources_end_[i] = next;
    outside_[i] = outside;
    share_[i] =
        shared_.alpha / shared_.graph.out_degree(page);  // a link into the component, at least
    y_[i] = shared_.start.empty() ? outside : shared_.start[page];
    last_change_[i] = 0;
    sums.sum += outside;
  }
  inside.resize(next);
  sums_[block] = sums;
}

// Other blocks' pages are counted too, at the same time: the count is the same in any order.
void ComponentSolver::count_inside(uint32_t block) {
  if (blocks_ == 1) {
    for (const uint32_t at : sources_[0]) ++links_inside_[at];
    return;
  }
  for (const uint32_t at : sources_[block]) {
    std::atomic_ref(links_inside_[at < size_ ? at : at - size_])
        .fetch_add(1, std::memory_order_relaxed);
  }
}

void ComponentSolver::balance(uint32_t block) {
  Sums sums;
  for (uint32_t i = first_of(block); i < end_of(block); ++i) {
    keep_[i] = 1 - share_[i] * links_inside_[i];
    sums.kept += y_[i] * keep_[i];
  }
  sums_[block] = sums;
}

void ComponentSolver::round(uint32_t block) {
  Sums sums;
  const uint32_t* const sources = sources_[block].data();
  const double* const given = given_.data();
  uint64_t at = 0;
  for (uint32_t i = first_of(block); i < end_of(block); ++i) {
    const uint64_t end = sources_end_[i];
    // Four sums, since an addition waits for the one before.
    double y = outside_[i];
    double second = 0;
    double third = 0;
    double fourth = 0;
    for (; at + 3 < end; at += 4) {
      y += given[sources[at]];
      second += given[sources[at + 1]];
      third += given[sources[at + 2]];
      fourth += given[sources[at + 3]];
    }
    for (; at < end; ++at) y += given[sources[at]];
    y += second + (third + fourth);
    const double change = y - y_[i];
    const double turn = change - last_change_[i];
    sums.change += std::abs(change);
    sums.sum += y;
    sums.kept += y * keep_[i];
    sums.towards += turn * change;
    sums.squared += turn * turn;
    last_change_[i] = change;
    y_[i] = y;
    given_[i] = y * share_[i];
  }
  sums_[block] = sums;
}

// y becomes factor * (y - back * change).
void ComponentSolver::set(uint32_t block, double factor, double back) {
  for (uint32_t i = first_of(block); i < end_of(block); ++i) {
    y_[i] = factor * (y_[i] - back * last_change_[i]);
    given_[i] = y_[i] * share_[i];
  }
  show_others(block);
}

void ComponentSolver::show_others(uint32_t block) {
  if (blocks_ == 1) return;
  const auto begin = given_.begin() + first_of(block);
  std::copy(begin, given_.begin() + end_of(block), begin + size_);
}

void ComponentSolver::finish(uint32_t block) {
  for (uint32_t i = first_of(block); i < end_of(block); ++i) {
    shared_.y[shared_.order.page_at[begin_ + i]] = y_[i];
    shared_.given[begin_ + i] = given_[i];
  }
}

ComponentOutcome ComponentSolver::solve(uint32_t component, Workers* workers, const Watch& watch) {
  begin_ = shared_.order.component_begin[component];
  size_ = shared_.order.component_begin[component + size_t{1}] - begin_;
  if (size_ == 1) return solve_page(begin_);

  make_room();
  each_block(workers, [this](uint32_t block) { load(block); });
  const Sums loaded = total();
  from_outside_ = loaded.sum;
  each_block(workers, [this](uint32_t block) { count_inside(block); });
  each_block(workers, [this](uint32_t block) { balance(block); });
  const double scale = scale_for(total().kept);
  each_block(workers, [&](uint32_t block) { set(block, scale, 0); });

  uint64_t links = 0;
  for (uint32_t block = 0; block < blocks_; ++block) links += sources_[block].size();
  ComponentOutcome outcome{.link_visits = loaded.links};
  double last_kept = 0;
  while (true) {
    each_block(workers, [this](uint32_t block) { round(block); });
    const Sums sums = total();
    ++outcome.rounds;
    outcome.link_visits += links;
    outcome.change = sums.change;
    outcome.sum = sums.sum;
    if (watch) watch(sums.change / sums.sum);
    if (sums.change <= shared_.residual * sums.sum || outcome.rounds >= shared_.most_rounds) break;

    // Every other round, so that the two before are of the same series.
    const bool extrapolates = outcome.rounds % 2 == 0 && outcome.rounds < kExtrapolated;
    if (extrapolates) {
      const double back =
          sums.squared > 0 ? std::clamp(sums.towards / sums.squared, -kMostBack, kMostForth) : 0;
      const double factor = scale_for(sums.kept - back * (sums.kept - last_kept));
      each_block(workers, [&](uint32_t block) { set(block, factor, back); });
    } else if (blocks_ > 1) {
      each_block(workers, [this](uint32_t block) { show_others(block); });
    }
    last_kept = sums.kept;
  }
  each_block(workers, [this](uint32_t block) { finish(block); });
  return outcome;
}

}  // namespace freshet::rank
