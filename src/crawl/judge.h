#pragma once

#include "crawl/options.h"
#include "fetch/outcome.h"
#include "frontier/frontier.h"
#include "store/types.h"

namespace freshet::crawl {

// What an outcome means for the page and for its host. The table of faults as a
// function.
struct Judgement {
  store::VisitResult result = store::VisitResult::kUnreachable;
  bool final = true;  // the page's visit is over (else it is asked again)
  frontier::Settlement settlement;
};

// How often a page was asked for.
struct Tries {
  int attempts = 1;  // with this one
  int put_off = 0;   // before this one: the server asked to come back later, which is no attempt
};

// kNew stands for any content: whether it is a duplicate, or has changed, is for others to find
// out.
Judgement judge(const fetch::Outcome& outcome, const Tries& tries, const Retry& retry,
                Duration longest_rest, Instant now);

}  // namespace freshet::crawl
