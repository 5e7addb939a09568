#include "crawl/visits.h"

#include <utility>

namespace freshet::crawl {

Visits::Visits(const CrawlOptions& options, const Admission::Tables& tables, Admission& admission,
               SeedWatch& seeds, VisitSource& source, telemetry::Log& log)
    : options_(options),
      tables_(tables),
      source_(source),
      links_(options, tables, admission, seeds),
      soft_404_({tables.store, tables.frontier, tables.sites, tables.journal, tables.stats},
                admission.scope()),
      walls_(options, {tables.store, tables.sites, tables.known, tables.journal}, log),
      aliases_(options, {tables.store, tables.sites, tables.journal}, admission),
      items_(tables, admission, log),
      first_(options, tables, {walls_, soft_404_, aliases_, items_}, links_),
      repeated_(options, tables, {walls_, soft_404_, aliases_, items_}, links_, source, log) {}

void Visits::prepare(Assignment& assignment, const frontier::Queued& queued) const {
  assignment.depth = queued.depth;
  if (queued.revisit) repeated_.prepare(assignment, queued);
}

void Visits::complete(frontier::Lease lease, Completed& completed, Instant now) {
  --tables_.stats.pages_pending;
  const frontier::Settlement settlement = settlement_of(lease.page(), completed, now);
  source_.settle(std::move(lease), settlement, now);
  if (walls_.has_to_take_back() && tables_.journal.commit()) walls_.take_back(now);
}

frontier::Settlement Visits::settlement_of(const frontier::Queued& queued, Completed& completed,
                                           Instant now) {
  if (queued.revisit) {
    items_.compare_list(tables_.known.revisits().of(queued.key.page).before, completed);
    return repeated_.complete(queued, completed, now);
  }
  if (!queued.is_probe) return first_.complete(queued, completed, now);
  const bool is_for_alias = tables_.sites.at(queued.key.site).is_alias;  // see Aliases::checked()
  if (!is_for_alias) soft_404_.learn(queued.key.site, completed, now);
  Retry once = options_.retry;
  once.attempts = 1;
  frontier::Settlement settlement =
      judge(completed.outcome, {}, once, options_.politeness.longest_rest, now).settlement;
  settlement.page = frontier::Settlement::Page::kDone;
  return settlement;
}

}  // namespace freshet::crawl
