// What visits came to, as it is kept of each page and told of the collection.
#include "crawl/attended.h"
#include "crawl/keeper.h"
#include "crawl/visit_notes.h"

namespace freshet::crawl {
using refresh::Found;

void Keeper::note_visit(store::PageState& page, const Found& found, const Completed& completed,
                        Instant seen_before) {
  const Reading* reading = completed.reading ? &*completed.reading : nullptr;
  auto change = note_revisit(page, found, {completed.at, reading}, options_.leaving);
  if (!change) return;
  change->in_rewrite = refresher_->was_rewritten(page.key.page, seen_before, change->at);
  batch_.changes.push_back(*change);
}

// The policy hears of a visit as it most probably was, and of the page anew when doubts about its
// changes are settled.
void Keeper::tell_policy(const Revisit& revisit, const Found& found, const Completed& completed,
                         Instant now) {
  DoubtfulChanges& doubtful = sites_.at(revisit.before.key.site.value).doubtful;
  Found told = found;
  // What a visit that failed was answered says nothing of the page.
  const bool says_something = completed.reading && found.kind != Found::Kind::kFailed;
  const change::VolatileMask::Doubts doubts =
      says_something ? completed.reading->doubts : change::VolatileMask::Doubts{};
  doubtful.settled(doubts.retracted, doubts.confirmed);
  if (found.kind == Found::Kind::kChanged && doubts.is_doubtful && doubtful.is_told_as_same()) {
    told.kind = Found::Kind::kSame;
  }
  hand_back(revisit, told, now);
  const bool was_told_wrongly =
      doubts.retracted > 0 || (doubts.confirmed > 0 && doubtful.share_of_noise() > 0);
  if (!was_told_wrongly) return;
  const change::History::Sums sums = history_of(revisit.before).sums(completed.at);
  refresher_->relearn(new_page_of(revisit.before), {.changes = sums.changes, .days = sums.exposure},
                      now);
}

refresh::Refresher::NewPage Keeper::new_page_of(const store::PageState& page) const {
  return {.key = page.key,
          .url = page.url,
          .weight = weight_of(page),
          .size = static_cast<uint32_t>(page.size),
          .is_listing = page.sitemap,
          .listed_on = page.listed_on ? std::optional(page.listed_on->page) : std::nullopt};
}

// The first visit to a page is over. In a run without end it is looked at again from now on; what
// it takes for that is kept by any crawl.
void Keeper::begin_attending(store::PageState& page, const Completed& completed, Instant now) {
  const Reading* reading = completed.reading ? &*completed.reading : nullptr;
  const auto change = note_first_visit(page, {completed.at, reading});
  if (!refresher_) return;
  visited_in_batch_.insert(page.key.page.value);
  if (!change) {
    absent_.put(absent_of(page));
    return;
  }
  SiteEntry& entry = sites_.at(page.key.site.value);
  if (entry.wall_watch) entry.wall_watch->take_in(page.key);
  batch_.versions.emplace_back(page.key, completed.reading->version);
  batch_.changes.push_back(*change);
  // To the policy, a time before what it was told last is a clock that was set back.
  refresher_->add(new_page_of(page), now);
}

}  // namespace freshet::crawl
