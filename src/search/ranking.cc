#include "search/ranking.h"

#include <algorithm>
#include <cmath>

namespace freshet::search {
namespace {

constexpr double kSaturation = 3;           // k1 of BM25
constexpr double kTextNormalisation = 0.5;  // b of BM25
constexpr double kTitleNormalisation = 0.5;
constexpr double kMaxImportance = 0.4;    // the limit of what rank adds to the factor
constexpr double kHalfImportance = 6;     // the logarithm of the rank that adds half of it
constexpr double kFreeLinkShare = 0.3;    // share of a page's text in links that costs nothing
constexpr double kLinkPagePenalty = 0.6;  // what a page loses that consists only of links
constexpr double kMinFreshness = 0.25;
constexpr double kPreferredLanguage = 1.3;

double normalised(double length, double strength) {
  return 1 - strength + strength * length;
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
    case TitleFit::kNone: return 1;
    case TitleFit::kContains: return 1.2;
    case TitleFit::kStartsWith: return 1.25;
    case TitleFit::kEquals: return 2;
  }
  return 1;
}

double link_page_factor(double link_share) {
  return 1 - kLinkPagePenalty *
                 std::clamp((link_share - kFreeLinkShare) / (1 - kFreeLinkShare), 0.0, 1.0);
}

double importance(double rank) {
  const double log_rank = std::log1p(std::max(0.0, rank));
  return 1 + kMaxImportance * log_rank / (log_rank + kHalfImportance);
}

double language_factor(bool is_preferred) {
  return is_preferred ? kPreferredLanguage : 1;
}

double freshness_factor(double probability_current) {
  return kMinFreshness + (1 - kMinFreshness) * probability_current;
}

double probability_current(double belief_a, double belief_b, double days) {
  if (!(belief_b > 0)) return 0;
  return std::pow(belief_b / (belief_b + std::max(0.0, days)), belief_a);
}

double days_since(const std::optional<Instant>& then, Instant now) {
  return then ? (now - *then).in_days() : 0;
}

}  // namespace freshet::search
