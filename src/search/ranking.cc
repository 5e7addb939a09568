#include "search/ranking.h"

#include <algorithm>
#include <cmath>

namespace freshet::search {
namespace {

constexpr double kSaturation = 1.2;            // k1 of BM25
constexpr double kLengthNormalisation = 0.75;  // b of BM25
constexpr double kImportance = 0.3;
constexpr double kLeastFreshness = 0.25;

}  // namespace

double text_score(std::span<const ClauseCount> counts, std::span<const double> idf,
                  double body_length) {
  const double length = 1 - kLengthNormalisation + kLengthNormalisation * body_length;
  double score = 0;
  for (size_t i = 0; i < counts.size(); ++i) {
    const double count = counts[i].outside + counts[i].body / length;
    score += idf[i] * count / (count + kSaturation);
  }
  return score;
}

double inverse_document_frequency(double with, double all) {
  return std::log1p(std::max(0.0, all - with + 0.5) / (with + 0.5));
}

double importance(double rank) {
  return 1 + kImportance * std::log1p(std::max(0.0, rank));
}

double freshness_factor(double probability_current) {
  return kLeastFreshness + (1 - kLeastFreshness) * probability_current;
}

double probability_current(double belief_a, double belief_b, double days) {
  if (!(belief_b > 0)) return 0;
  return std::pow(belief_b / (belief_b + std::max(0.0, days)), belief_a);
}

}  // namespace freshet::search
