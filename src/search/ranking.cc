#include "search/ranking.h"

#include <algorithm>
#include <cmath>

namespace freshet::search {
namespace {

constexpr double kSaturation = 3;           // k1 of BM25
constexpr double kTextNormalisation = 0.5;  // b of BM25
constexpr double kTitleNormalisation = 0.5;
constexpr double kMostImportance = 0.4;  // what the greatest rank adds
constexpr double kHalfImportance = 6;    // the logarithm of the rank that adds half of it
constexpr double kLinkShare = 0.3;  // of a page's text; from more on it counts as a page of links
constexpr double kLinkPage = 0.6;   // what a page of links alone loses
constexpr double kLeastFreshness = 0.25;
constexpr double kReadersLanguage = 1.3;

double normalised(double length, double by) {
  return 1 - by + by * length;
}

}  // namespace

double text_score(std::span<const ClauseCount> counts, std::span<const double> idf,
                  const PartLengths& lengths) {
  const double title_weight = kTitleWeight / normalised(lengths.title, kTitleNormalisation);
  const double text_weight = 1 / normalised(lengths.text, kTextNormalisation);
  double score = 0;
  for (size_t i = 0; i < counts.size(); ++i) {
    const ClauseCount& count = counts[i];
    const double weighted = title_weight * count.title + count.outside + text_weight * count.text;
    score += idf[i] * weighted / (weighted + kSaturation);
  }
  return score;
}

double inverse_document_frequency(double with, double all) {
  return std::log1p(std::max(0.0, all - with + 0.5) / (with + 0.5));
}

double title_factor(TitleFit fit) {
  switch (fit) {
    case TitleFit::kOther: return 1;
    case TitleFit::kHasIt: return 1.2;
    case TitleFit::kBeginsWithIt: return 1.25;
    case TitleFit::kIsIt: return 2;
  }
  return 1;
}

double link_page_factor(double link_share) {
  return 1 - kLinkPage * std::clamp((link_share - kLinkShare) / (1 - kLinkShare), 0.0, 1.0);
}

double importance(double rank) {
  const double log_rank = std::log1p(std::max(0.0, rank));
  return 1 + kMostImportance * log_rank / (log_rank + kHalfImportance);
}

double language_factor(bool is_readers) {
  return is_readers ? kReadersLanguage : 1;
}

double freshness_factor(double probability_current) {
  return kLeastFreshness + (1 - kLeastFreshness) * probability_current;
}

double probability_current(double belief_a, double belief_b, double days) {
  if (!(belief_b > 0)) return 0;
  return std::pow(belief_b / (belief_b + std::max(0.0, days)), belief_a);
}

double days_since(const std::optional<Instant>& then, Instant now) {
  return then ? (now - *then).in_days() : 0;
}

}  // namespace freshet::search
