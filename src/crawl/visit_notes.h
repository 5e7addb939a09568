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

// What visits leave in the state of a page. The same in a crawl and when a state is rebuilt from
// the archive.
namespace freshet::crawl {

struct VisitNote {
  Instant at;
  const Reading* reading = nullptr;  // nullptr: there was no reply
};

// The first visit to a page, of which the result and what was read are filled in: begins its
// history. Gives the change that it is to the collection; nothing if the page had no content.
std::optional<store::Change> note_first_visit(store::PageState& page, const VisitNote& note);

// A later visit: continues the history, and finds out whether the page is gone, back, or leaves the
// collection.
std::optional<store::Change> note_revisit(store::PageState& page, const refresh::Found& found,
                                          const VisitNote& note, const Leaving& leaving);

// Fills in what a reply with this status says of its page.
void take_reading(store::PageState& page, const Reading& reading, int status);

// Whether only a part came of a page of which we have the whole. A part says nothing of the rest:
// it never takes the place of a whole copy.
bool is_part_of_whole(const store::PageState& before, const Reading& reading);

// The dates that a sitemap or feed gives for pages of its own site that are known. A sitemap that
// gives its pages the time of now, or all of them the same, says when it was made, not when they
// changed: then there are none.
std::vector<std::pair<store::PageKey, Instant>> believable_dates(
    const store::PageState& listing, const Candidates& candidates,
    const std::function<bool(store::PageId)>& is_met, Instant now);

}  // namespace freshet::crawl
