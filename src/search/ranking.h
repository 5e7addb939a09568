#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

// The order of what is found: how well a page's words fit, times how important the page is, and, if
// asked for, times how likely our copy of it is current.
namespace freshet::search {

// What a word in one of these counts beside one in the body.
inline constexpr double kTitleWeight = 8;
inline constexpr double kDescriptionWeight = 3;
inline constexpr double kAddressWeight = 4;

// What a page has of one clause, weights of phrases included.
struct ClauseCount {
  float outside = 0;  // title, description and address, by the weights above
  float body = 0;     // times in the body
};

// BM25 over the clauses (Robertson and Zaragoza, 2009, with the fields' weights before saturation
// and only the body's count normalised): `body_length` is the page's divided by the mean. `idf` has
// one entry a clause.
double text_score(std::span<const ClauseCount> counts, std::span<const double> idf,
                  double body_length);

// How telling a clause is that `with` of `all` pages have; never negative.
double inverse_document_frequency(double with, double all);

// Of a page's rank (mean 1, 0: not ranked): from 1 up, and with its logarithm only, since the most
// important pages have a thousand times the rank of others and are not a thousand times better.
double importance(double rank);

// Of the probability that our copy is current; only where freshness is preferred.
double freshness_factor(double probability_current);

// The catalogue's belief (rows.h), `days` after the copy was last known to be current. A page
// without a belief: 0.
double probability_current(double belief_a, double belief_b, double days);

}  // namespace freshet::search
