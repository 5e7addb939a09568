#pragma once

#include <utility>

#include "change/history.h"
#include "refresh/absent_pages.h"
#include "store/types.h"

namespace freshet::collection {

// Returns whether the page is in the collection; the policy then chooses its visits.
inline bool is_in_collection(const store::PageState& page) {
  return page.last_success && !page.history.empty() && !page.left;
}

// Returns whether the page was visited and is not in the collection; it is then revisited rarely.
inline bool is_absent(const store::PageState& page) {
  return page.last_visit && page.next_visit == Instant::never() && !is_in_collection(page);
}

// Returns false if the page was gone, redirected or a soft 404 at its last visit.
inline bool is_there(const store::PageState& page) {
  return page.result != store::VisitResult::kGone && page.result != store::VisitResult::kSoftGone &&
         page.result != store::VisitResult::kRedirected;
}

inline bool is_gone(const store::PageState& page) {
  return is_in_collection(page) && page.gone_since;
}

inline refresh::AbsentPages::Absent absent_of(const store::PageState& page) {
  return {.key = page.key,
          .since = page.gone_since.value_or(page.first_seen),
          .last_visit = page.last_visit.value_or(Instant())};
}

inline change::History history_of(const store::PageState& page) {
  auto history = change::History::decode(page.history);
  return history ? std::move(*history) : change::History();
}

}  // namespace freshet::collection
