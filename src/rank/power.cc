#include "rank/power.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace freshet::rank {
namespace {

constexpr uint32_t kPiecePages = 1 << 14;

class PowerIteration {
 public:
  PowerIteration(const Graph& graph, double alpha, std::vector<double> start,
                 const Workers& workers)
      : graph_(graph),
        alpha_(alpha),
        workers_(workers),
        rank_(std::move(start)),
        given_(graph.pages()),
        sum_((graph.pages() + kPiecePages - 1) / kPiecePages) {}

  // Returns the sum of changes.
  double round() {
    const double dangling = sum_of_pages([this](uint32_t page) {
      const uint32_t degree = graph_.out_degree(page);
      if (degree == 0) return rank_[page];
      given_[page] = alpha_ * rank_[page] / degree;
      return 0.0;
    });
    const double everywhere = (1 - alpha_ + alpha_ * dangling) / graph_.pages();
    return sum_of_pages([this, everywhere](uint32_t page) {
      double sum = everywhere;
      for (const uint32_t source : graph_.sources_of(page)) sum += given_[source];
      return std::abs(sum - std::exchange(rank_[page], sum));
    });
  }

  std::vector<double> ranks() && { return std::move(rank_); }

 private:
  template <typename Value>
  double sum_of_pages(const Value& value) {
    each_piece(workers_, sum_.size(), [&](size_t piece) {
      const auto begin = static_cast<uint32_t>(piece * kPiecePages);
      const uint32_t end = std::min(graph_.pages(), begin + kPiecePages);
      double sum = 0;
      for (uint32_t page = begin; page < end; ++page) sum += value(page);
      sum_[piece] = sum;
    });
    double sum = 0;
    for (const double one : sum_) sum += one;
    return sum;
  }

  const Graph& graph_;
  const double alpha_;
  const Workers workers_;
  std::vector<double> rank_;
  std::vector<double> given_;
  std::vector<double> sum_;  // by piece
};

}  // namespace

std::vector<double> power_rounds(const Graph& graph, double alpha, uint32_t rounds,
                                 const Workers& workers) {
  const uint32_t pages = graph.pages();
  if (pages == 0) return {};
  PowerIteration iteration(graph, alpha, std::vector<double>(pages, 1.0 / pages), workers);
  for (uint32_t round = 0; round < rounds; ++round) iteration.round();
  return std::move(iteration).ranks();
}

uint32_t power_rounds_to(const Graph& graph, double alpha, double residual,
                         std::span<const double> start, const Workers& workers) {
  FRESHET_CHECK(start.size() == graph.pages(), "not one value for each page");
  if (graph.pages() == 0) return 0;
  PowerIteration iteration(graph, alpha, {start.begin(), start.end()}, workers);
  uint32_t rounds = 1;
  while (iteration.round() > residual && rounds < kMostPowerRounds) ++rounds;
  return rounds;
}

}  // namespace freshet::rank
