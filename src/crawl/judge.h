#pragma once

#include "crawl/options.h"
#include "fetch/outcome.h"
#include "frontier/frontier.h"
#include "store/types.h"

namespace freshet::crawl {

// What an outcome means: for the page, for its host, and for the archive. The table of faults as a
// function.
struct Judgement {
  store::VisitResult result = store::VisitResult::kUnreachable;
  bool final = true;      // the page's visit is over (else it is asked again)
  bool archived = false;  // the exchange belongs in the archive
  frontier::Settlement settlement;
};

// `attempts` counts this one. kNew stands for any content: whether it is a duplicate, or has
// changed, is for others to find out.
Judgement judge(const fetch::Outcome& outcome, int attempts, const Retry& retry,
                Duration longest_rest, Instant now);

}  // namespace freshet::crawl
