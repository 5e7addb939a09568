#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "clock/instant.h"

// The order of what is found: how well a page's words fit, times how well its title does as a
// whole, times how important the page is, and, if asked for, times how likely our copy of it is
// current.
namespace freshet::search {

// What a word in one of these counts beside one in the body.
inline constexpr double kTitleWeight = 8;
inline constexpr double kDescriptionWeight = 3;
inline constexpr double kAddressWeight = 4;

// What a page has of one clause: how often, times the weights of the phrases.
struct ClauseCount {
  float title = 0;
  float outside = 0;  // description and address, by the weights above
  float body = 0;
};

// Of a page's parts, divided by the mean of all pages.
struct PartLengths {
  double title = 1;
  double body = 1;
};

// BM25 over the clauses (Robertson and Zaragoza, 2009, with the parts' weights before saturation,
// and normalised by length part by part). `idf` has one entry a clause.
double text_score(std::span<const ClauseCount> counts, std::span<const double> idf,
                  const PartLengths& lengths);

// How telling a clause is that `with` of `all` pages have; never negative.
double inverse_document_frequency(double with, double all);

// How much of a page's title is the query: everything wanted, one word behind the other as it was
// written, somewhere in the title, at its beginning, or from its beginning to its end.
enum class TitleFit : uint8_t { kOther, kHasIt, kBeginsWithIt, kIsIt };

// From 1 to 2. Saturation hides what the title's weight was to show: where a text has all the words
// often, to have them in the title too adds next to nothing.
double title_factor(TitleFit fit);

// Of a page's rank (mean 1, 0: not ranked): from 1 up, and with its logarithm only, since the most
// important pages have a thousand times the rank of others and are not a thousand times better.
double importance(double rank);

// Of a page in the reader's language, where the reader has named one: enough to go before pages of
// similar scores, and not more than a better title is worth.
double language_factor(bool is_readers);

// Of the probability that our copy is current; only where freshness is preferred.
double freshness_factor(double probability_current);

// The catalogue's belief (rows.h), `days` after the copy was last known to be current. A page
// without a belief: 0.
double probability_current(double belief_a, double belief_b, double days);
double days_since(const std::optional<Instant>& then, Instant now);  // 0 if it never was

}  // namespace freshet::search
