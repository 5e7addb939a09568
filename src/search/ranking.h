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

// What a word in one of these counts beside one in the rest of the text.
inline constexpr double kTitleWeight = 8;
inline constexpr double kHeadingWeight = 6;
inline constexpr double kAddressWeight = 4;
inline constexpr double kDescriptionWeight = 3;
inline constexpr double kBoilerplateWeight = 0.1;
// What another form of a word counts beside the word itself.
inline constexpr double kStemWeight = 0.7;

// What a page has of one clause: how often, times the weights of the phrases.
struct ClauseCount {
  float title = 0;
  float outside = 0;  // description and address, by the weights above
  float text = 0;     // with headings and boilerplate, by the weights above
};

// Of a page's parts, divided by the mean of all pages.
struct PartLengths {
  double title = 1;
  double text = 1;
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

// Of the share of a page's text that is links: a page of links says where something is, not what.
double link_page_factor(double link_share);

// Of a page's rank (mean 1, 0: not ranked): from 1 to 1.4, by its logarithm. The most important
// pages of a site have a hundred times the rank of others, and are home pages and indexes: rank is
// to decide between pages whose words fit about as well, not more.
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
