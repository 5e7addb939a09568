#include "crawl/seed_changes.h"

#include <utility>

#include "collection/keys.h"
#include "collection/seeds.h"

namespace freshet::crawl {

Status SeedChanges::start(const std::vector<url::Url>& seeds, Instant now) {
  const url::Canonicalizer canonicalizer(options_.collection.canonical);
  parts_.watch.clear();
  for (const url::Url& seed : seeds) {
    const auto canonical = canonicalizer.canonical(seed);
    if (!canonical) return fail("the seed " + std::string(seed.href()) + " is not http or https");
    if (!parts_.admission.scope().admits(seed)) {
      return fail("the seed " + canonical->text() +
                  " is outside the scope: see --exclude, --include");
    }
    const store::PageKey key = collection::page_key(canonical->text());
    if (!parts_.admission.is_own(key.site)) continue;  // every agent has all seeds
    parts_.watch.add(key, canonical->text());
    if (frontier_.is_seen(key.page)) {
      if (sites_.aliases().has(key.site)) continue;  // the other site has the page
      if (Status retried = parts_.admission.retry_seed(key, now); !retried) return retried;
    }
    parts_.admission.admit({.key = key, .url = canonical->text()}, {}, now);
  }
  return Done{};
}

Status SeedChanges::change(const collection::RunControl& run_control, Instant now) {
  const auto seeds = collection::parse_seeds(run_control.seeds);
  if (!seeds) return Unexpected(seeds.error());
  auto scope = collection::Scope::make(options_.collection.scope, *seeds);
  if (!scope) return Unexpected(scope.error());
  const url::Canonicalizer canonicalizer(options_.collection.canonical);
  for (const url::Url& seed : *seeds) {
    if (!canonicalizer.canonical(seed) || !scope->admits(seed)) {
      return fail("the seed " + std::string(seed.href()) +
                  " is outside the scope: see --exclude, --include");
    }
  }
  const collection::Scope before = parts_.admission.change_scope(std::move(*scope), *seeds);
  sites_.for_each([&](SiteEntry& entry) {
    if (!entry.is_own) return;
    const bool was_reached = collection::reaches(before, entry.state.text);
    const bool is_reached = collection::reaches(parts_.admission.scope(), entry.state.text);
    if (entry.state.in_scope && was_reached && !is_reached) {
      parts_.skipped.set_aside(parts_.in_scope.leave(entry), now);
    }
    if (!entry.state.in_scope && is_reached) parts_.in_scope.join(entry, now);
    // Pages that were outside the scope may be inside now.
    if (entry.state.in_scope && is_reached && entry.state.waiting > 0) {
      parts_.in_scope.reload_waiting(entry);
    }
  });
  parts_.in_scope.limit_known_pages(now);
  return start(*seeds, now);
}

}  // namespace freshet::crawl
