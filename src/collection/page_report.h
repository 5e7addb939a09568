#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "change/history.h"
#include "clock/instant.h"
#include "collection/obstacle.h"
#include "collection/page_date.h"
#include "collection/page_weight.h"
#include "store/types.h"

namespace freshet::collection {

// The status of a URL in the collection.
enum class Standing : uint8_t {
  // Of pages, i.e. URLs that were admitted.
  kKept,        // it is in the collection
  kLeft,        // it was in the collection, and left because it was gone
  kWaiting,     // for its first visit
  kVisited,     // without content: it is not in the collection
  kDisallowed,  // by robots.txt
  // Of URLs that are not pages: why.
  kOutsideScope,
  kExcludedByPattern,
  kTooDeep,
  kTrap,
  kSiteBudget,
  kNofollow,
  kSimilarPages,
  kTooManyRedirects,
  kBadPort,
  kSameItem,    // by its key in a recipe, it is the item of another page
  kAlias,       // its site is an alias of another, whose page with this path stands for it
  kAdmissible,  // it was refused earlier, and would be admitted now
  kLinked,      // a page links to it; the reason for refusing it was not recorded
  kNeverSeen,
};
inline constexpr Standing kLastStanding = Standing::kNeverSeen;
std::string_view name_of(Standing standing);  // "outside_scope"

struct PageReport {
  std::string url;  // canonical
  Instant at;
  Standing standing = Standing::kNeverSeen;
  std::string words;
  std::optional<store::PageState> page;
  std::string duplicate_of;  // URL
  std::string archived_in;   // file name
  PageDate date;             // of the page's last change
  std::vector<change::Visit> visits;
  change::History::Totals totals;
  std::optional<double> probability_current;
  std::optional<Duration> expected_age;
  std::string belief;  // estimates, value and cost, in a sentence
  struct Weight {
    double value = 1;
    WeightSource from = WeightSource::kEqual;
    uint32_t in_links = 0;
  };
  std::optional<Weight> weight;     // relative to other pages
  std::optional<store::Item> item;  // what a recipe extracted from the page
  struct Robots {
    bool allowed = true;
    int line = 0;
    std::string text;  // of the line
  };
  std::optional<Robots> robots;
  // Of a URL that is not a page: where it was found.
  struct Found {
    std::string on;  // URL of the page with the link; empty: none, or not known any more
    std::optional<uint16_t> depth;
    std::optional<Instant> at;
    std::string reason;  // why it was not admitted then; empty: not recorded
  };
  std::optional<Found> found;
  Obstacle obstacle;
  std::optional<Instant> next_visit;  // expected under present conditions, if it can be predicted
  // When a page that is gone leaves the collection, if it is still gone then.
  std::optional<Instant> leaves_after;
};

}  // namespace freshet::collection
