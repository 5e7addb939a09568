#include "schedule/policies.h"
#include "schedule/policies/sentence.h"
#include "schedule/policies/waiting_classes.h"

namespace freshet::schedule {
namespace {

// Weight times the time that a page has waited, the largest first: visits in proportion to weight.
// Without the time the most important page would be the only one.
class ImportanceOrder final : public Policy {
 public:
  void add(Page page, const PageFacts& facts, Instant now) override {
    if (page >= weights_.size()) weights_.resize(page + size_t{1});
    weights_[page] = facts.weight;
    waiting_.add(page, facts.weight, now);
  }

  void reweighed(Page page, double factor) override { weights_[page] *= factor; }
  std::optional<Page> next(Instant now) override { return waiting_.take(now); }
  void take(Page page, Instant /*now*/) override { waiting_.take(page); }

  void visited(Page page, const Seen& /*seen*/, Instant now) override {
    waiting_.put_back(page, weights_[page], now);
  }

  void removed(Page page, Instant /*now*/) override { waiting_.remove(page); }

  std::string explain(Page page, Instant now) const override {
    return "Its weight is " + in_words(weights_[page]) + " and it was visited " +
           in_words(now - waiting_.last_visit(page)) +
           " ago; the page with the largest product goes first.";
  }

 private:
  std::vector<double> weights_;
  WaitingClasses waiting_;
};

}  // namespace

std::unique_ptr<Policy> make_importance_order(const ImportanceOrderOptions& /*options*/) {
  return std::make_unique<ImportanceOrder>();
}

}  // namespace freshet::schedule
