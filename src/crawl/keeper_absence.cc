// Pages that are not there: looked at again rarely, and in the end no part of the collection.
#include "change/history.h"
#include "crawl/attended.h"
#include "crawl/keeper.h"

namespace freshet::crawl {
namespace {

using refresh::Found;
using store::VisitResult;

// Until a page whose site cannot be asked now is thought of again.
constexpr Duration kThinkAgain = Duration::minutes(10);
constexpr int kMostPassedOver = 32;  // at one time

}  // namespace

// False if none is due that could be asked for.
bool Keeper::choose_absent(Instant now) {
  for (int i = 0; i < kMostPassedOver; ++i) {
    const auto absent = absent_.take(now);
    if (!absent) return false;
    if (const auto chosen = absent_chosen_.find(absent->key.site.value);
        chosen != absent_chosen_.end()) {
      chosen->second.push_back(*absent);
      continue;
    }
    if (!may_look_for_absent(absent->key.site, now)) {
      absent_.put_off(*absent, now + kThinkAgain);
      continue;
    }
    if (visited_in_batch_.contains(absent->key.page.value) && !commit()) {
      absent_.put_off(*absent, now + kThinkAgain);
      return false;
    }
    auto page = store_.page(absent->key);
    auto version = store_.version(absent->key);
    if (!page || !version || !*page) {
      log_.error("the state cannot be read", {{"reason", "a page that is gone"}});
      return false;
    }
    if (!is_absent(**page)) continue;  // somebody named it as a seed meanwhile
    if (is_outside(**page)) {
      absent_.put_off(*absent, now + refresh::AbsentPages::kShortest);
      continue;
    }
    absent_chosen_.try_emplace(absent->key.site.value);
    absent_owed_ = std::max(absent_owed_ - 1, 0.0);
    queue_revisit({.choice = {.key = absent->key},
                   .before = std::move(**page),
                   .remembered = version->value_or(""),
                   .absent = true},
                  now);
    return true;
  }
  return false;
}

bool Keeper::may_look_for_absent(store::SiteId site, Instant now) const {
  const auto found = sites_.find(site.value);
  return found != sites_.end() && found->second.state.in_scope && frontier_.knows(site) &&
         frontier_.free_at(site) <= now;
}

// One of a site at a time: those that waited for it are due.
void Keeper::free_absent_of(store::SiteId site, Instant now) {
  auto waited = absent_chosen_.extract(site.value);
  if (waited.empty()) return;
  for (const auto& page : waited.mapped()) absent_.put_off(page, now);
}

// It was chosen, and nothing was learned.
void Keeper::put_back(const Revisit& revisit, Instant now) {
  if (!revisit.absent) {
    refresher_->put_back(revisit.choice, now);
    return;
  }
  free_absent_of(revisit.choice.key.site, now);
  absent_.put_off(absent_of(revisit.before), now + kThinkAgain);
}

// After the visit: whose it is from now on, the policy's or not.
void Keeper::hand_back(const Revisit& revisit, const Found& found, Instant now) {
  const store::PageState& page = revisit.before;
  const bool stays = is_attended(page);
  if (revisit.absent) {
    free_absent_of(page.key.site, now);
    if (stays) refresher_->add(new_page_of(page), now);
  } else if (stays) {
    refresher_->weighs(page.key.page, weight_of(page));
    refresher_->visited(revisit.choice, found, now);
  } else {
    refresher_->leave(revisit.choice, now);
    log_.info("a page has left the collection", {{"url", page.url}});
  }
  if (stays) return;
  refresh::AbsentPages::Absent absent = absent_of(page);
  absent.last_visit = now;  // also of one that was not asked for, since it must not be
  absent_.put(absent);
}

// Whether this page is gone, or its whole site fails.
void Keeper::learn_of_presence(Revisit& revisit, Judgement& judgement, Instant now) {
  const store::PageState& page = revisit.before;
  const bool is_gone =
      judgement.result == VisitResult::kGone || judgement.result == VisitResult::kSoftGone;
  const bool is_there = judgement.result == VisitResult::kNew ||
                        judgement.result == VisitResult::kUnchanged ||
                        judgement.result == VisitResult::kRedirected;
  SitePresence& presence = memory_of(sites_.at(page.key.site.value)).presence;
  if (is_there || (is_gone && !revisit.absent)) {
    presence.saw(page.key.page, is_there, page.gone_since == Instant(), now);
  }
  if (!is_gone || revisit.absent || !presence.is_failing(now)) return;
  revisit.site_is_gone = true;
  judgement.settlement.host_failed = true;
}

bool Keeper::leaves(const store::PageState& page, const change::History& history,
                    Instant now) const {
  const Leaving& rule = options_.leaving;
  return history.absence().visits >= rule.visits && now - page.gone_since >= rule.after;
}

void Keeper::hear_of_absent(const Candidate& candidate, Instant now) {
  if (absent_.empty()) return;
  const bool has_date = candidate.date != Instant();
  const auto date = has_date ? std::optional(candidate.date) : std::nullopt;
  if (absent_.heard_of(candidate.key.page, date, now)) nothing_to_revisit_until_ = Instant();
}

void Keeper::count_standing(const store::PageState& page, int by) {
  if (is_gone(page)) gone_ += by;
  if (page.left != Instant()) left_ += by;
}

}  // namespace freshet::crawl
