#include "schedule/policies.h"
#include "schedule/policies/sentence.h"
#include "schedule/policies/waiting_classes.h"

namespace freshet::schedule {
namespace {

// Most expected changes first. Read strictly, an order by frequency would visit the fastest page
// for ever; with the time that a page has waited as a factor, visits come in proportion to it.
class ChangeFrequency final : public Policy {
 public:
  explicit ChangeFrequency(const ChangeFrequencyOptions& options) : prior_(options.prior) {}

  void add(Page page, const PageFacts& /*facts*/, Instant now) override {
    if (page >= beliefs_.size()) beliefs_.resize(page + size_t{1});
    beliefs_[page] = prior_;
    waiting_.add(page, prior_.mean(), now);
  }

  std::optional<Page> next(Instant now) override { return waiting_.take(now); }
  void take(Page page, Instant /*now*/) override { waiting_.take(page); }

  void visited(Page page, const Seen& seen, Instant now) override {
    change::Belief& belief = beliefs_[page];
    const double days = (now - waiting_.last_visit(page)).in_days();
    if (seen.changed)
      belief.saw_change(days);
    else
      belief.saw_no_change(days);
    waiting_.put_back(page, belief.mean(), now);
  }

  void removed(Page page, Instant /*now*/) override { waiting_.remove(page); }

  std::string explain(Page page, Instant now) const override {
    const double rate = beliefs_[page].mean();
    const Duration waited = now - waiting_.last_visit(page);
    return "It seems to change " + in_words(rate) + " times a day and was visited " +
           in_words(waited) + " ago: " + in_words(rate * waited.in_days()) +
           " changes to expect; the page with the most goes first.";
  }

 private:
  change::Belief prior_;
  std::vector<change::Belief> beliefs_;
  WaitingClasses waiting_;
};

}  // namespace

std::unique_ptr<Policy> make_change_frequency(const ChangeFrequencyOptions& options) {
  return std::make_unique<ChangeFrequency>(options);
}

}  // namespace freshet::schedule
