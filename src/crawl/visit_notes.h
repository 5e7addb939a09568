#pragma once

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "crawl/candidates.h"
#include "crawl/options.h"
#include "crawl/reading.h"
#include "refresh/refresher.h"
#include "store/types.h"

// Updates of a page's state after a visit, shared by a crawl and the recovery from the archive.
namespace freshet::crawl {

struct VisitNote {
  Instant at;
  const Reading* reading = nullptr;  // nullptr: there was no reply
};

// Begins the history of a page after its first visit. `page` already has the result and the
// reading. Returns the change of the collection; nothing if the page had no content.
std::optional<store::Change> note_first_visit(store::PageState& page, const VisitNote& note);

// Continues the history of a page after a later visit, and decides whether the page is gone, back,
// or leaves the collection.
std::optional<store::Change> note_revisit(store::PageState& page, const refresh::Found& found,
                                          const VisitNote& note,
                                          const collection::Leaving& leaving);

// Copies the data of a reply with this status to the page.
void take_reading(store::PageState& page, const Reading& reading, int status);

// Returns whether the reply is only a part of a page of which we have a whole copy. A part never
// replaces a whole copy.
bool is_part_of_whole(const store::PageState& before, const Reading& reading);

// Returns the dates that a sitemap or feed gives for known pages of its own site. If all dates are
// equal, or a date is the current time, they tell when the sitemap was made and not when pages
// changed, and are left out.
std::vector<std::pair<store::PageKey, Instant>> plausible_dates(
    const store::PageState& listing, const Candidates& candidates,
    const std::function<bool(store::PageId)>& is_admitted, Instant now);

}  // namespace freshet::crawl
