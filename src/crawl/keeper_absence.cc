// Pages that are not there: looked at again rarely, and in the end no part of the collection.
#include "crawl/attended.h"
#include "crawl/keeper.h"
#include "crawl/page_date.h"

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
    if (absent_.waits_for_another(*absent)) continue;
    if (!may_look_for_absent(absent->key.site, now)) {
      absent_.put_off(*absent, now + kThinkAgain);
      continue;
    }
    auto revisit = look_up({.key = absent->key});
    if (!revisit) {
      absent_.put_off(*absent, now + kThinkAgain);
      return false;
    }
    const bool is_still_absent = *revisit && is_absent((*revisit)->before);
    if (!is_still_absent) continue;  // somebody named it as a seed meanwhile
    if (is_outside((*revisit)->before)) {
      absent_.put_off(*absent, now + refresh::AbsentPages::kShortest);
      continue;
    }
    absent_.begin_visit(*absent);
    (*revisit)->absent = true;
    queue_revisit(std::move(**revisit), now);
    return true;
  }
  return false;
}

bool Keeper::may_look_for_absent(store::SiteId site, Instant now) const {
  const auto found = sites_.find(site.value);
  return found != sites_.end() && found->second.state.in_scope && frontier_.knows(site) &&
         frontier_.free_at(site) <= now;
}

// It was chosen, and nothing was learned.
void Keeper::put_back(const Revisit& revisit, Instant now) {
  if (!revisit.absent) {
    refresher_->put_back(revisit.choice, now);
    return;
  }
  absent_.end_visit(revisit.choice.key.site, now);
  absent_.put_off(absent_of(revisit.before), now + kThinkAgain);
}

// After the visit: whose it is from now on, the policy's or not.
void Keeper::hand_back(const Revisit& revisit, const Found& found, Instant now) {
  const store::PageState& page = revisit.before;
  const bool stays = is_attended(page);
  if (revisit.absent) {
    absent_.end_visit(page.key.site, now);
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
  SitePresence& presence = sites_.at(page.key.site.value).remembered().presence;
  if (is_there || (is_gone && !revisit.absent)) {
    presence.saw(page.key.page, is_there, page.gone_since == Instant(), now);
  }
  if (!is_gone || revisit.absent || !presence.is_failing(now)) return;
  revisit.site_is_gone = true;
  judgement.settlement.host_failed = true;
}

void Keeper::hear_of_absent(const Candidate& candidate, Instant now) {
  if (absent_.empty()) return;
  const bool has_date = candidate.date != Instant() && !is_impossible(candidate.date, now);
  const auto date = has_date ? std::optional(candidate.date) : std::nullopt;
  if (absent_.heard_of(candidate.key.page, date, now)) nothing_to_revisit_until_ = Instant();
}

}  // namespace freshet::crawl
