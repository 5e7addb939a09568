#include "crawl/outbox.h"

#include <string>

namespace freshet::crawl {
namespace {

// URLs that are found again and again, such as those of menus, should be passed on once.
constexpr size_t kPlaces = size_t{1} << 18;

}  // namespace

Outbox::Outbox(const store::ShardSet& own, Journal& journal)
    : own_(own), journal_(journal), passed_on_(own.is_all() ? 1 : kPlaces) {}

void Outbox::pass_on(const Candidate& candidate, const Origin& origin,
                     std::optional<store::UnadmittedReason> refused, Instant now) {
  if (refused && !origin.records_refusals) return;
  const uint32_t preference =
      store::preference(refused.value_or(store::UnadmittedReason::kScope), origin.depth);
  if (passed_on_.has(candidate.key.page, preference)) return;
  const auto url = url::parse(candidate.url);
  if (!url) return;
  passed_on_.add(candidate.key.page, preference);
  journal_.batch().discoveries.push_back(
      {.key = candidate.key,
       .url = std::string(candidate.url),
       .depth = origin.depth,
       .redirects = origin.redirects,
       .sitemap = candidate.sitemap,
       .may_lie_elsewhere = find_of(*url, candidate.sitemap, origin).may_lie_elsewhere,
       .records_refusal = origin.records_refusals,
       .refused = refused,
       .found_on = origin.found_on,
       .listed_on = origin.listing,
       .listed_date = candidate.date,
       .found_at = now});
}

Candidate candidate_of(const store::Discovery& discovery) {
  return {.key = discovery.key,
          .url = discovery.url,
          .sitemap = discovery.sitemap,
          .date = discovery.listed_date};
}

Origin origin_of(const store::Discovery& discovery) {
  return {.depth = discovery.depth,
          .redirects = discovery.redirects,
          .listing = discovery.listed_on,
          .found_on = discovery.found_on,
          .may_lie_elsewhere = discovery.may_lie_elsewhere,
          .records_refusals = discovery.records_refusal};
}

}  // namespace freshet::crawl
