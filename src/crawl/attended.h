#pragma once

#include <utility>

#include "change/history.h"
#include "store/types.h"

namespace freshet::crawl {

// Whether it is in the collection, so that a run looks at it again.
inline bool is_attended(const store::PageState& page) {
  return page.last_success != Instant() && !page.history.empty();
}

inline change::History history_of(const store::PageState& page) {
  auto history = change::History::decode(page.history);
  return history ? std::move(*history) : change::History();
}

}  // namespace freshet::crawl
