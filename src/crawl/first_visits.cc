#include "crawl/first_visits.h"

#include <algorithm>
#include <utility>

#include "crawl/evaluate_visit.h"
#include "crawl/outcome_event.h"
#include "crawl/packing.h"
#include "crawl/visit_notes.h"

namespace freshet::crawl {
namespace {

using collection::Event;
using store::VisitResult;

store::PageState state_of(const frontier::Queued& queued) {
  return {.key = queued.key,
          .url = queued.url,
          .depth = queued.depth,
          .redirects = queued.redirects,
          .sitemap = queued.sitemap,
          .first_seen = queued.first_seen,
          .next_visit = Instant::never(),
          .listed_on = queued.listed_on};
}

}  // namespace

FirstVisits::FirstVisits(const CrawlOptions& options, const Admission::Tables& tables,
                         const Detectors& detectors, LinkFollower& links)
    : options_(options), tables_(tables), detectors_(detectors), links_(links) {}

frontier::Settlement FirstVisits::complete(const frontier::Queued& queued,
                                           const Completed& completed, Instant now) {
  const Tries tries{.attempts = queued.attempts + 1,
                    .put_off = retries_.times_put_off(queued.key.page)};
  Judgement judgement =
      judge(completed.outcome, tries, options_.retry, options_.politeness.longest_rest, now);
  detectors_.walls.judge(queued, nullptr, completed, tries, judgement, now);
  const bool is_blocked = judgement.result == VisitResult::kBlocked;
  if (!judgement.final) {
    if (is_blocked && tables_.journal.has_room()) {
      tables_.journal.archive_apart(completed, kBlockedVerdict);
    }
    retry(queued, judgement, completed);
    return judgement.settlement;
  }
  auto soft_404 = Soft404Detector::Verdict::kThere;
  if (!is_blocked && tables_.known.has_begun()) {
    soft_404 = detectors_.soft_404.judge(queued, nullptr, completed, now);
  }
  const bool must_wait = soft_404 == Soft404Detector::Verdict::kProbeFirst ||
                         (completed.packed && !tables_.journal.has_room());
  if (must_wait) return {.page = frontier::Settlement::Page::kRequeue, .took = completed.took};
  if (soft_404 == Soft404Detector::Verdict::kGone) judgement.result = VisitResult::kSoftGone;

  const store::PageState before = state_of(queued);
  VisitInput input{.before = before,
                   .result = judgement.result,
                   .attempts = tries.attempts,
                   .completed = completed};
  if (completed.reading && has_content(completed)) {
    input.original = tables_.journal.original_of(completed.reading->content);
  }
  record(queued, evaluate_visit(input), completed, now);
  return judgement.settlement;
}

void FirstVisits::retry(const frontier::Queued& queued, const Judgement& judgement,
                        const Completed& completed) {
  RunStats& stats = tables_.stats;
  const bool is_answered = std::holds_alternative<fetch::Reply>(completed.outcome);
  const bool is_blocked = judgement.result == VisitResult::kBlocked;
  const bool is_later = judgement.settlement.page == frontier::Settlement::Page::kLater;
  if (judgement.settlement.host_rests) retries_.put_off(queued.key.page);
  if (judgement.result != VisitResult::kNever) {
    stats.count(is_blocked    ? Event::kBlocked
                : is_answered ? Event::kAskedToWaitOrRetry
                              : event_of(completed.outcome));
  }
  if (is_blocked || is_later) {
    stats.count_error(is_answered ? collection::event_of(judgement.result)
                                  : event_of(completed.outcome));
  }
  tables_.sites.touch(tables_.sites.at(queued.key.site));
  if (!is_later) return;
  retries_.add(queued.key.page);
  store::PageState page = state_of(queued);
  page.last_visit = completed.at;
  page.result = judgement.result;
  page.next_visit = judgement.settlement.again_at;
  page.failures = static_cast<uint8_t>(queued.attempts + 1);
  tables_.journal.record(std::move(page), queued.not_before);
}

void FirstVisits::record(const frontier::Queued& queued, VisitRecord record,
                         const Completed& completed, Instant now) {
  RunStats& stats = tables_.stats;
  tables_.journal.archive(record, completed);
  if (record.follows_links) links_.follow(record.page, *completed.reading, now);
  detectors_.aliases.note(record.page, completed, now);
  stats.count_collected(record, completed);
  if (record.page.truncated) stats.count(Event::kTruncated);
  ++tables_.sites.at(queued.key.site).state.pages;
  if (queued.sitemap) ++stats.sitemaps_visited;
  begin_history(record.page, completed, now);
  detectors_.items.record(record.page, completed, nullptr);
  leave_queue(queued, std::move(record.page));
}

void FirstVisits::begin_history(store::PageState& page, const Completed& completed, Instant now) {
  const Reading* reading = completed.reading ? &*completed.reading : nullptr;
  const auto change = note_first_visit(page, {completed.at, reading});
  if (!tables_.known.has_begun()) return;
  if (!change) {
    tables_.known.add_absent(page);
    return;
  }
  detectors_.walls.took_in(page.key);
  tables_.journal.batch().versions.emplace_back(page.key, completed.reading->version);
  tables_.journal.batch().changes.push_back(*change);
  // The policy would take a time before the last reported one for a clock that was set back.
  tables_.known.add(page, now);
}

void FirstVisits::leave_queue(const frontier::Queued& queued, store::PageState page) {
  SiteEntry& entry = tables_.sites.at(queued.key.site);
  RunStats& stats = tables_.stats;
  tables_.sites.touch(entry);
  if (entry.state.waiting > 0) --entry.state.waiting;
  if (entry.state.in_scope && stats.now.waiting > 0) --stats.now.waiting;
  if (entry.outside > entry.state.waiting) {  // its site left the scope during the visit
    --entry.outside;
    --(entry.is_alias ? stats.now.at_aliases : stats.now.outside_scope);
  }
  retries_.remove(queued.key.page);
  tables_.journal.record(std::move(page), queued.not_before);
}

void FirstVisits::skip(const frontier::Queued& queued, VisitResult result, Instant now) {
  store::PageState page = state_of(queued);
  page.last_visit = now;
  page.result = result;
  tables_.known.add_absent(page);
  leave_queue(queued, std::move(page));
}

}  // namespace freshet::crawl
