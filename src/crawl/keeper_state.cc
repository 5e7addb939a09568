// The state: taking up what was left, bringing in what waits, and committing.
#include <algorithm>

#include "crawl/archive_state.h"
#include "crawl/clock_mending.h"
#include "crawl/keeper.h"

namespace freshet::crawl {
namespace {

constexpr size_t kPagesPerSlice = 500;
constexpr Duration kLongPause = Duration::days(60);
constexpr Duration kLookForRoomAgain = Duration::seconds(2);

}  // namespace

Status Keeper::prepare(const std::vector<url::Url>& seeds, Steering steering) {
  const Instant now = clock_.now();
  prepared_ = now;
  const auto latest = latest_time(store_);
  if (!latest) return Unexpected(latest.error());
  // A clock that is far ahead would have all changes forgotten at once: somebody may see to it.
  if (*latest && now - **latest > kLongPause) last_forgotten_ = now;
  steering_ = std::move(steering);
  auto kept = kept_admission_rules(store_);
  if (!kept) return Unexpected(kept.error());
  rules_before_ = *std::move(kept);
  rules_ = AdmissionRules::of(options_, seeds);
  rules_changed_ = !rules_before_ || rules_before_->encode() != rules_.encode();
  if (Status loaded = load_sites(now); !loaded) return loaded;
  if (options_.run) {
    paused_ = steering_.paused;
    if (paused_) log_.warning("paused, as it was left: freshet resume goes on");
    if (Status recalled = recall_pages(now); !recalled) return recalled;
  }
  if (Status taken = take_up_seeds(seeds, now); !taken) return taken;
  if (rules_changed_) {
    if (Status readmitted = readmit_unadmitted(now); !readmitted) return readmitted;
    keep_rules();
  }
  if (!steering_.seeds.empty()) batch_.facts.emplace_back(kSteeringFact, steering_.encode());
  batch_.facts.emplace_back(kEndedFact, "0");
  return try_commit();
}

Status Keeper::load_sites(Instant now) {
  Status status = store_.each_page_key([&](const store::PageKey& key) {
    frontier_.first_met(key.page);
    return true;
  });
  if (!status) return status;
  const auto ended = store_.fact(kEndedFact);
  if (!ended) return Unexpected(ended.error());
  was_broken_off_ = *ended == "0";
  return store_.each_site([&](const store::SiteState& site) {
    if (ForeignSites::is_foreign(site)) {
      last_admission_ = std::max(last_admission_, site.discovered);
      foreign_sites_.count();
      return true;
    }
    SiteEntry& entry = sites_[site.id.value];
    entry.state = site;
    if (is_held_back(site)) entry.robots_failures = site.failures;
    if (rules_changed_) fit_to_scope(entry);
    last_admission_ = std::max(last_admission_, site.discovered);
    progress_.waiting += site.waiting;
    if (was_broken_off_) {
      // It may have been asked a moment ago, and nobody had the time to write that down.
      const Duration gap = std::max(options_.politeness.delay, site.crawl_delay);
      entry.state.next_allowed = std::max(site.next_allowed, now + gap);
    }
    if (!entry.state.in_scope) {
      count_outside(entry, site.waiting);
      return true;
    }
    frontier_.add_site(entry.state);
    if (site.waiting > 0) frontier_.mark_waiting_in_store(site.id);
    return true;
  });
}

// Delays that the start has set are part of the state before the run counts as ended: the next
// start has no reason to set them again.
void Keeper::keep_delays_after_crash() {
  if (!was_broken_off_) return;
  const Instant now = clock_.now();
  for (auto& [id, entry] : sites_) {
    if (entry.state.next_allowed > now) touch(entry);
  }
}

// Brings pages that wait in the store into memory, for sites that have run out.
void Keeper::load_hungry() {
  const std::vector<store::SiteId> told = frontier_.take_hungry();
  hungry_.insert(hungry_.end(), told.begin(), told.end());
  // What waits must be in the store to be found there.
  if (hungry_.empty() || progress_.out_of_room || !commit()) return;
  for (const store::SiteId site : std::exchange(hungry_, {})) {
    SiteEntry& entry = sites_.at(site.value);
    if (!entry.state.in_scope) {
      frontier_.refill(site, {}, false);
      continue;
    }
    std::vector<frontier::Queued> pages;
    bool more = false;
    const auto due = store_.due(site, Instant::never(), kPagesPerSlice, entry.cursor);
    if (!due) {
      log_.error("the state cannot be read", {{"reason", due.error().message}});
      continue;
    }
    more = due->size() == kPagesPerSlice;
    for (const store::Store::Due& next : *due) {
      entry.cursor = next;
      if (retrying_.contains(next.key.page.value)) continue;
      const auto page = store_.page(next.key);
      if (!page || !*page || (*page)->next_visit != next.next_visit) continue;
      const bool is_sure = !seeds_changed_ && (*page)->first_seen >= prepared_;
      if (!is_sure && is_outside(**page)) {
        count_outside(entry, 1);
        continue;
      }
      pages.push_back({.key = next.key,
                       .url = (*page)->url,
                       .depth = (*page)->depth,
                       .attempts = (*page)->failures,
                       .redirects = (*page)->redirects,
                       .sitemap = (*page)->sitemap,
                       .first_seen = (*page)->first_seen,
                       .not_before = next.next_visit,
                       .listed_on = (*page)->listed_on});
    }
    // No pages would mean that no more wait: the site is looked through slice by slice.
    if (pages.empty() && more)
      hungry_.push_back(site);
    else
      frontier_.refill(site, std::move(pages), more);
  }
}

void Keeper::touch(SiteEntry& entry) {
  if (entry.dirty) return;
  entry.dirty = true;
  touched_.push_back(entry.state.id);
}

// False if the disk is full or the state cannot be written: the batch is kept, nothing new is
// fetched, and it is tried again.
bool Keeper::commit() {
  if (const Status committed = try_commit(); !committed) {
    wait_for_room(committed.error());
    return false;
  }
  if (progress_.out_of_room) log_.info("there is room again: going on");
  progress_.out_of_room = false;
  return true;
}

// First the archive, then the state that knows of it: what only the archive has is cut off after a
// crash, what only the state had would be lost.
Status Keeper::try_commit() {
  if (batch_.empty() && touched_.empty() && !progress_.out_of_room) return Done{};
  if (progress_.out_of_room) {
    if (Status room = archive_.make_room(); !room) return room;
  }
  const bool is_last = !progress_.ended.empty();
  const bool sync = is_last || loop_.monotonic_now() - last_sync_ >= options_.sync_interval;
  keep_house(clock_.now());
  Status flushed = archive_.flush(sync);
  note_lost_files();
  if (!flushed) return flushed;
  for (const store::SiteId site : touched_) {
    SiteEntry& entry = sites_.at(site.value);
    if (frontier_.knows(site)) frontier_.write_politeness(entry.state);
    store::SiteState& written = batch_.sites.emplace_back(entry.state);
    if (entry.memory) written.learned = entry.memory->encode();
    entry.dirty = false;
  }
  touched_.clear();
  note_archive_end(batch_, archive_.end(), sync);
  note_latest_time(batch_, clock_.now());
  const auto durability = sync ? store::Durability::kPower : store::Durability::kProcess;
  if (Status committed = store_.commit(batch_, durability); !committed) return committed;
  if (sync) last_sync_ = loop_.monotonic_now();
  if (watch_) watch_(batch_);
  batch_.clear();
  originals_.committed();
  visited_in_batch_.clear();
  return Done{};
}

void Keeper::wait_for_room(const Error& why) {
  if (!progress_.out_of_room) {
    log_.error("nothing more is fetched until this is mended", {{"reason", why.message}});
  }
  progress_.out_of_room = true;
  commit_timer_.start(kLookForRoomAgain, [this] {
    commit();
    pump();
  });
}

}  // namespace freshet::crawl
