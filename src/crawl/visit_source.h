#pragma once

#include <optional>
#include <string>

#include "clock/instant.h"
#include "collection/answer.h"
#include "frontier/lease.h"
#include "frontier/queued.h"
#include "frontier/settlement.h"
#include "result/result.h"

namespace freshet::crawl {

// Decides what is requested next. A crawl that visits every page once and a run without end differ
// only in their visit source.
class VisitSource {
 public:
  virtual ~VisitSource() = default;

  // Returns the next request that may be sent now, if any.
  virtual std::optional<frontier::Lease> next(Instant now) = 0;
  // Returns when next() may have a request; Instant::never() if only a call can change that.
  virtual Instant wake_at(Instant now) const = 0;
  // Returns false if the crawl is finished when there is nothing more to request.
  virtual bool is_endless() const = 0;

  // Settles a lease. Its page is put back only if the settlement says so.
  virtual void settle(frontier::Lease lease, const frontier::Settlement& settlement,
                      Instant now) = 0;
  // Called if the request of a lease is not sent; must be called before settle().
  virtual void not_sent() = 0;
  // Called when a page that was not leased has been removed from the frontier's queue.
  virtual void left_queue(const frontier::Queued& page) = 0;
  // Queues another visit of a known page, as soon as politeness and the budget allow it.
  virtual void visit_soon(const store::PageState& page, const std::string& version,
                          Instant now) = 0;

  // Requests per second, if the source has a budget.
  virtual std::optional<double> rate() const = 0;
  virtual Status set_rate(double requests_per_second, Instant now) = 0;
  // What the next visit is worth, on the policy's scale; 0: not known, or nothing to visit.
  virtual double price() const = 0;
  // Returns why a page is not visited now, as far as the source knows.
  virtual std::optional<collection::Obstacle> obstacle_of(store::PageId page,
                                                          Instant now) const = 0;
  // Adds the state of the budget and of idle time to the report.
  virtual void describe(collection::StatusReport& report, Instant now) const = 0;
};

}  // namespace freshet::crawl
