// Seeds that come and go while a crawl is going on, and what belongs to it then.
#include <algorithm>

#include "crawl/crawl.h"
#include "crawl/keeper.h"
#include "crawl/keys.h"

namespace freshet::crawl {
Result<Answer> Keeper::perform_here(const AddSeed& add) {
  auto seeds = parse_seeds({add.url});
  if (!seeds) return Unexpected(seeds.error());
  Steering steering = steering_;
  if (!add_seed(steering, seeds->front())) return steering_report();
  if (Status changed = change_seeds(std::move(steering)); !changed) {
    return Unexpected(changed.error());
  }
  if (Status readmitted = readmit_unadmitted(clock_.now()); !readmitted) {
    return Unexpected(std::move(readmitted).error().within("queueing what the new seed admits"));
  }
  keep_rules();
  return keep_steering();
}

Result<Answer> Keeper::perform_here(const RemoveSeed& remove) {
  const auto named = parse_seeds({remove.url});
  if (!named) return Unexpected(named.error());
  Steering steering = steering_;
  if (std::erase(steering.seeds, named->front().without_fragment()) == 0) {
    return fail(std::string(named->front().href()) + " is not among the seeds");
  }
  if (Status changed = change_seeds(std::move(steering)); !changed) {
    return Unexpected(changed.error());
  }
  keep_rules();
  return keep_steering();
}

// The scope is what these seeds make it. Nothing is changed if there is an error.
Status Keeper::change_seeds(Steering steering) {
  const auto seeds = parse_seeds(steering.seeds);
  if (!seeds) return Unexpected(seeds.error());
  auto scope = Scope::make(options_.scope, *seeds);
  if (!scope) return Unexpected(scope.error());
  const url::Canonicalizer canonicalizer(options_.canonical);
  for (const url::Url& seed : *seeds) {
    if (!canonicalizer.canonical(seed) || !scope->admits(seed)) {
      return fail("the seed " + std::string(seed.href()) +
                  " is outside the scope: see --exclude, --include");
    }
  }
  const Scope old = std::exchange(scope_, std::move(*scope));
  rules_ = AdmissionRules::of(options_, *seeds);
  seeds_changed_ = true;
  refused_.clear();
  steering_ = std::move(steering);
  const Instant now = clock_.now();
  for (auto& [id, entry] : sites_) {
    const bool did = reaches(old, entry.state.text);
    const bool does = reaches(scope_, entry.state.text);
    if (entry.state.in_scope && did && !does) leave_site(entry);
    if (!entry.state.in_scope && does) rejoin_site(entry, now);
    // Pages that the scope left out before may belong to it now.
    if (entry.state.in_scope && does && entry.state.waiting > 0) look_again_for_waiting(entry);
  }
  if (refresher_) attend_to_scope(now);
  return take_up_seeds(*seeds, now);
}

void Keeper::attend_to_scope(Instant now) {
  refresher_->choose_among(
      [this](store::SiteId site) {
        const auto found = sites_.find(site.value);
        return found != sites_.end() && found->second.state.in_scope;
      },
      now);
}

bool Keeper::is_outside(const store::PageState& page) const {
  if (!sites_.at(page.key.site.value).state.in_scope) return true;
  const auto url = url::parse(page.url);
  return !url || scope_refusal(scope_, *url, page.depth, page.sitemap).has_value();
}

// At a start with other rules than before: which sites can have pages in the scope now. A site that
// only a sitemap elsewhere has brought in leaves, too, and comes back with robots.txt.
void Keeper::fit_to_scope(SiteEntry& entry) {
  store::SiteState& site = entry.state;
  const bool does = reaches(scope_, site.text);
  if (site.in_scope && !does && rules_before_) {
    site.in_scope = false;
    touch(entry);
  } else if (!site.in_scope && does && (site.waiting > 0 || site.pages > 0)) {
    site.in_scope = true;
    touch(entry);
  }
}

// Pages that wait in the store and are not asked for, since they are outside the scope.
void Keeper::count_outside(SiteEntry& entry, uint64_t pages) {
  pages = std::min(pages, entry.state.waiting - std::min(entry.state.waiting, entry.outside));
  entry.outside += pages;
  progress_.outside_scope += pages;
  progress_.waiting -= std::min(progress_.waiting, pages);
}

void Keeper::count_all_inside(SiteEntry& entry) {
  progress_.outside_scope -= std::min(progress_.outside_scope, entry.outside);
  progress_.waiting += entry.outside;
  entry.outside = 0;
}

// Its pages stay in the store as they are; none is asked for.
void Keeper::leave_site(SiteEntry& entry) {
  const store::SiteId site = entry.state.id;
  touch(entry);
  frontier_.write_politeness(entry.state);
  entry.state.in_scope = false;
  count_outside(entry, entry.state.waiting);
  for (const frontier::Queued& page : frontier_.drop_pages(site)) {
    if (page.revisit) revisits_.left_queue();
    lay_aside(page);
  }
  frontier_.hold_back(site, Instant::never());
  log_.info("a site has left the scope", {{"site", entry.state.text}});
}

void Keeper::rejoin_site(SiteEntry& entry, Instant now) {
  const bool was_left = entry.state.waiting > 0 || entry.state.pages > 0;
  if (!was_left) return;  // only seen in links so far: it comes with its first page
  touch(entry);
  entry.state.in_scope = true;
  count_all_inside(entry);
  if (frontier_.knows(entry.state.id)) frontier_.hold_back(entry.state.id, now);
  frontier_.add_site(entry.state);
  if (refresher_) refresher_->rest(entry.state.id, now);
  if (entry.state.waiting > 0) look_again_for_waiting(entry);
}

void Keeper::look_again_for_waiting(SiteEntry& entry) {
  entry.cursor.reset();
  count_all_inside(entry);  // those that are still outside are counted anew
  frontier_.mark_waiting_in_store(entry.state.id);
}

// A page that was to be asked for and is outside the scope: it waits in the store, and is found
// there if it comes to belong to it again.
void Keeper::lay_aside(const frontier::Queued& page) {
  if (const auto hop = robots_redirects_.take(page.key.page)) {
    lack_rules(sites_.at(hop->site.value), {.words = "robots.txt leads to a site that was left"},
               clock_.now());
    return;
  }
  retrying_.erase(page.key.page.value);
  put_off_.erase(page.key.page.value);
  if (page.made_up) sites_.at(page.key.site.value).asking_made_up = false;
  const auto revisit = revisits_.take(page.key.page);
  if (!page.revisit || !revisit) return;
  if (revisit->absent)
    put_back(*revisit, clock_.now());
  else
    refresher_->set_aside(revisit->choice);
}

Status Keeper::take_up_seeds(const std::vector<url::Url>& seeds, Instant now) {
  const url::Canonicalizer canonicalizer(options_.canonical);
  seeds_.clear();
  for (const url::Url& seed : seeds) {
    const auto canonical = canonicalizer.canonical(seed);
    if (!canonical) return fail("the seed " + std::string(seed.href()) + " is not http or https");
    if (!scope_.admits(seed)) {
      return fail("the seed " + canonical->text() +
                  " is outside the scope: see --exclude, --include");
    }
    const store::PageKey key = page_key(canonical->text());
    seeds_.add(key, canonical->text());
    if (frontier_.met(key.page)) {
      if (Status tried = try_again(key, now); !tried) return tried;
    }
    admit({.key = key, .url = canonical->text()}, {}, now);
  }
  return Done{};
}

}  // namespace freshet::crawl
