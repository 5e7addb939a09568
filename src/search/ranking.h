#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "clock/instant.h"

// The score of a match is a product of factors: the score of its words, the title factor, the
// importance of the page, the penalty for pages of links and, on request, the factors for language
// and freshness.
namespace freshet::search {

// How much a word in each of these parts counts, relative to a word in the rest of the text.
inline constexpr double kTitleWeight = 8;
inline constexpr double kHeadingWeight = 6;
inline constexpr double kAddressWeight = 4;
inline constexpr double kDescriptionWeight = 3;
inline constexpr double kBoilerplateWeight = 0.1;
// How much another form of a word counts, relative to the word itself.
inline constexpr double kStemWeight = 0.7;

// How often a clause occurs on a page. Each occurrence counts with the weight of its phrase.
struct ClauseCount {
  float title = 0;
  float outside = 0;  // in description and address, with the weights above
  float text = 0;     // in body, headings and boilerplate, with the weights above
};

// The lengths of a page's parts, divided by the mean of all pages.
struct PartLengths {
  double title = 1;
  double text = 1;
};

// BM25 over the clauses. As in BM25F (Robertson and Zaragoza, 2009), the parts of a page are
// weighted before saturation, and each is normalised by its own length. `idf` has one entry for
// each clause.
double text_score(std::span<const ClauseCount> counts, std::span<const double> idf,
                  const PartLengths& lengths);

// The inverse document frequency of a clause that `with` of `all` pages have; never negative.
double inverse_document_frequency(double with, double all);

// Whether all required words of the query occur in a page's title, one directly after the other in
// the order of the query: not at all, somewhere, at the beginning, or as the whole title.
enum class TitleFit : uint8_t { kNone, kContains, kStartsWith, kEquals };

// From 1 to 2. It is needed because of the saturation: if a text has all the words often, further
// occurrences in the title hardly change text_score(), whatever their weight.
double title_factor(TitleFit fit);

// Lowers the score of pages whose text consists mainly of links: they point to answers, but have
// none. `link_share` is the share of the text that is in links.
double link_page_factor(double link_share);

// A factor from 1 to 1.4 that grows with the logarithm of the rank (mean 1; 0: not ranked). The
// most important pages of a site are home pages and indexes, with a hundred times the rank of
// others. The factor is small so that rank decides only between pages whose words match about
// equally well.
double importance(double rank);

// The factor for a page in the user's language: enough to rank it before pages with similar scores,
// but less than a title that equals the query.
double language_factor(bool is_preferred);

// The factor for the probability that the copy is current; used only if fresh pages are preferred.
double freshness_factor(double probability_current);

// The probability that the copy is current, `days` after it was last known to be, by the belief in
// the catalogue (catalog/rows.h). 0 for a page without a belief.
double probability_current(double belief_a, double belief_b, double days);
double days_since(const std::optional<Instant>& then, Instant now);  // 0 without `then`

}  // namespace freshet::search
