#include "crawl/known_pages.h"

#include "collection/page_date.h"
#include "collection/page_status.h"
#include "collection/replay.h"

namespace freshet::crawl {

Status KnownPages::begin(collection::Importance importance, const refresh::RefreshOptions& refresh,
                         Instant now, const std::function<void(const store::PageState&)>& each) {
  refresher_.emplace(refresh);
  importance_ = importance;
  if (importance_ == collection::Importance::kLinks) {
    auto in_links = collection::count_in_links(store_);
    if (!in_links) return Unexpected(in_links.error());
    in_links_ = std::move(*in_links);
  }
  const auto recall = [&](const store::PageState& page) {
    if (collection::is_absent(page)) absent_.put(collection::absent_of(page));
    each(page);
  };
  return collection::replay_collection(store_, {importance_, in_links_if_any(), now, recall},
                                       *refresher_);
}

double KnownPages::weight_of(const store::PageState& page) const {
  const uint32_t in_links = in_links_ ? in_links_->to(page.key.page) : 0;
  return collection::weight_of(page, importance_, in_links);
}

refresh::Refresher::NewPage KnownPages::new_page_of(const store::PageState& page) const {
  return {.key = page.key,
          .url = page.url,
          .weight = weight_of(page),
          .size = static_cast<uint32_t>(page.size),
          .is_listing = page.sitemap,
          .listed_on = page.listed_on ? std::optional(page.listed_on->page) : std::nullopt};
}

void KnownPages::add(const store::PageState& page, Instant now) {
  if (refresher_) refresher_->add(new_page_of(page), now);
}

void KnownPages::add_absent(const store::PageState& page) {
  if (refresher_) absent_.put(collection::absent_of(page));
}

void KnownPages::count_links(const store::PageLinks& links, bool is_first_visit) {
  if (!in_links_) return;
  // If the page was visited before, the store has the links that are counted.
  if (!is_first_visit) {
    const auto before = store_.links(links.from);
    if (before && *before) in_links_->remove(**before);
  }
  in_links_->add(links);
}

void KnownPages::named(const Candidate& candidate, Instant now) {
  if (absent_.empty()) return;
  const bool has_date = candidate.date && !collection::is_impossible(*candidate.date, now);
  const auto date = has_date ? candidate.date : std::nullopt;
  if (absent_.bring_forward(candidate.key.page, date, now)) has_news_ = true;
}

void KnownPages::apply_announcements(const store::PageState& listing, const Candidates& candidates,
                                     Instant now) {
  for (size_t i = 0; i < candidates.size(); ++i) {
    const Candidate candidate = candidates[i];
    const bool is_of_its_site = candidate.key.site == listing.key.site;
    if (!candidate.date || collection::is_impossible(*candidate.date, now) || !is_of_its_site) {
      continue;
    }
    refresher_->announced(candidate.key.page, *candidate.date, now);
  }
}

bool KnownPages::ping(store::PageId page, Instant changed, Instant now) {
  has_news_ = true;
  if (absent_.due(page)) {
    absent_.bring_forward(page, changed, now);
    return true;
  }
  if (!refresher_->knows(page)) return false;
  refresher_->pinged(page, changed, now);
  return true;
}

void KnownPages::fit_to_scope(const std::function<bool(store::SiteId)>& is_in_scope, Instant now) {
  if (refresher_) refresher_->restrict_to(is_in_scope, now);
}

void KnownPages::rest(store::SiteId site, Instant until) {
  if (refresher_) refresher_->rest(site, until);
}

void KnownPages::put_back(const Revisit& revisit, Instant now) {
  // Delay until a page whose site cannot be requested now is tried again.
  constexpr Duration kRetryDelay = Duration::minutes(10);
  if (!revisit.absent) {
    refresher_->requeue(revisit.choice, now);
    return;
  }
  absent_.end_visit(revisit.choice.key.site, now);
  absent_.postpone(collection::absent_of(revisit.before), now + kRetryDelay);
}

void KnownPages::set_aside(const Revisit& revisit, Instant now) {
  if (revisit.absent)
    put_back(revisit, now);
  else
    refresher_->set_aside(revisit.choice);
}

bool KnownPages::finish(const Revisit& revisit, const store::PageState& page,
                        const refresh::Found& found, Instant now) {
  const bool stays = collection::is_in_collection(page);
  if (revisit.absent) {
    absent_.end_visit(page.key.site, now);
    if (stays) refresher_->add(new_page_of(page), now);
  } else if (stays) {
    refresher_->set_weight(page.key.page, weight_of(page));
    refresher_->visited(revisit.choice, found, now);
  } else {
    refresher_->remove(revisit.choice, now);
  }
  if (stays) return false;
  refresh::AbsentPages::Absent absent = collection::absent_of(page);
  absent.last_visit = now;  // also if it was not requested because it must not be
  absent_.put(absent);
  return !revisit.absent;
}

void KnownPages::relearn(const store::PageState& page, Instant now) {
  refresher_->relearn(new_page_of(page), collection::history_of(page).summary(), now);
}

bool KnownPages::withdraw_content(const store::PageState& page, Instant now) {
  if (!refresher_) return false;
  const auto choice = refresher_->choose(page.key.page, now);
  if (!choice) return false;
  refresher_->remove(*choice, now);
  absent_.put(collection::absent_of(page));
  return true;
}

}  // namespace freshet::crawl
