#include "rank/compare.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "result/check.h"

namespace freshet::rank {
namespace {

std::vector<double> positions(std::span<const double> values) {
  std::vector<uint32_t> by_value(values.size());
  std::iota(by_value.begin(), by_value.end(), 0u);
  const auto rounded = [&](uint32_t i) { return static_cast<float>(values[i]); };
  std::sort(by_value.begin(), by_value.end(),
            [&](uint32_t a, uint32_t b) { return rounded(a) < rounded(b); });
  std::vector<double> positions(values.size());
  for (size_t begin = 0; begin < by_value.size();) {
    size_t end = begin + 1;
    while (end < by_value.size() && rounded(by_value[end]) == rounded(by_value[begin])) ++end;
    const double mean = static_cast<double>(begin + end - 1) / 2;
    for (; begin < end; ++begin) positions[by_value[begin]] = mean;
  }
  return positions;
}

}  // namespace

double l1_distance(std::span<const double> a, std::span<const double> b) {
  FRESHET_CHECK(a.size() == b.size(), "vectors of different graphs");
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) sum += std::abs(a[i] - b[i]);
  return sum;
}

double spearman(std::span<const double> a, std::span<const double> b) {
  FRESHET_CHECK(a.size() == b.size(), "vectors of different graphs");
  const std::vector<double> in_a = positions(a);
  const std::vector<double> in_b = positions(b);
  if (in_a == in_b) return 1;
  const double mean = static_cast<double>(a.size() - 1) / 2;
  double together = 0;
  double of_a = 0;
  double of_b = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    together += (in_a[i] - mean) * (in_b[i] - mean);
    of_a += (in_a[i] - mean) * (in_a[i] - mean);
    of_b += (in_b[i] - mean) * (in_b[i] - mean);
  }
  return of_a > 0 && of_b > 0 ? together / std::sqrt(of_a * of_b) : 0;
}

}  // namespace freshet::rank
