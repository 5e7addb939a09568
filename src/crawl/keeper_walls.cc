// Sites that answer with a challenge, a consent wall or a block page instead of their pages: such a
// visit has failed, whatever its status says, and the site is asked rarely until it opens again.
#include <algorithm>

#include "change/history.h"
#include "clock/civil.h"
#include "crawl/attended.h"
#include "crawl/keeper.h"

namespace freshet::crawl {
namespace {

using store::VisitResult;
using Verdict = WallWatch::Verdict;

constexpr int kFirstRest = 20;  // times the first back-off: ten minutes

Likeness likeness_of(const Reading& reading) {
  return Likeness::of(reading.content, reading.title, reading.simhash);
}

bool is_refusal(int status) {
  return status == 401 || status == 403 || status == 451;
}

// What the visit shows, if that says anything.
WallSight sight_of(const frontier::Queued& queued, const store::PageState* before,
                   const Completed& completed) {
  WallSight sight{.page = queued.key};
  const auto* reply = std::get_if<fetch::Reply>(&completed.outcome);
  if (reply == nullptr || !completed.reading) return sight;
  const Reading& reading = *completed.reading;
  sight.mark = reading.challenge;
  if (reading.is_partial()) return sight;
  const bool had_content = before != nullptr && before->last_success != Instant();
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

// Judges anew a visit that met a wall. `before` is nullptr at the first visit to a page.
void Keeper::judge_wall(const frontier::Queued& queued, const store::PageState* before,
                        const Completed& completed, const Tries& tries, Judgement& judgement,
                        Instant now) {
  SiteEntry& entry = sites_.at(queued.key.site.value);
  const WallSight sight = sight_of(queued, before, completed);
  const bool may_matter =
      !sight.mark.empty() || sight.before || entry.wall_watch || entry.has_wall();
  if (!may_matter) return;
  if (!entry.wall_watch) entry.wall_watch = std::make_unique<WallWatch>();
  std::optional<Wall>& wall = entry.remembered().wall;
  const bool was_walled = wall.has_value();
  const Verdict verdict = entry.wall_watch->saw(sight, entry.state.pages, now, wall);
  if (was_walled || wall) touch(entry);
  if (was_walled && !wall) {
    log_.info("a site shows its pages again", {{"site", entry.state.text}});
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
    if (!was_walled) begin_wall(entry, *wall, now);
  }
  // When a page that is known is tried again is the policy's to say.
  if (before != nullptr) return;
  if (is_walled && tries.put_off < options_.retry.put_off) {
    judgement.final = false;
    judgement.settlement.page = frontier::Settlement::Page::kPutBack;
  } else if (!is_walled && tries.attempts < options_.retry.attempts) {
    judgement.final = false;
    judgement.settlement.page = frontier::Settlement::Page::kLater;
    judgement.settlement.again_at = now + options_.retry.first * tries.attempts;
  }
}

void Keeper::begin_wall(const SiteEntry& entry, const Wall& wall, Instant now) {
  log_.warning("a site answers with a challenge or block page instead of its pages: it rests",
               {{"site", entry.state.text},
                {"known_by", wall.words()},
                {"since", format_iso8601(wall.since)}});
  if (wall.likeness) {
    // When the visit that is being judged is over.
    loop_.post([this, site = entry.state.id, likeness = *wall.likeness, now] {
      take_back_walled(site, likeness, now);
    });
  }
}

// A page that turned before the others is kept as it was until it is known that they turn, too.
void Keeper::keep_before_wall(const Revisit& revisit, Instant at) {
  const SiteEntry& entry = sites_.at(revisit.before.key.site.value);
  if (!entry.wall_watch) return;
  const auto& row = entry.wall_watch->in_a_row();
  if (row.size() != 1 || row.front() != revisit.before.key) return;
  entry.wall_watch->kept = {.page = revisit.before, .version = revisit.version, .at = at};
}

// The contents that were taken in before the wall was known: a page that was known gets back what
// it had, one that was new has no content yet.
void Keeper::take_back_walled(store::SiteId site, const Likeness& likeness, Instant now) {
  WallWatch& watch = *sites_.at(site.value).wall_watch;
  if (!commit()) return;  // what is in the store is looked at
  if (auto kept = std::exchange(watch.kept, std::nullopt)) {
    const auto page = store_.page(kept->page.key);
    const bool is_wall =
        page && *page &&
        likeness.is_like(Likeness::of((*page)->content, (*page)->title, (*page)->simhash));
    if (is_wall && !revisits_.has(kept->page.key.page)) give_back(std::move(*kept), **page);
  }
  for (const store::PageKey& key : watch.taken_in) {
    const auto page = store_.page(key);
    if (!page || !*page || (*page)->last_success == Instant()) continue;
    const store::PageState& known = **page;
    if (likeness.is_like(Likeness::of(known.content, known.title, known.simhash))) {
      lose_content(known, now);
    }
  }
  watch.taken_in.clear();
}

void Keeper::give_back(WallWatch::Kept kept, const store::PageState& now) {
  store::PageState page = std::move(kept.page);
  page.last_visit = now.last_visit;
  page.result = VisitResult::kBlocked;
  page.http_status = now.http_status;
  page.failures = 1;
  change::History history = history_of(page);
  history.record({.at = now.last_visit, .outcome = change::Outcome::kFailed});
  page.history = history.encode();
  batch_.versions.emplace_back(page.key, std::move(kept.version));
  batch_.withdrawn_changes.emplace_back(kept.at, page.key);
  batch_.visited.push_back({std::move(page), now.next_visit});
}

void Keeper::lose_content(const store::PageState& known, Instant now) {
  if (!refresher_) return;
  const auto choice = refresher_->choose(known.key.page, now);
  if (!choice) return;  // it is being visited, and will be judged then
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
  history.record({.at = known.last_visit, .outcome = change::Outcome::kFailed});
  page.history = history.encode();
  refresher_->leave(*choice, now);
  absent_.put(absent_of(page));
  visited_in_batch_.insert(page.key.page.value);
  batch_.withdrawn_changes.emplace_back(known.last_success, page.key);
  batch_.visited.push_back({std::move(page), known.next_visit});
}

}  // namespace freshet::crawl
