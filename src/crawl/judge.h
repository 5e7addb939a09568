#pragma once

#include "crawl/options.h"
#include "fetch/outcome.h"
#include "frontier/settlement.h"
#include "store/types.h"

namespace freshet::crawl {

// What an outcome means for the page and for its host.
struct Judgement {
  store::VisitResult result = store::VisitResult::kUnreachable;
  bool final = true;  // the visit is over; else the page is requested again
  frontier::Settlement settlement;
};

// How often a page was requested.
struct Tries {
  int attempts = 1;  // this one included
  int put_off = 0;   // earlier replies with 429, or 503 and Retry-After, which are no attempts
};

// Judges an outcome. kNew stands for any content: other functions decide whether it is a duplicate
// or has changed.
Judgement judge(const fetch::Outcome& outcome, const Tries& tries, const Retry& retry,
                Duration longest_rest, Instant now);

}  // namespace freshet::crawl
