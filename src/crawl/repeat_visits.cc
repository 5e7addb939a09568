#include "crawl/repeat_visits.h"

#include <memory>
#include <utility>

#include "collection/page_status.h"
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

// A date has whole seconds: content that was made in the second before the visit may have been
// changed within the same second without a new date (RFC 9110, 8.8.2.2). `page` had content.
bool is_too_young(const store::PageState& page, const http::Validators& validators) {
  constexpr Duration kTooYoung = Duration::seconds(2);
  return validators.etag.empty() && validators.last_modified &&
         *validators.last_modified + kTooYoung > *page.last_success;
}

}  // namespace

RepeatVisits::RepeatVisits(const CrawlOptions& options, const Admission::Tables& tables,
                           const FirstVisits::Detectors& detectors, LinkFollower& links,
                           VisitSource& source, telemetry::Log& log)
    : options_(options),
      tables_(tables),
      detectors_(detectors),
      links_(links),
      source_(source),
      log_(log) {}

void RepeatVisits::prepare(Assignment& assignment, const frontier::Queued& queued) const {
  const Revisit& revisit = tables_.known.revisits().of(queued.key.page);
  const store::PageState& before = revisit.before;
  assignment.before = std::make_shared<Before>(Before{.at = before.last_success,
                                                      .content = before.content,
                                                      .simhash = before.simhash,
                                                      .version = revisit.version});
  if (revisit.choice.audit || revisit.quick || !before.last_success) return;
  if (detectors_.items.must_be_read_again(before, revisit.version)) return;
  const http::Validators validators = validators_of(before);
  // If the archive has lost the record, the body is needed.
  if (is_too_young(before, validators) || tables_.journal.is_lost(before.archived)) return;
  const collection::SiteProfile& profile = tables_.sites.at(queued.key.site).profile();
  for (const auto& [name, value] : profile.conditions.headers(validators)) {
    assignment.headers.emplace_back(name, value);
  }
}

frontier::Settlement RepeatVisits::complete(const frontier::Queued& queued,
                                            const Completed& completed, Instant now) {
  auto [judgement, must_wait] = judge_visit(queued, completed, now);
  const Revisit revisit = *tables_.known.revisits().take(queued.key.page);
  if (must_wait) {
    // Back to the policy and not to the queue, where other pages would wait behind it.
    tables_.known.put_back(revisit, now);
    judgement.settlement.page = frontier::Settlement::Page::kDone;
    return judgement.settlement;
  }
  SiteEntry& entry = tables_.sites.at(queued.key.site);
  const Instant was_due = revisit.before.next_visit;
  const bool is_blocked = judgement.result == VisitResult::kBlocked;
  detectors_.walls.keep_before(revisit.before, revisit.version, completed.at);
  const bool site_is_gone = is_site_gone(revisit, judgement, now);
  VisitRecord visit = record(revisit, judgement, site_is_gone, completed, now);
  update_server_profile(revisit, visit.found, completed);
  note_history(revisit, visit, completed);
  update_policy(revisit, visit, completed, now);
  if (revisit.quick) entry.quick.ended(completed.reading && completed.reading->proves_noise);
  // A second visit at once shows what of the page differs at every visit and what was edited.
  const bool needs_quick_visit =
      completed.reading && completed.reading->needs_quick_visit && !revisit.quick && !is_blocked;
  if (needs_quick_visit && tables_.known.refresher().knows(queued.key.page) &&
      entry.quick.allow()) {
    source_.visit_soon(visit.page, completed.reading->version, now);
  }
  tables_.journal.record(std::move(visit.page), was_due);
  return judgement.settlement;
}

RepeatVisits::Judged RepeatVisits::judge_visit(const frontier::Queued& queued,
                                               const Completed& completed, Instant now) {
  const store::PageState& before = tables_.known.revisits().of(queued.key.page).before;
  Retry once = options_.retry;
  once.attempts = 1;  // the policy decides when to try again
  Judged judged{judge(completed.outcome, {}, once, options_.politeness.longest_rest, now)};
  Judgement& judgement = judged.judgement;
  tables_.sites.touch(tables_.sites.at(queued.key.site));
  detectors_.walls.judge(queued, &before, completed, {}, judgement, now);
  auto soft_404 = Soft404Detector::Verdict::kThere;
  if (judgement.result != VisitResult::kBlocked) {
    soft_404 = detectors_.soft_404.judge(queued, &before, completed, now);
  }
  if (soft_404 == Soft404Detector::Verdict::kGone) judgement.result = VisitResult::kSoftGone;
  if (judgement.result == VisitResult::kNew && is_part_of_whole(before, *completed.reading)) {
    judgement.result = VisitResult::kBrokenOff;
  }
  if (judgement.result == VisitResult::kNew &&
      detectors_.items.matches_no_longer(before, completed)) {
    judgement.result = VisitResult::kUnmatched;
  }
  judged.must_wait = !judgement.final || soft_404 == Soft404Detector::Verdict::kProbeFirst ||
                     (completed.packed && !tables_.journal.has_room());
  return judged;
}

bool RepeatVisits::is_site_gone(const Revisit& revisit, Judgement& judgement, Instant now) {
  const store::PageState& page = revisit.before;
  const bool is_gone =
      judgement.result == VisitResult::kGone || judgement.result == VisitResult::kSoftGone;
  const bool is_there = judgement.result == VisitResult::kNew ||
                        judgement.result == VisitResult::kUnchanged ||
                        judgement.result == VisitResult::kRedirected;
  collection::SitePresence& presence = tables_.sites.at(page.key.site).profile().presence;
  if (is_there || (is_gone && !revisit.absent)) {
    presence.saw(page.key.page, is_there, !page.gone_since, now);
  }
  if (!is_gone || revisit.absent || !presence.is_failing(now)) return false;
  judgement.settlement.host_failed = true;
  return true;
}

// Records the result of the visit, and follows its links.
VisitRecord RepeatVisits::record(const Revisit& revisit, const Judgement& judgement,
                                 bool site_is_gone, const Completed& completed, Instant now) {
  Journal& journal = tables_.journal;
  VisitInput input{.before = revisit.before,
                   .is_revisit = true,
                   .result = judgement.result,
                   .completed = completed,
                   .site_is_gone = site_is_gone};
  if (judgement.result == VisitResult::kNew) {
    const Reading& reading = *completed.reading;
    input.is_archived = journal.has_archived(revisit.before, reading);
    input.original = journal.original_of(reading.content);
    input.is_original_lost =
        !journal.is_own(revisit.before.archived) || journal.is_lost(revisit.before.archived);
  }
  VisitRecord record = evaluate_visit(input);
  journal.archive(record, completed);
  if (record.keeps_version) {
    journal.batch().versions.emplace_back(record.page.key, completed.reading->version);
    if (record.page.sitemap) {
      tables_.known.apply_announcements(record.page, completed.reading->candidates, now);
    }
  }
  if (record.follows_links) links_.follow(record.page, *completed.reading, completed.at);
  detectors_.aliases.note(record.page, completed, now);
  tables_.stats.count_collected(record, completed);
  return record;
}

void RepeatVisits::note_history(const Revisit& revisit, VisitRecord& record,
                                const Completed& completed) {
  const Reading* reading = completed.reading ? &*completed.reading : nullptr;
  auto change =
      note_revisit(record.page, record.found, {completed.at, reading}, options_.collection.leaving);
  tables_.stats.count_status(revisit.before, -1);
  tables_.stats.count_status(record.page, 1);
  detectors_.items.record(record.page, completed, change ? &*change : nullptr);
  if (!change) return;
  change->in_rewrite = tables_.known.refresher().was_rewritten(
      record.page.key.page, revisit.before.last_success.value_or(Instant()), change->at);
  tables_.journal.batch().changes.push_back(*change);
}

// Records how the server answers at this hour, and whether its validators are reliable.
void RepeatVisits::update_server_profile(const Revisit& revisit, const Found& found,
                                         const Completed& completed) {
  collection::SiteProfile& profile = tables_.sites.at(revisit.before.key.site).profile();
  const auto* reply = std::get_if<fetch::Reply>(&completed.outcome);
  if (reply == nullptr || reply->status >= 500 || reply->status == 429) {
    profile.load.add({.failed = true}, completed.at);
    return;
  }
  profile.load.add({.first_byte = reply->timings.first_byte,
                    .transfer = reply->timings.total - reply->timings.first_byte,
                    .bytes = completed.reading->received},
                   completed.at);
  const http::Validators before = validators_of(revisit.before);
  if (before.empty()) return;
  const bool not_modified = reply->status == 304;
  if (revisit.choice.audit) {
    if (completed.reading->validators == before) {
      profile.conditions.compared(found.kind == Found::Kind::kChanged);
    }
  } else if (not_modified || found.kind == Found::Kind::kSame) {
    const bool had_both = !before.etag.empty() && before.last_modified.has_value();
    profile.conditions.answered(not_modified, had_both);
  }
}

// Reports to the policy the most probable result of the visit, and resets the page's data when
// doubts about its changes are settled.
void RepeatVisits::update_policy(const Revisit& revisit, const VisitRecord& record,
                                 const Completed& completed, Instant now) {
  DoubtfulChanges& doubtful = tables_.sites.at(record.page.key.site).doubtful;
  Found reported = record.found;
  // The reply of a failed visit says nothing about the page.
  const bool says_something = completed.reading && reported.kind != Found::Kind::kFailed;
  const change::VolatileMask::Doubts doubts =
      says_something ? completed.reading->doubts : change::VolatileMask::Doubts{};
  doubtful.settled(doubts.retracted, doubts.confirmed);
  if (reported.kind == Found::Kind::kChanged && doubts.is_doubtful && doubtful.reports_as_same()) {
    reported.kind = Found::Kind::kSame;
  }
  finish(revisit, record.page, reported, now);
  const bool was_misreported =
      doubts.retracted > 0 || (doubts.confirmed > 0 && doubtful.share_of_noise() > 0);
  if (was_misreported) tables_.known.relearn(record.page, now);
}

void RepeatVisits::finish(const Revisit& revisit, const store::PageState& after, const Found& found,
                          Instant now) {
  if (tables_.known.finish(revisit, after, found, now)) {
    log_.info("a page has left the collection", {{"url", after.url}});
  }
}

void RepeatVisits::skip(const frontier::Queued& queued, VisitResult result, Instant now) {
  auto revisit = tables_.known.revisits().take(queued.key.page);
  if (!revisit) return;
  store::PageState& page = revisit->before;
  page.result = result;
  const Instant was_due = page.next_visit;
  finish(*revisit, page, {.kind = Found::Kind::kFailed}, now);
  tables_.journal.record(std::move(page), was_due);
}

}  // namespace freshet::crawl
