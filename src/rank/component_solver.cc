#include "rank/component_solver.h"

#include <algorithm>
#include <cmath>

namespace freshet::rank {
namespace {

// The limit of an extrapolation, in rounds. A round reduces errors at least by the factor alpha: at
// 0.9 this would need 9 steps.
constexpr double kMostSteps = 10;
// No round is extrapolated from this number on. Extrapolation helps within few rounds or not at
// all, and without it rounds are certain to converge.
constexpr uint32_t kExtrapolated = 100;
// A value is prefetched this number of sources ahead, where the values do not fit a near cache.
constexpr uint32_t kAhead = 128;
// The list of sources of a page is prefetched this number of pages ahead.
constexpr uint32_t kPagesAhead = 8;
// Below this, two changes hardly differ in direction.
constexpr double kAlike = 1e-9;

}  // namespace

ComponentSolver::Sums& ComponentSolver::Sums::operator+=(const Sums& other) {
  links += other.links;
  links_inside += other.links_inside;
  change += other.change;
  sum += other.sum;
  last_last += other.last_last;
  last_old += other.last_old;
  old_old += other.old_old;
  last_change += other.last_change;
  old_change += other.old_change;
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
      y += shared_.given[source];
  }
  y /= keep;
  shared_.y[page] = y;
  shared_.given[page] = y * share;
  return {.link_visits = sources.size(), .rounds = 1, .change = 0, .sum = y};
}

template <typename Piece>
void ComponentSolver::each_block(const Workers& workers, const Piece& piece) {
  if (blocks_ == 1)
    piece(0);
  else
    each_piece(workers, blocks_, [&](size_t block) { piece(static_cast<uint32_t>(block)); });
}

ComponentSolver::Sums ComponentSolver::total() const {
  Sums total;
  for (uint32_t block = 0; block < blocks_; ++block) total += sums_[block];
  return total;
}

void ComponentSolver::allocate() {
  blocks_ = is_shared(size_) ? (size_ + kBlock - 1) / kBlock : 1;
  sources_.resize(std::max<size_t>(sources_.size(), blocks_));
  sums_.resize(blocks_);
  pages_.resize(size_);
  nobody_ = blocks_ == 1 ? size_ : 2 * size_;
  given_.resize(nobody_ + size_t{1});
  given_[nobody_] = 0;
}

// The number of elements of padding at the end of a block's sources, so that prefetching stays
// inside.
uint32_t ComponentSolver::fetched_ahead() const {
  return blocks_ == 1 ? 0 : kAhead;
}

// Divides the sources of each page into those outside the component, whose values are final, and
// those inside.
void ComponentSolver::load(uint32_t block) {
  const uint32_t first = first_of(block);
  const uint32_t end = end_of(block);
  const uint32_t* const place_of = shared_.order.place_of.data();
  Sums sums;
  uint64_t room = fetched_ahead();
  for (uint32_t i = first; i < end; ++i) {
    const size_t links = shared_.graph.sources_of(shared_.order.page_at[begin_ + i]).size();
    sums.links += links;
    room += links + 3;
  }
  LargeVector<uint32_t>& inside = sources_[block];
  inside.resize(std::max<size_t>(inside.size(), room));
  uint32_t* next = inside.data();
  for (uint32_t i = first; i < end; ++i) {
    const uint32_t page = shared_.order.page_at[begin_ + i];
    double outside = shared_.teleport.empty() ? 1 : shared_.teleport[page];
    const uint32_t* const begin = next;
    if (i + kPagesAhead < end) {
      const uint32_t later = shared_.order.page_at[begin_ + i + kPagesAhead];
      __builtin_prefetch(shared_.graph.sources_of(later).data());
    }
    for (const uint32_t source : shared_.graph.sources_of(page)) {
      const uint32_t place = place_of[source];
      if (place < begin_) {
        outside += shared_.given[source];
        continue;
      }
      const uint32_t at = place - begin_;
      *next++ = at >= first && at < end ? at : at + size_;
    }
    sums.links_inside += static_cast<uint64_t>(next - begin);
    while ((next - begin) % 4 != 0) *next++ = nobody_;
    pages_[i] = {.outside = outside,
                 // The degree is not 0: the page has at least a link into the component.
                 .share = shared_.alpha / shared_.graph.out_degree(page),
                 .y = shared_.start.empty() ? outside : shared_.start[page],
                 .change = 0,
                 .old_y = 0,
                 .old_change = 0,
                 .fours = static_cast<uint32_t>(next - begin) / 4};
    given_[i] = pages_[i].y * pages_[i].share;
  }
  std::fill_n(next, fetched_ahead(), nobody_);
  sums_[block] = sums;
  publish(block);
}

void ComponentSolver::round(uint32_t block, bool measures) {
  const bool is_near = blocks_ == 1;
  if (measures)
    is_near ? visit_pages<true, false>(block) : visit_pages<true, true>(block);
  else
    is_near ? visit_pages<false, false>(block) : visit_pages<false, true>(block);
}

template <bool kMeasures, bool kFetchesAhead>
void ComponentSolver::visit_pages(uint32_t block) {
  Sums sums;
  const uint32_t end = end_of(block);
  const uint32_t* source = sources_[block].data();
  double* const given = given_.data();
  for (uint32_t i = first_of(block); i < end; ++i) {
    Page& page = pages_[i];
    // Four sums let additions overlap, because each addition waits for the last one to its sum.
    double y = page.outside;
    double second = 0;
    double third = 0;
    double fourth = 0;
    for (uint32_t four = page.fours; four > 0; --four, source += 4) {
      if constexpr (kFetchesAhead) {
        for (int k = 0; k < 4; ++k) __builtin_prefetch(given + source[kAhead + k]);
      }
      y += given[source[0]];
      second += given[source[1]];
      third += given[source[2]];
      fourth += given[source[3]];
    }
    y += second + (third + fourth);
    const double change = y - page.y;
    sums.change += std::abs(change);
    sums.sum += y;
    if constexpr (kMeasures) {
      const double last = page.change - change;
      const double old = page.old_change - change;
      sums.last_last += last * last;
      sums.last_old += last * old;
      sums.old_old += old * old;
      sums.last_change += last * change;
      sums.old_change += old * change;
    }
    page.change = change;
    page.y = y;
    given[i] = y * page.share;
  }
  sums_[block] = sums;
}

// Returns the weights for which the mixture of the three rounds' changes has the least length.
ComponentSolver::Mixture ComponentSolver::best_mixture(const Sums& sums, bool has_old) {
  const auto weight = [](double value) { return std::clamp(value, -kMostSteps, kMostSteps); };
  const double both = sums.last_last * sums.old_old - sums.last_old * sums.last_old;
  if (has_old && both > kAlike * sums.last_last * sums.old_old) {
    return {
        .last = weight((sums.last_old * sums.old_change - sums.old_old * sums.last_change) / both),
        .old =
            weight((sums.last_old * sums.last_change - sums.last_last * sums.old_change) / both)};
  }
  if (sums.last_last > 0) return {.last = weight(-sums.last_change / sums.last_last), .old = 0};
  return {};
}

void ComponentSolver::extrapolate(uint32_t block, const Mixture& mixture) {
  for (uint32_t i = first_of(block); i < end_of(block); ++i) {
    Page& page = pages_[i];
    const double y = page.y;
    page.y += mixture.old * (page.old_y - y) - mixture.last * page.change;
    page.old_y = y;
    page.old_change = page.change;
    given_[i] = page.y * page.share;
  }
  publish(block);
}

void ComponentSolver::publish(uint32_t block) {
  if (blocks_ == 1) return;
  const auto begin = given_.begin() + first_of(block);
  std::copy(begin, given_.begin() + end_of(block), begin + size_);
}

void ComponentSolver::finish(uint32_t block) {
  for (uint32_t i = first_of(block); i < end_of(block); ++i) {
    const uint32_t page = shared_.order.page_at[begin_ + i];
    shared_.y[page] = pages_[i].y;
    shared_.given[page] = given_[i];
  }
}

ComponentOutcome ComponentSolver::solve(uint32_t component, const Workers& workers,
                                        const Watch& watch) {
  begin_ = shared_.order.component_begin[component];
  size_ = shared_.order.component_begin[component + size_t{1}] - begin_;
  if (size_ == 1) return solve_page(begin_);

  allocate();
  each_block(workers, [this](uint32_t block) { load(block); });
  const Sums loaded = total();
  ComponentOutcome outcome{.link_visits = loaded.links};
  while (true) {
    ++outcome.rounds;
    const bool extrapolates = outcome.rounds % 2 == 0 && outcome.rounds < kExtrapolated;
    each_block(workers, [&](uint32_t block) { round(block, extrapolates); });
    const Sums sums = total();
    outcome.link_visits += loaded.links_inside;
    outcome.change = sums.change;
    outcome.sum = sums.sum;
    if (watch) watch(sums.change / sums.sum);
    if (sums.change <= shared_.residual * sums.sum || outcome.rounds >= shared_.most_rounds) break;

    if (extrapolates) {
      const Mixture mixture = best_mixture(sums, outcome.rounds > 2);
      each_block(workers, [&](uint32_t block) { extrapolate(block, mixture); });
    } else if (blocks_ > 1) {
      each_block(workers, [this](uint32_t block) { publish(block); });
    }
  }
  each_block(workers, [this](uint32_t block) { finish(block); });
  return outcome;
}

}  // namespace freshet::rank
