// Pages that are known: asked for again, compared, and told to the policy.
#include <algorithm>

#include "crawl/keeper.h"
#include "crawl/packing.h"
#include "crawl/page_date.h"
#include "crawl/result_names.h"
#include "crawl/visit_notes.h"
#include "http/date.h"

namespace freshet::crawl {
namespace {

using refresh::Found;
using store::VisitResult;

http::Validators validators_of(const store::PageState& page) {
  return {.etag = page.etag,
          .last_modified = http::parse_http_date(page.last_modified),
          .last_modified_text = page.last_modified};
}

// A date has whole seconds: content that was made in the second before it was fetched may have been
// made anew in the same second, and the date would not tell (RFC 9110, 8.8.2.2).
bool is_too_young(const store::PageState& page, const http::Validators& validators) {
  constexpr Duration kTooYoung = Duration::seconds(2);
  return validators.etag.empty() && validators.last_modified &&
         *validators.last_modified + kTooYoung > page.last_success;
}

}  // namespace

void Keeper::ask_again(Assignment& assignment, const frontier::Queued& queued) {
  const Revisit& revisit = revisits_.of(queued.key.page);
  const store::PageState& before = revisit.before;
  assignment.before = std::make_shared<Before>(Before{.at = before.last_success,
                                                      .content = before.content,
                                                      .simhash = before.simhash,
                                                      .version = revisit.version});
  if (revisit.choice.audit || revisit.quick || before.last_success == Instant()) return;
  const http::Validators validators = validators_of(before);
  // Of what the archive has lost, the body is wanted.
  if (is_too_young(before, validators) || lost_files_.contains(before.archived.file)) return;
  SiteEntry& entry = sites_.at(queued.key.site.value);
  for (const auto& [name, value] : entry.remembered().conditions.headers(validators)) {
    assignment.headers.emplace_back(name, value);
  }
}

void Keeper::on_revisited(Outstanding outstanding, const Completed& completed, Instant now) {
  const frontier::Queued& queued = outstanding.lease->page();
  Retry once = options_.retry;
  once.attempts = 1;  // when to try again is the policy's to say
  Judgement judgement = judge(completed.outcome, {}, once, options_.politeness.longest_rest, now);
  SiteEntry& entry = sites_.at(outstanding.site.value);
  touch(entry);
  judge_wall(queued, &revisits_.of(queued.key.page).before, completed, {}, judgement, now);
  const bool is_blocked = judgement.result == VisitResult::kBlocked;
  const auto soft = is_blocked
                        ? Soft404::kNo
                        : soft_404(queued, &revisits_.of(queued.key.page).before, completed, now);
  if (soft == Soft404::kYes) judgement.result = VisitResult::kSoftGone;
  const bool is_success = judgement.result == VisitResult::kNew;
  if (is_success && is_part_of_whole(revisits_.of(queued.key.page).before, *completed.reading)) {
    judgement.result = VisitResult::kBrokenOff;
  }
  const bool must_wait =
      !judgement.final || soft == Soft404::kAskFirst || (completed.packed && !has_room());
  Revisit revisit = *revisits_.take(queued.key.page);
  if (must_wait) {
    // Not into the queue, where others would wait behind it: the policy has it again.
    put_back(revisit, now);
    frontier::Settlement settlement = judgement.settlement;
    settlement.page = frontier::Settlement::Page::kDone;
    settle(std::move(*outstanding.lease), settlement, now);
    return;
  }
  const Instant was_due = revisit.before.next_visit;
  const Instant seen_before = revisit.before.last_success;
  const http::Validators validators = validators_of(revisit.before);
  count_standing(revisit.before, -1);
  keep_before_wall(revisit, completed.at);
  learn_of_presence(revisit, judgement, now);
  const Found found = take_in(revisit, judgement, completed, now);
  learn_of_host(revisit.choice, validators, completed, found);
  note_visit(revisit.before, found, completed, seen_before);
  count_standing(revisit.before, 1);
  tell_policy(revisit, found, completed, now);
  if (revisit.quick) entry.quick.ended(completed.reading && completed.reading->proves_noise);
  visited_in_batch_.insert(queued.key.page.value);
  if (completed.reading && completed.reading->needs_quick_visit && !revisit.quick && !is_blocked) {
    visit_quickly(revisit.before, completed.reading->version, now);
  }
  batch_.visited.push_back({std::move(revisit.before), was_due});
  settle(std::move(*outstanding.lease), judgement.settlement, now);
}

// A second visit as soon as politeness and the budget allow, which tells what of the page differs
// at every visit from what was edited.
void Keeper::visit_quickly(const store::PageState& page, const std::string& version, Instant now) {
  if (!refresher_->knows(page.key.page) || !sites_.at(page.key.site.value).quick.allow()) return;
  const auto choice = refresher_->choose(page.key.page, now);
  if (!choice) return;
  queue_revisit({.choice = *choice, .before = page, .version = version, .quick = true}, now);
}

// The page's state becomes what the visit showed; what it did not show stays.
Found Keeper::take_in(Revisit& revisit, const Judgement& judgement, const Completed& completed,
                      Instant now) {
  store::PageState& page = revisit.before;
  page.last_visit = completed.at;
  page.result = judgement.result;
  const auto* reply = std::get_if<fetch::Reply>(&completed.outcome);
  if (reply != nullptr) page.http_status = static_cast<uint16_t>(reply->status);
  Found found{.kind = Found::Kind::kFailed, .size = static_cast<uint32_t>(page.size)};
  switch (judgement.result) {
    case VisitResult::kUnchanged:
      found.kind = Found::Kind::kSame;
      page.last_success = completed.at;
      archive_again(page, completed);
      break;
    case VisitResult::kNew: {
      found.kind = completed.reading->same ? Found::Kind::kSame : Found::Kind::kChanged;
      found.size = static_cast<uint32_t>(completed.reading->size);
      found.last_modified = completed.reading->validators.last_modified;
      take_in_content(page, completed, now);
      batch_.versions.emplace_back(page.key, completed.reading->version);
      break;
    }
    case VisitResult::kRedirected:
      if (completed.reading->redirect) page.redirect_to = *completed.reading->redirect;
      found.kind = Found::Kind::kGone;
      if (completed.packed) archive_visit(page, completed);
      follow(page, *completed.reading, completed.at);
      break;
    case VisitResult::kGone:
    case VisitResult::kSoftGone:
      found.kind = revisit.site_is_gone ? Found::Kind::kFailed : Found::Kind::kGone;
      if (completed.packed) archive_visit(page, completed);
      break;
    case VisitResult::kBrokenOff: archive_apart(completed, ""); break;
    case VisitResult::kBlocked: archive_apart(completed, kBlockedVerdict); break;
    default: break;
  }
  const bool failed = found.kind == Found::Kind::kFailed || found.kind == Found::Kind::kGone;
  page.failures = failed ? static_cast<uint8_t>(std::min(page.failures + 1, 255)) : 0;
  // Counted as first visits are: what is gone or has moved is no error.
  const std::string_view outcome = found.kind == Found::Kind::kSame      ? "unchanged"
                                   : found.kind == Found::Kind::kChanged ? "changed"
                                   : revisit.site_is_gone                ? "site_gone"
                                   : reply != nullptr                    ? name_of(page.result)
                                                      : fetch::name(completed.outcome);
  count(outcome);
  if (found.kind == Found::Kind::kFailed) count_error(outcome);
  return found;
}

void Keeper::take_in_content(store::PageState& page, const Completed& completed, Instant now) {
  const Reading& reading = *completed.reading;
  const bool same = reading.same;
  const Instant last_change = page.last_change;
  const bool is_archived = has_in_archive(page, reading);
  const bool was_duplicate = page.duplicate_of.has_value();
  page.duplicate_of.reset();
  page.result = VisitResult::kNew;
  record_content(page, completed);
  if (page.result == VisitResult::kNew) {
    page.result = same ? VisitResult::kUnchanged : VisitResult::kChanged;
  }
  if (same) page.last_change = last_change;
  if (page.duplicate_of && was_duplicate) --progress_.duplicates;  // it was counted
  if (is_archived && !page.duplicate_of)
    archive_again(page, completed);
  else if (completed.packed)
    archive_visit(page, completed);
  if (page.sitemap) hear_announcements(page, reading.candidates, now);
  follow(page, reading, completed.at);
}

void Keeper::hear_announcements(const store::PageState& listing, const Candidates& candidates,
                                Instant now) {
  for (size_t i = 0; i < candidates.size(); ++i) {
    const Candidate candidate = candidates[i];
    const bool is_of_its_site = candidate.key.site == listing.key.site;
    if (candidate.date == Instant() || is_impossible(candidate.date, now) || !is_of_its_site) {
      continue;
    }
    refresher_->announced(candidate.key.page, candidate.date, now);
  }
}

// It was not asked for: robots.txt forbids it now, or its host cannot be asked.
void Keeper::forgo_revisit(const frontier::Queued& queued, VisitResult result, Instant now) {
  auto revisit = revisits_.take(queued.key.page);
  if (!revisit) return;
  store::PageState& page = revisit->before;
  page.result = result;
  const Instant was_due = page.next_visit;
  visited_in_batch_.insert(queued.key.page.value);
  hand_back(*revisit, {.kind = Found::Kind::kFailed}, now);
  batch_.visited.push_back({std::move(page), was_due});
}

}  // namespace freshet::crawl
