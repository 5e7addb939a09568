#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "crawl/known_pages.h"
#include "crawl/options.h"
#include "crawl/site_table.h"
#include "crawl/visit_source.h"
#include "refresh/budget.h"
#include "refresh/division.h"

namespace freshet::crawl {

// The visit source of a run without end: chooses new pages from the frontier and known pages by the
// policy, within a budget that is divided between them.
class ContinuousSource : public VisitSource {
 public:
  // Functions of the engine that it calls.
  struct Callbacks {
    // Returns the pages after their last visits, including uncommitted changes; nothing for one
    // that the store does not have. On an error, the error was logged.
    using Choices = std::vector<refresh::Refresher::Choice>;
    std::function<Result<std::vector<std::optional<Revisit>>>(const Choices&)> look_up;
    // The store is in another process: pages are chosen some at a time, so that it is waited for
    // less often.
    bool is_store_remote = false;
    std::function<bool(const store::PageState&)> is_outside;  // the scope
    // Whether the page represents a robots.txt that another one redirects to.
    std::function<bool(store::PageId)> is_for_rules;
    std::function<bool()> has_new_pages;  // whether pages wait for their first visit
  };

  ContinuousSource(const RunOptions& options, frontier::Frontier& frontier, const SiteTable& sites,
                   KnownPages& known, Callbacks callbacks);

  std::optional<frontier::Lease> next(Instant now) override;
  Instant wake_at(Instant now) const override;
  bool is_endless() const override { return true; }

  void settle(frontier::Lease lease, const frontier::Settlement& settlement, Instant now) override;
  void not_sent() override { budget_.give_back(); }
  void left_queue(const frontier::Queued& page) override;
  void visit_soon(const store::PageState& page, const std::string& version, Instant now) override;

  std::optional<double> rate() const override { return budget_.rate(); }
  Status set_rate(double requests_per_second, Instant now) override;
  double price() const override { return division_.price(); }
  std::optional<collection::Obstacle> obstacle_of(store::PageId page, Instant now) const override;
  void describe(collection::StatusReport& report, Instant now) const override;

 private:
  void queue(Revisit revisit, Instant now);
  bool known_come_first() const;
  bool has_new_page_ready(store::SiteId site) const;
  bool choose_known(Instant now);
  Callbacks::Choices choose_some(Instant now);
  size_t most_at_once() const;
  bool choose_absent(Instant now);
  bool may_visit_absent(store::SiteId site, Instant now) const;
  Duration round_robin_interval() const;

  frontier::Frontier& frontier_;
  const SiteTable& sites_;
  KnownPages& known_;
  const Callbacks callbacks_;
  refresh::Budget budget_;
  refresh::Division division_;
  Instant nothing_until_;  // no known page is due before this
};

}  // namespace freshet::crawl
