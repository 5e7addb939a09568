#pragma once

#include "crawl/visit_source.h"

namespace freshet::crawl {

// Visits every page once: takes pages from the frontier until it is empty.
class OneShotSource : public VisitSource {
 public:
  explicit OneShotSource(frontier::Frontier& frontier) : frontier_(frontier) {}

  std::optional<frontier::Lease> next(Instant now) override { return frontier_.next(now); }
  Instant wake_at(Instant now) const override { return frontier_.wake_at(now); }
  bool is_endless() const override { return false; }

  void settle(frontier::Lease lease, const frontier::Settlement& settlement, Instant now) override {
    frontier_.settle(std::move(lease), settlement, now);
  }
  void not_sent() override {}
  void left_queue(const frontier::Queued& /*page*/) override {}
  void visit_soon(const store::PageState& /*page*/, const std::string& /*version*/,
                  Instant /*now*/) override {}

  std::optional<double> rate() const override { return std::nullopt; }
  Status set_rate(double /*requests_per_second*/, Instant /*now*/) override {
    return fail("this crawl has no budget: it ends when all is collected");
  }
  double price() const override { return 0; }
  std::optional<collection::Obstacle> obstacle_of(store::PageId /*page*/,
                                                  Instant /*now*/) const override {
    return std::nullopt;
  }
  void describe(collection::StatusReport& /*report*/, Instant /*now*/) const override {}

 private:
  frontier::Frontier& frontier_;
};

}  // namespace freshet::crawl
