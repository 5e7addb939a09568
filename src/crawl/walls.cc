#include "crawl/walls.h"

#include <algorithm>
#include <utility>

#include "change/history.h"
#include "clock/civil.h"
#include "collection/page_status.h"

namespace freshet::crawl {
namespace {

using collection::Likeness;
using collection::Wall;
using collection::WallSight;
using collection::WallWatch;
using store::VisitResult;
using Verdict = WallWatch::Verdict;

constexpr int kFirstRest = 20;  // multiple of the first back-off: ten minutes

Likeness likeness_of(const store::PageState& page) {
  return Likeness::of(page.content, page.title, page.simhash);
}

Likeness likeness_of(const Reading& reading) {
  return Likeness::of(reading.content, reading.title, reading.simhash);
}

bool is_refusal(int status) {
  return status == 401 || status == 403 || status == 451;
}

// Returns what the visit shows of a wall, if anything.
WallSight sight_of(const frontier::Queued& queued, const store::PageState* before,
                   const Completed& completed) {
  WallSight sight{.page = queued.key};
  const auto* reply = std::get_if<fetch::Reply>(&completed.outcome);
  if (reply == nullptr || !completed.reading) return sight;
  const Reading& reading = *completed.reading;
  sight.mark = reading.challenge;
  if (reading.is_partial()) return sight;
  const bool had_content = before != nullptr && before->last_success;
  if (had_content) sight.before = Likeness::of(before->content, before->title, before->simhash);
  sight.was_blocked = before != nullptr && before->result == VisitResult::kBlocked;
  if (reply->status == 304 || (reply->status == 200 && had_content && reading.same)) {
    sight.shown = sight.before;
  } else if (reply->status == 200 && !queued.sitemap) {
    sight.shown = likeness_of(reading);
  } else if (is_refusal(reply->status) && had_content && reading.size > 0) {
    sight.shown = likeness_of(reading);
    sight.refused = true;
  }
  return sight;
}

}  // namespace

Walls::Walls(const CrawlOptions& options, const Tables& tables, telemetry::Log& log)
    : options_(options), tables_(tables), log_(log) {}

void Walls::judge(const frontier::Queued& queued, const store::PageState* before,
                  const Completed& completed, const Tries& tries, Judgement& judgement,
                  Instant now) {
  SiteEntry& entry = tables_.sites.at(queued.key.site);
  const WallSight sight = sight_of(queued, before, completed);
  const bool may_matter =
      !sight.mark.empty() || sight.before || entry.wall_watch || entry.has_wall();
  if (!may_matter) return;
  if (!entry.wall_watch) entry.wall_watch = std::make_unique<WallWatch>();
  std::optional<Wall>& wall = entry.profile().wall;
  const bool was_walled = wall.has_value();
  const Verdict verdict = entry.wall_watch->saw(sight, entry.state.pages, now, wall);
  if (was_walled || wall) tables_.sites.touch(entry);
  if (was_walled && !wall) {
    log_.info("a site answers with its pages again", {{"site", entry.state.text}});
  }
  if (verdict == Verdict::kOpen) return;

  judgement.result = VisitResult::kBlocked;
  judgement.settlement.page = frontier::Settlement::Page::kDone;
  judgement.final = true;
  const bool is_walled = wall && wall->stands(now);
  if (is_walled) {
    if (wall->rests < 255) ++wall->rests;
    const frontier::Politeness& politeness = options_.politeness;
    const Duration rest =
        wall->rest(politeness.first_backoff * kFirstRest, politeness.longest_rest);
    judgement.settlement.host_rests =
        std::max(rest, judgement.settlement.host_rests.value_or(Duration()));
    if (!was_walled) begin(entry, *wall);
  }
  // The policy decides when a known page is tried again.
  if (before != nullptr) return;
  if (is_walled && tries.put_off < options_.retry.put_off) {
    judgement.final = false;
    judgement.settlement.page = frontier::Settlement::Page::kRequeue;
  } else if (!is_walled && tries.attempts < options_.retry.attempts) {
    judgement.final = false;
    judgement.settlement.page = frontier::Settlement::Page::kLater;
    judgement.settlement.again_at = now + options_.retry.first * tries.attempts;
  }
}

void Walls::begin(const SiteEntry& entry, const Wall& wall) {
  log_.warning(
      "a site answers with a challenge or block page instead of its pages: requests to it are "
      "delayed",
      {{"site", entry.state.text},
       {"known_by", wall.words()},
       {"since", format_iso8601(wall.since)}});
  if (wall.likeness) begun_.push_back({entry.state.id, *wall.likeness});
}

void Walls::keep_before(const store::PageState& before, const std::string& version, Instant at) {
  const SiteEntry& entry = tables_.sites.at(before.key.site);
  if (!entry.wall_watch) return;
  const auto& row = entry.wall_watch->in_a_row();
  if (row.size() != 1 || row.front() != before.key) return;
  entry.wall_watch->kept = {.page = before, .version = version, .at = at};
}

void Walls::took_in(const store::PageKey& page) {
  SiteEntry& entry = tables_.sites.at(page.site);
  if (entry.wall_watch) entry.wall_watch->take_in(page);
}

void Walls::take_back(Instant now) {
  for (const Begun& wall : std::exchange(begun_, {})) take_back(wall, now);
}

// Restores the previous content of a known page, and removes the content of new pages.
void Walls::take_back(const Begun& wall, Instant now) {
  WallWatch& watch = *tables_.sites.at(wall.site).wall_watch;
  std::optional<store::PageKey> restored;
  if (auto kept = std::exchange(watch.kept, std::nullopt)) {
    const auto page = tables_.store.page(kept->page.key);
    const bool is_wall = page && *page && wall.likeness.is_like(likeness_of(**page));
    if (is_wall && !tables_.known.revisits().has(kept->page.key.page)) {
      restored = kept->page.key;
      restore(std::move(*kept), **page);
    }
  }
  for (const store::PageKey& key : watch.taken_in) {
    if (key == restored) continue;  // the store still has its last content
    const auto page = tables_.store.page(key);
    if (!page || !*page || !(*page)->last_success) continue;
    if (wall.likeness.is_like(likeness_of(**page))) remove_content(**page, now);
  }
  watch.taken_in.clear();
}

void Walls::restore(WallWatch::Kept kept, const store::PageState& now) {
  store::PageState page = std::move(kept.page);
  page.last_visit = now.last_visit.value_or(kept.at);
  page.result = VisitResult::kBlocked;
  page.http_status = now.http_status;
  page.failures = 1;
  change::History history = collection::history_of(page);
  history.record({.at = *page.last_visit, .outcome = change::Outcome::kFailed});
  page.history = history.encode();
  tables_.journal.batch().versions.emplace_back(page.key, std::move(kept.version));
  tables_.journal.batch().withdrawn_changes.emplace_back(kept.at, page.key);
  tables_.journal.record(std::move(page), now.next_visit);
}

void Walls::remove_content(const store::PageState& known, Instant now) {
  store::PageState page{.key = known.key,
                        .url = known.url,
                        .depth = known.depth,
                        .redirects = known.redirects,
                        .sitemap = known.sitemap,
                        .first_seen = known.first_seen,
                        .last_visit = known.last_visit,
                        .next_visit = Instant::never(),
                        .result = VisitResult::kBlocked,
                        .http_status = known.http_status,
                        .failures = 1,
                        .listed_on = known.listed_on,
                        .importance = known.importance};
  change::History history;
  history.record({.at = known.last_visit.value_or(now), .outcome = change::Outcome::kFailed});
  page.history = history.encode();
  if (!tables_.known.withdraw_content(page, now))
    return;  // a page that is being visited is judged after that visit
  tables_.journal.batch().withdrawn_changes.emplace_back(*known.last_success, page.key);
  tables_.journal.record(std::move(page), known.next_visit);
}

}  // namespace freshet::crawl
