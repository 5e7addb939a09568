#include "rank/power.h"

#include <algorithm>

namespace freshet::rank {
namespace {

constexpr uint32_t kPiecePages = 1 << 14;

}  // namespace

std::vector<double> power_rounds(const Graph& graph, double alpha, uint32_t rounds,
                                 Workers& workers) {
  const uint32_t pages = graph.pages();
  if (pages == 0) return {};
  std::vector<double> rank(pages, 1.0 / pages);
  std::vector<double> given(pages);
  const size_t pieces = (pages + kPiecePages - 1) / kPiecePages;
  std::vector<double> dangling(pieces);
  const auto each_page = [&](size_t piece, const auto& page) {
    const auto begin = static_cast<uint32_t>(piece * kPiecePages);
    for (uint32_t p = begin; p < std::min(pages, begin + kPiecePages); ++p) page(p);
  };
  for (uint32_t round = 0; round < rounds; ++round) {
    workers.each(pieces, [&](size_t piece) {
      dangling[piece] = 0;
      each_page(piece, [&](uint32_t page) {
        const uint32_t degree = graph.out_degree(page);
        if (degree == 0)
          dangling[piece] += rank[page];
        else
          given[page] = alpha * rank[page] / degree;
      });
    });
    double everywhere = 0;
    for (const double one : dangling) everywhere += one;
    everywhere = (1 - alpha + alpha * everywhere) / pages;
    workers.each(pieces, [&](size_t piece) {
      each_page(piece, [&](uint32_t page) {
        double sum = everywhere;
        for (const uint32_t source : graph.sources_of(page)) sum += given[source];
        rank[page] = sum;
      });
    });
  }
  return rank;
}

}  // namespace freshet::rank
